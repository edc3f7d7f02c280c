import Foundation

/// One place where `UserDefaults` stores values; all stores over it share it.
final class UserDefaultsDomain: Sendable {
  // `UserDefaults` may be used from any thread, as its documentation says; outside Apple platforms it does not say so
  // to the compiler.
  nonisolated(unsafe) let defaults: UserDefaults
  /// The name under which Foundation keeps the stored values apart from all others; `nil` where nobody knows it.
  let name: String?
  let context: DefaultsStoreContext
  private let watch: UserDefaultsWatch?

  /// A suite in which nothing is ever stored: what it shows comes from elsewhere, from launch arguments, registered
  /// defaults or the system, and is the same for every `UserDefaults`.
  ///
  /// Unsafe for the same reason.
  private nonisolated(unsafe) static let unstored = UserDefaults(suiteName: "NamespacedDefaults.unstored")

  /// Makes the domain of a `UserDefaults`.
  ///
  /// - Parameters:
  ///   - defaults: Where values are stored.
  ///   - name: The name under which Foundation keeps them, where it is known.
  ///   - center: Where Foundation tells of changes by other code; it does on Apple platforms only.
  init(_ defaults: UserDefaults, name: String?, center: NotificationCenter? = notificationCenter) {
    self.defaults = defaults
    self.name = name
    guard let center else {
      watch = nil
      context = DefaultsStoreContext()
      return
    }
    let link = WeakLink()
    let watch = UserDefaultsWatch(center: center) { link.domain?.storedValues ?? [:] }
    self.watch = watch
    context = DefaultsStoreContext { isObserved in
      if isObserved { watch.start { link.domain?.announceForeignChanges() } }
    }
    link.domain = self
  }

  /// The way back from what a domain owns.
  ///
  /// `@unchecked Sendable`: set once, before the domain is anybody else's.
  private final class WeakLink: @unchecked Sendable {
    weak var domain: UserDefaultsDomain?
  }

  #if canImport(Darwin)
    static var notificationCenter: NotificationCenter? { .default }
  #else
    static var notificationCenter: NotificationCenter? { nil }
  #endif

  private func announceForeignChanges() {
    context.withLock {
      guard let watch else { return }
      let hub = context.changes
      context.announce(watch.changes(of: hub.observedKeys, isObserved: hub.isObserved))
    }
  }

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

  /// Tells of writes that are about to be made, and are not foreign.
  func note(_ changes: [DefaultsChange]) {
    watch?.note(changes)
  }

  func set(_ value: PropertyListValue?, forKey name: String) {
    if let value {
      defaults.set(value.propertyList, forKey: name)
    } else {
      defaults.removeObject(forKey: name)
    }
  }

  private var storedValues: [String: PropertyListValue] {
    stored.compactMapValues { try? PropertyListValue(propertyList: $0) }
  }

  private var stored: [String: Any] {
    if let name { defaults.persistentDomain(forName: name) ?? [:] } else { defaults.dictionaryRepresentation() }
  }
}

extension UserDefaultsDomain {
  private static let lock = Lock()
  /// Those with a name: for ever, since a program has few, and an observer may outlive the store it came by.
  private nonisolated(unsafe) static var named: [String: UserDefaultsDomain] = [:]  // guarded by `lock`
  /// Those without: as long as a store is over them.
  ///
  /// There are few, so the dead are swept at each lookup.
  private nonisolated(unsafe) static var nameless: [Weak] = []  // guarded by `lock`

  private struct Weak {
    weak var domain: UserDefaultsDomain?
  }

  static func shared(over defaults: UserDefaults) -> UserDefaultsDomain {
    if defaults === UserDefaults.standard, let standard = shared(suiteName: standardName) { return standard }
    return lock.withLock {
      nameless.removeAll { $0.domain == nil }
      // A domain keeps its `UserDefaults`, so no other can have taken its address.
      if let found = nameless.lazy.compactMap(\.domain).first(where: { $0.defaults === defaults }) { return found }
      let domain = UserDefaultsDomain(defaults, name: nil)
      nameless.append(Weak(domain: domain))
      return domain
    }
  }

  /// The domain of a suite; `nil` for a name that Foundation refuses.
  static func shared(suiteName: String) -> UserDefaultsDomain? {
    lock.withLock {
      if let found = named[suiteName] { return found }
      // The program's own domain is one of the suites too, though Foundation refuses its name on Apple platforms.
      let defaults = suiteName == standardName ? UserDefaults.standard : UserDefaults(suiteName: suiteName)
      named[suiteName] = defaults.map { UserDefaultsDomain($0, name: suiteName) }
      return named[suiteName]
    }
  }

  /// The name of the program's own domain.
  private static var standardName: String {
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }
}
