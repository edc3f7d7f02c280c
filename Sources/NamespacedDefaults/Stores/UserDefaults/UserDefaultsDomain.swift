import Foundation

/// A place where `UserDefaults` stores values, shared by all stores over it.
final class UserDefaultsDomain: Sendable {
  let reader: UserDefaultsReader
  let context: DefaultsStoreContext
  private let watch: UserDefaultsWatch?

  var defaults: UserDefaults { reader.defaults }

  /// Creates the domain of a `UserDefaults`.
  ///
  /// - Parameters:
  ///   - defaults: The `UserDefaults` that stores the values.
  ///   - name: The name under which Foundation keeps the values, or `nil` if it is unknown.
  ///   - center: The center that posts changes by other code, or `nil` outside Apple platforms, where Foundation posts
  ///     none.
  init(_ defaults: UserDefaults, name: String?, center: NotificationCenter? = notificationCenter) {
    let reader = UserDefaultsReader(defaults: defaults, name: name)
    self.reader = reader
    watch = center.map { UserDefaultsWatch(center: $0, reader: reader) }
    context = DefaultsStoreContext(announcesEveryChange: false, changeSource: watch)
    context.onForeignChange(of: self) { $0.announceForeignChanges() }
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

  /// Records changes that the library is about to write, so that the watch does not report them as foreign.
  func record(_ changes: [DefaultsChange]) {
    watch?.record(changes)
  }

  func set(_ value: PropertyListValue?, forKey name: String) {
    if let value {
      defaults.set(value.propertyList, forKey: name)
    } else {
      defaults.removeObject(forKey: name)
    }
  }
}

extension UserDefaultsDomain {
  private static let lock = Lock()
  /// The domains with a name.
  ///
  /// They are never released, because a program has few and an observation may outlive its store.
  private nonisolated(unsafe) static var named: [String: UserDefaultsDomain] = [:]  // guarded by `lock`
  /// The domains without a name, each of which lives as long as a store over it.
  ///
  /// There are few, so each lookup removes those that have been released.
  private nonisolated(unsafe) static var nameless: [Weak] = []  // guarded by `lock`

  private struct Weak {
    weak var domain: UserDefaultsDomain?
  }

  /// Returns the domain of a `UserDefaults`.
  static func shared(over defaults: UserDefaults) -> UserDefaultsDomain {
    if defaults === UserDefaults.standard, let standard = shared(suiteName: standardName) { return standard }
    return lock.withLock {
      nameless.removeAll { $0.domain == nil }
      // A domain retains its `UserDefaults`, so no other one can have the same address.
      if let found = nameless.lazy.compactMap(\.domain).first(where: { $0.defaults === defaults }) { return found }
      let domain = UserDefaultsDomain(defaults, name: nil)
      nameless.append(Weak(domain: domain))
      return domain
    }
  }

  /// Returns the domain of a suite, or `nil` for a name that Foundation refuses.
  static func shared(suiteName: String) -> UserDefaultsDomain? {
    lock.withLock {
      if let found = named[suiteName] { return found }
      // The program's own domain is a suite too, although Foundation refuses its name on Apple platforms.
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
