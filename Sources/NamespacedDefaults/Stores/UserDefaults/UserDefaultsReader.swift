import Foundation

/// What is stored in a `UserDefaults`, without all that it shows besides.
struct UserDefaultsReader: Sendable {
  // `UserDefaults` may be used from any thread, as its documentation says; outside Apple platforms it does not say so
  // to the compiler.
  nonisolated(unsafe) let defaults: UserDefaults
  /// The name under which Foundation keeps the stored values apart from all others; `nil` where nobody knows it.
  let name: String?

  /// A suite in which nothing is ever stored: what it shows comes from elsewhere, from launch arguments, registered
  /// defaults or the system, and is the same for every `UserDefaults`.
  ///
  /// Unsafe for the same reason.
  private nonisolated(unsafe) static let unstored = UserDefaults(suiteName: "NamespacedDefaults.unstored")

  func value(forKey name: String) throws -> PropertyListValue? {
    guard let visible = try defaults.object(forKey: name).map(PropertyListValue.init(propertyList:)) else { return nil }
    // Nearly always nothing is visible but what is stored, and the domain, a copy of everything, is not needed.
    guard let other = Self.unstored?.object(forKey: name), try PropertyListValue(propertyList: other) == visible else {
      return visible
    }
    return try stored[name].map(PropertyListValue.init(propertyList:))
  }

  func keys() -> [String] {
    let stored = stored
    if name != nil { return Array(stored.keys) }
    let other = Self.unstored?.dictionaryRepresentation() ?? [:]
    return stored.keys.filter { key in
      guard let unstored = other[key] else { return true }
      return (try? PropertyListValue(propertyList: unstored))
        != (try? PropertyListValue(propertyList: stored[key] as Any))
    }
  }

  /// All stored values that are property lists.
  var storedValues: [String: PropertyListValue] {
    stored.compactMapValues { try? PropertyListValue(propertyList: $0) }
  }

  private var stored: [String: Any] {
    if let name { defaults.persistentDomain(forName: name) ?? [:] } else { defaults.dictionaryRepresentation() }
  }
}
