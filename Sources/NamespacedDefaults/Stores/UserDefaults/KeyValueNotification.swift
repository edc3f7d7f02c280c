#if UserDefaults
  #if canImport(Darwin)
    import Foundation

    /// The notification of a suite on Apple platforms, observed by key-value observation.
    ///
    /// `@unchecked Sendable`: a lock guards what changes, and `UserDefaults` is documented to be thread-safe.
    final class KeyValueNotification: NSObject, SuiteNotification, @unchecked Sendable {
      private let defaults: UserDefaults
      /// Whether other processes may share the values; if not, nothing is posted.
      private let isShared: Bool
      private let lock = Lock()
      private var names: Set<String> = []  // guarded by `lock`
      private var onPost: @Sendable () -> Void = {}  // guarded by `lock`

      init(_ defaults: UserDefaults) {
        self.defaults = defaults
        isShared = defaults !== UserDefaults.standard
      }

      deinit { stop() }

      func post() {
        // Any other number than the last one will do.
        if isShared { defaults.set(Int.random(in: 0 ... .max), forKey: SuiteNotificationKey.name) }
      }

      func start(onPost: @escaping @Sendable () -> Void) {
        lock.withLock { self.onPost = onPost }
        if isShared { observe(SuiteNotificationKey.name) }
      }

      func observe(_ name: String) {
        guard SuiteNotificationKey.isPlain(name), lock.withLock({ names.insert(name).inserted }) else { return }
        defaults.addObserver(self, forKeyPath: name, options: [], context: nil)
      }

      func stop() {
        let former = lock.withLock {
          defer { names = [] }
          return names
        }
        for name in former { defaults.removeObserver(self, forKeyPath: name, context: nil) }
      }

      override func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
      ) {
        lock.withLock { onPost }()
      }
    }
  #endif
#endif
