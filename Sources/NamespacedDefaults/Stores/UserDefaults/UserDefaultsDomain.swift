#if UserDefaults
  import Foundation

  /// A place where `UserDefaults` stores values, shared by all stores over it.
  final class UserDefaultsDomain: Sendable {
    let contents: UserDefaultsContents
    let context: DefaultsStoreContext
    private let watch: UserDefaultsWatch
    private let notification: (any SuiteNotification)?
    /// Whether `UserDefaults` calls code of the program while it is written.
    private let callsListeners: Bool
    let rules: UserDefaultsRules
    private let firstUnlock: FirstUnlock

    var defaults: UserDefaults { contents.reader.defaults }
    var name: String? { contents.reader.name }
    /// The name of the suite; `nil` for the program's own domain, and if it is unknown.
    var suiteName: String? { defaults === UserDefaults.standard ? nil : name }

    /// Creates the domain of a `UserDefaults`.
    ///
    /// - Parameters:
    ///   - defaults: The `UserDefaults` that stores the values.
    ///   - name: The name under which Foundation keeps the values, or `nil` if it is unknown.
    ///   - center: The center to which `UserDefaults` posts each change, or `nil` outside Apple platforms, where it posts
    ///     none.
    ///   - notification: The notification by which other processes announce what they write; `nil` outside Apple platforms.
    ///   - rules: What the platform refuses or ignores.
    ///   - firstUnlockPath: The path of the file that can be opened when the values can be read; `nil` if they always can.
    init(
      _ defaults: UserDefaults,
      name: String?,
      center: NotificationCenter?,
      notification: (any SuiteNotification)?,
      rules: UserDefaultsRules = .ofPlatform,
      firstUnlockPath: String? = FirstUnlock.pathOfDevice
    ) {
      (self.notification, self.rules) = (notification, rules)
      firstUnlock = FirstUnlock(path: firstUnlockPath)
      callsListeners = center != nil
      let contents = UserDefaultsContents(UserDefaultsReader(defaults: defaults, name: name))
      self.contents = contents
      watch = UserDefaultsWatch(center: center, notification: notification, contents: contents)
      let validator = CacheValidator {
        contents.hasValue($0, forKey: $1)
      } canCheck: {
        contents.reader.isOnlyStored($0)
      }
      context = DefaultsStoreContext(validator: validator, changeSource: watch)
      context.onForeignChange(of: self) { $0.announceForeignChanges() }
    }

    /// Creates the domain of a `UserDefaults` with what the platform has to announce changes.
    convenience init(_ defaults: UserDefaults, name: String?) {
      #if canImport(Darwin)
        self.init(defaults, name: name, center: .default, notification: KeyValueNotification(defaults))
      #else
        self.init(defaults, name: name, center: nil, notification: nil)
      #endif
    }

    /// Returns the contents.
    ///
    /// - Throws: ``DefaultsError/Code/notReadableYet`` if the device has not been unlocked since it was started.
    private func readableContents() throws -> UserDefaultsContents {
      // Observers have seen nothing so far.
      if try firstUnlock.isNews(to: name) { context.withLock { context.memory.whenReleased(announceForeignChanges) } }
      return contents
    }

    /// Announces the changes of the observed keys that were made elsewhere.
    func announceForeignChanges() {
      guard context.changes.isObserved, (try? readableContents()) != nil else { return }
      context.withLock { context.announce(watch.changes(of: context.changes.observedKeys)) }
    }

    /// Writes what has not been written to the file yet.
    func synchronize() throws {
      var isWritten = false
      let code = systemCode { isWritten = defaults.synchronize() }
      guard isWritten else {
        let code = code == 0 ? SystemCode.inputOutput : code
        throw DefaultsError.system(operation: "synchronize", path: name ?? "UserDefaults", code: code)
      }
    }
  }

  extension UserDefaultsDomain: DefaultsStorage {
    /// Returns the stored value of a key.
    ///
    /// - Throws: ``DefaultsError/Code/notPropertyList`` for an object that other code has stored and that is not a
    ///   property list, or ``DefaultsError/Code/notReadableYet``.
    func storedValue(forKey name: String) throws -> PropertyListValue? { try readableContents().value(forKey: name) }

    /// Returns the names of all stored values.
    ///
    /// - Complexity: O(n) for n stored values.
    func storedKeys() throws -> [String] { try readableContents().keys() }

    /// Lets no change begin before the settings can be read.
    func beginWriting() throws { _ = try readableContents() }

    /// Checks what can be known before anything is written.
    ///
    /// - Throws: ``DefaultsError/Code/unencodableValue`` for a value that the file cannot hold, such as a date that is not
    ///   finite or more than 128 nested collections, or that the platform cannot (iOS, watchOS and visionOS: 4 MiB in one
    ///   value; tvOS: 1 MiB in all), or ``DefaultsError/Code/managedValue`` for a value that an administrator has set.
    func persist(_ changes: [DefaultsChange]) throws {
      for change in changes {
        guard let value = change.newValue else { continue }
        try PropertyListValue.checkText(change.key)
        try value.checkXML()
      }
      try rules.check(changes, in: defaults, suite: suiteName) { contents.values }
    }

    /// Stores the new values, and outside Apple platforms writes the file once.
    ///
    /// - Throws: ``DefaultsError/Code/failedSystemCall`` if the file cannot be written. Foundation has the old values in
    ///   memory then, and loses them when another suite is written.
    func apply(_ changes: [DefaultsChange]) throws { try apply(changes, save: synchronize) }

    /// Does the same with a closure that saves them, where `UserDefaults` calls no code of the program while they are written.
    ///
    /// If it throws, they are taken back.
    func apply(_ changes: [DefaultsChange], save: () throws -> Void) throws {
      guard callsListeners else {
        try contents.write(changes, then: save)
        watch.record(changes)
        if let notification { context.memory.whenReleased { _ = notification.post() } }
        return
      }
      contents.commit(changes)
      watch.record(changes)
      context.memory.whenReleased { [self] in
        let hasOthers = contents.write(changes.map(\.key)) { notification?.post() == true ? 1 : 0 }
        if hasOthers { announceForeignChanges() }
      }
    }

    /// Returns the form in which a value is stored: outside Apple platforms without a date's fraction of a second, and
    /// without the sign of `-0.0`.
    func storedForm(of value: PropertyListValue) -> PropertyListValue {
      #if canImport(Darwin)
        value
      #else
        value.asInXMLFile
      #endif
    }
  }

  extension UserDefaultsDomain {
    /// The domains with a name.
    ///
    /// They are never released, because a program has few and an observation may outlive its store.
    private static let named = Guarded([String: UserDefaultsDomain]())
    /// The domains without a name, each of which lives as long as a store over it.
    ///
    /// There are few, so each search removes those that have been released.
    private static let nameless = Guarded([Weak]())

    private struct Weak {
      weak var domain: UserDefaultsDomain?
    }

    /// Returns the domain of a `UserDefaults`.
    static func shared(over defaults: UserDefaults) -> UserDefaultsDomain {
      if let name = suiteName(of: defaults), let domain = shared(suiteName: name) { return domain }
      // The others are released outside the lock, because what observes them may be the program's.
      let (domain, others) = nameless.withLock { nameless in
        let living = nameless.compactMap(\.domain)
        // A domain retains its `UserDefaults`, so no other one can have the same address.
        let domain = living.first { $0.defaults === defaults } ?? UserDefaultsDomain(defaults, name: nil)
        nameless = (living.filter { $0 !== domain } + [domain]).map { Weak(domain: $0) }
        return (domain, living)
      }
      return withExtendedLifetime(others) { domain }
    }

    /// Returns the domain of a suite, or `nil` for a name that Foundation refuses.
    static func shared(suiteName: String) -> UserDefaultsDomain? {
      named.withLock { named in
        if let found = named[suiteName] { return found }
        // The program's own domain is a suite too, although Foundation refuses its name on Apple platforms.
        let defaults = suiteName == standardName ? UserDefaults.standard : UserDefaults(suiteName: suiteName)
        named[suiteName] = defaults.map { UserDefaultsDomain($0, name: suiteName) }
        return named[suiteName]
      }
    }

    /// Returns the name under which a `UserDefaults` keeps its values, or `nil` if it cannot be known.
    private static func suiteName(of defaults: UserDefaults) -> String? {
      if defaults === UserDefaults.standard { return standardName }
      #if canImport(Darwin)
        return nil
      #else
        // Foundation has no way to ask for the name, but its Swift code keeps it in a property. A subclass may store its
        // values anywhere.
        guard type(of: defaults) == UserDefaults.self,
          let suite = Mirror(reflecting: defaults).children.first(where: { $0.label == "suite" })
        else { return nil }
        return suite.value as? String ?? standardName
      #endif
    }

    /// The name of the program's own domain.
    private static var standardName: String {
      Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    }
  }
#endif
