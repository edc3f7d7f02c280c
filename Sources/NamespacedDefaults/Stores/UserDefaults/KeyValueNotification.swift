#if UserDefaults
  #if canImport(Darwin)
    import Foundation

    /// The notification of a suite on Apple platforms, observed by key-value observation.
    ///
    /// `@unchecked Sendable`: `UserDefaults` is documented to be thread-safe.
    final class KeyValueNotification: NSObject, SuiteNotification, @unchecked Sendable {
      private let defaults: UserDefaults
      /// Whether other processes may share the values; if not, nothing is posted.
      private let isShared: Bool
      private let names = Guarded(Set<String>())
      private let onPost = Callback()

      init(_ defaults: UserDefaults) {
        self.defaults = defaults
        isShared = defaults !== UserDefaults.standard
      }

      deinit { stop() }

      func post() -> Bool {
        // Any other number than the last one will do.
        if isShared { defaults.set(Int.random(in: 0 ... .max), forKey: SuiteNotificationKey.name) }
        return isShared
      }

      func start(onPost: @escaping @Sendable () -> Void) {
        self.onPost.set(onPost)
        if isShared { observe(SuiteNotificationKey.name) }
      }

      func observe(_ name: String) {
        guard SuiteNotificationKey.isPlain(name), names.withLock({ $0.insert(name).inserted }) else { return }
        defaults.addObserver(self, forKeyPath: name, options: [], context: nil)
      }

      func stop() {
        for name in names.exchange([]) { defaults.removeObserver(self, forKeyPath: name, context: nil) }
      }

      override func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
      ) {
        onPost()
      }
    }
  #endif
#endif
