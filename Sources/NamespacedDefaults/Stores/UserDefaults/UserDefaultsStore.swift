#if UserDefaults
  // The whole of Foundation, because FoundationEssentials has no `UserDefaults`.
  public import Foundation

  /// A store over a `UserDefaults`: the program's own settings, or those of a suite or an app group.
  ///
  /// Use it to share settings with code that uses `UserDefaults`, or with an app group:
  ///
  /// ```swift
  /// let group = try UserDefaultsStore(suiteName: "group.com.example.notes")
  /// try group.set("dark", forKey: "theme")
  /// let suite = UserDefaults(suiteName: "group.com.example.notes")
  /// suite?.string(forKey: "theme")  // "dark"
  /// ```
  ///
  /// The store reads stored values only. It leaves out launch arguments, registered defaults and settings of the system,
  /// which a `UserDefaults` mixes in. Stores over one `UserDefaults`, or over one suite whose name is known, are one store:
  /// they share their lock and their observers.
  ///
  /// On Apple platforms a `UserDefaults(suiteName:)` that other code has created does not give its suite's name. The same
  /// is true of a subclass everywhere. A store over it has a lock and observers of its own. There a launch argument, a
  /// registered default or a setting of the system may be read as a stored value, and a stored value that equals one of them
  /// is missing from ``keys()``. Prefer ``init(suiteName:)``.
  ///
  /// Each read of a key reads `UserDefaults`, because other code may have written it, and decodes the value only if it has
  /// changed. There is one case in which it takes something else for the stored value: a program reads the key,
  /// registers an equal value for it with `UserDefaults.register(defaults:)`, and then removes the stored value with
  /// `UserDefaults`.
  ///
  /// ### On Apple platforms
  ///
  /// `UserDefaults` posts `didChangeNotification` inside each `set`, and calls key-value observers there. An observer with
  /// an operation queue, such as `.main`, makes the writer wait for that queue. So the store writes a change to
  /// `UserDefaults` when it has released its lock, and before the call returns. Readers of the store get the new value from
  /// the moment of the commit. There are two exceptions. Inside of ``DefaultsStore/update(_:_:)``,
  /// ``DefaultsStore/transaction(_:)`` or an in-place change of any store, `UserDefaults` gets the value when the outermost
  /// of these calls ends. If another thread is just writing the same key, it writes the new value too, and the call returns
  /// earlier.
  ///
  /// Other processes that use this library post a notification after each commit to a suite: they change the value under
  /// `NamespacedDefaultsNotification`, which is not listed as a setting. So observers of an app group get what a widget or an
  /// extension writes. What a process writes without this library is announced if the name has no `.` and no `@`; otherwise
  /// call ``refresh()``.
  ///
  /// Before the device is unlocked for the first time after a restart, `UserDefaults` shows nothing. The store says that it is
  /// not readable yet: see <doc:OnApplePlatforms>.
  ///
  /// A value that an administrator has set, in a configuration profile, is read like a stored one and announced, but it is
  /// not listed in ``keys()``, and a write to it throws.
  ///
  /// ### Outside Apple platforms
  ///
  /// Foundation keeps a suite in one XML file, on Linux `$XDG_CONFIG_HOME/<name>.plist` or `~/.config/<name>.plist`. It
  /// loses what is not synchronized. This store writes the file after every change, so that a change survives the end of
  /// the process. A change costs O(n) for n stored values, and so does the next read.
  ///
  /// Values of all types come back from the file as they were, with three exceptions. A date loses its fraction of a
  /// second, and `-0.0` loses its sign. An unsigned integer of at most `Int64.max` comes back as the equal integer. Texts
  /// with control characters come back too, but other programs may be unable to read a file that contains them.
  ///
  /// The file is Foundation's, so the store cannot prevent the following. Two processes that write one suite overwrite
  /// each other's changes. A file that is damaged, or cut by a crash while it is written, reads as empty. Nothing waits
  /// for the disk. Use ``FileStore`` if this matters.
  public final class UserDefaultsStore: DefaultsStore {
    /// The store over `UserDefaults.standard`.
    public static let standard = UserDefaultsStore(.standard)

    private let domain: UserDefaultsDomain

    /// Where the values lie.
    public var _storage: any DefaultsStorage { domain }

    /// The name of the type, followed by the name of the suite if it is known.
    public var label: String { "UserDefaultsStore\(domain.name.map { " \($0.debugDescription)" } ?? "")" }

    /// The store's lock and observers.
    public var context: DefaultsStoreContext { domain.context }

    /// Creates a store over a `UserDefaults`.
    ///
    /// - Parameter defaults: The `UserDefaults` that stores the values.
    public convenience init(_ defaults: UserDefaults) {
      self.init(domain: .shared(over: defaults))
    }

    /// Creates a store with a notification of its own, which the store observes.
    ///
    /// - Parameters:
    ///   - suiteName: The name of the suite, which no other store of the process may use.
    ///   - notification: The notification.
    package convenience init?(suiteName: String, notification: any SuiteNotification) {
      guard let defaults = UserDefaults(suiteName: suiteName) else { return nil }
      self.init(domain: UserDefaultsDomain(defaults, name: suiteName, center: nil, notification: notification))
    }

    init(domain: UserDefaultsDomain) {
      self.domain = domain
    }

    /// The characters that separate the parts of a path, or end it.
    private static let separators = "/\0".utf8

    /// Creates a store over a suite.
    ///
    /// On macOS the system does not report whether the program is entitled to an app group. Without the entitlement the
    /// store may have a private suite of that name, which no other program sees.
    ///
    /// - Parameter suiteName: The name of the suite, or of an app group on Apple platforms.
    /// - Throws: ``DefaultsError/Code/invalidStoreName`` for a name that is empty, is `.`, contains `/`, `..` or NUL,
    ///   or is reserved by Foundation, and on iOS, tvOS, watchOS and visionOS for a name that begins with `group.` if the
    ///   program is not entitled to this app group.
    public convenience init(suiteName: String) throws {
      guard !suiteName.isEmpty, suiteName != ".", !suiteName.contains(".."),
        !suiteName.utf8.contains(where: Self.separators.contains),
        let domain = UserDefaultsDomain.shared(suiteName: suiteName)
      else { throw DefaultsError.invalidSuiteName(suiteName) }
      try domain.rules.checkSuite(suiteName)
      self.init(domain: domain)
    }

    /// Announces the changes of the observed keys that were made elsewhere.
    ///
    /// Most changes are announced without this call. Call it for the others: when the app becomes active, to take in what
    /// programs without this library have written to an app group meanwhile, and on Linux, where `UserDefaults` announces
    /// nothing. It reads the observed keys, and costs nothing if there are none. Reads need no such call.
    ///
    /// ```swift
    /// NotificationCenter.default.addObserver(
    ///   forName: UIApplication.didBecomeActiveNotification,
    ///   object: nil,
    ///   queue: nil
    /// ) { _ in group.refresh() }
    /// ```
    public func refresh() {
      #if !canImport(Darwin)
        // Foundation reads the file again only when it synchronizes.
        if context.changes.isObserved { context.withLock { _ = domain.defaults.synchronize() } }
      #endif
      domain.announceForeignChanges()
    }

    /// Writes the changes that have not been written to the file yet.
    ///
    /// Outside Apple platforms the changes made through this store are written already, so only changes by other code can
    /// be missing. Nothing waits for the disk there.
    ///
    /// - Throws: ``DefaultsError/Code/failedSystemCall`` if the file cannot be written.
    public func synchronize() throws {
      try domain.synchronize()
    }
  }

  extension DefaultsError {
    static func invalidSuiteName(_ name: String) -> Self {
      let rule = "a name is not empty or \".\", has no \"..\", NUL or path separator, and is none of Foundation's own"
      return Self(.invalidStoreName, "\(name.debugDescription) cannot name a suite: \(rule)")
    }
  }
#endif
