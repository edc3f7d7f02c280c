#if UserDefaults
  /// The way in which the processes that share a suite of `UserDefaults` announce their writes to one another.
  ///
  /// `UserDefaults.didChangeNotification` leaves other processes out. Key-value observation includes them, but takes `.` and
  /// `@` in a name as operators, so it never finds `Account.isUserLoggedIn`. Therefore each commit also changes one value
  /// whose name has neither, the notification, and every store over the suite observes it.
  ///
  /// A Darwin notification (`notify_post`) would leave nothing in the suite. But it may arrive before the values: `set` only
  /// sends them on their way, so each write would have to wait for `synchronize()` first. The notification travels the same way as
  /// the values, behind them.
  package protocol SuiteNotification: Sendable {
    /// Posts after a commit has been written; called under no lock.
    ///
    /// - Returns: Whether a value of the suite was set for that.
    func post() -> Bool

    /// Starts to call a closure, on any thread, whenever a process posts, until ``stop()`` is called.
    func start(onPost: @escaping @Sendable () -> Void)

    /// Starts to call the closure also for the changes of a key that a process makes without posting, if that is possible.
    func observe(_ name: String)

    func stop()
  }

  /// What key-value observation can observe, and the name of the notification.
  enum SuiteNotificationKey {
    /// The name under which a suite has the notification; it is no setting.
    static let name = "NamespacedDefaultsNotification"

    /// Whether a name is one key, and not a path or an operator, for key-value observation.
    static func isPlain(_ name: String) -> Bool {
      !name.isEmpty && !name.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") }
    }
  }
#endif
