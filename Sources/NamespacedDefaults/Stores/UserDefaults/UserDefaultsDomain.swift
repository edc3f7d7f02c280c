import Foundation

/// One place where `UserDefaults` stores values; all stores over it share it.
final class UserDefaultsDomain: Sendable {
  let reader: UserDefaultsReader
  let context: DefaultsStoreContext
  private let watch: UserDefaultsWatch?

  var defaults: UserDefaults { reader.defaults }

  /// Creates the domain of a `UserDefaults`.
  ///
  /// - Parameters:
  ///   - defaults: Where values are stored.
  ///   - name: The name under which Foundation keeps them, where it is known.
  ///   - center: Where Foundation announces changes by other code; it does on Apple platforms only.
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

  /// Records writes that are about to be made, and are not foreign.
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
