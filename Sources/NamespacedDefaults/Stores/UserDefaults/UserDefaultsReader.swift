#if UserDefaults
  import Foundation

  /// The values that are stored in a `UserDefaults`.
  ///
  /// A `UserDefaults` also returns launch arguments, registered defaults and settings of the system. They are left
  /// out.
  ///
  /// `@unchecked Sendable`: `UserDefaults` is documented to be thread-safe, but not every SDK declares it `Sendable`. Where
  /// one does, the compiler warns of `nonisolated(unsafe)`.
  struct UserDefaultsReader: @unchecked Sendable {
    let defaults: UserDefaults
    /// The name under which Foundation keeps the stored values; `nil` if it is unknown.
    let name: String?

    /// A suite in which nothing is ever stored.
    ///
    /// Its values are launch arguments, registered defaults and settings of the system. Every `UserDefaults` returns them
    /// too.
    private static let unstored = UserDefaults(suiteName: "NamespacedDefaults.unstored").map {
      UserDefaultsReader(defaults: $0, name: nil)
    }

    func value(forKey name: String) throws -> PropertyListValue? {
      guard let visible = try defaults.object(forKey: name).map(PropertyListValue.init(propertyList:)) else {
        return nil
      }
      // Usually only stored values are visible. Then the domain is not read, which would copy all values.
      guard let other = Self.unstored?.defaults.object(forKey: name),
        try PropertyListValue(propertyList: other) == visible
      else { return visible }
      return try stored[name].map(PropertyListValue.init(propertyList:))
    }

    /// Returns whether a value, stored or not, is what a key shows.
    func shows(_ value: PropertyListValue?, forKey name: String) -> Bool {
      guard let visible = defaults.object(forKey: name) else { return value == nil }
      guard let value else { return false }
      #if !canImport(Darwin)
        // Most values are of these types, and to compare one must cost as little as possible, because every read does it.
        if let visible = PropertyListValue(swiftValue: visible) { return visible == value }
      #endif
      return (try? PropertyListValue(propertyList: visible)) == value
    }

    /// Returns whether a value that a key shows can only be a stored one, because nothing else has the name.
    ///
    /// The answer holds until a program registers a default for the name.
    func isOnlyStored(_ name: String) -> Bool {
      Self.unstored?.defaults.object(forKey: name) == nil
    }

    func keys() -> [String] {
      let stored = stored
      if name != nil { return Array(stored.keys) }
      let other = Self.unstored?.defaults.dictionaryRepresentation() ?? [:]
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

    func set(_ value: PropertyListValue?, forKey name: String) {
      if let value { defaults.set(value.propertyList, forKey: name) } else { defaults.removeObject(forKey: name) }
    }

    /// What is stored, without the notification.
    private var stored: [String: Any] {
      #if !canImport(Darwin)
        // Foundation gives the domain as it was when it was last written, without what other code has set since.
        defaults.synchronize()
      #endif
      var stored = name.map { defaults.persistentDomain(forName: $0) ?? [:] } ?? defaults.dictionaryRepresentation()
      stored[SuiteNotificationKey.name] = nil
      return stored
    }
  }
#endif
