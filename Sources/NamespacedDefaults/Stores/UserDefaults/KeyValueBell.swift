#if UserDefaults
  #if canImport(Darwin)
    import Foundation

    /// The bell of a suite on Apple platforms, observed by key-value observation.
    ///
    /// `@unchecked Sendable`: a lock guards what changes, and `UserDefaults` is documented to be thread-safe.
    final class KeyValueBell: NSObject, UserDefaultsBell, @unchecked Sendable {
      private let defaults: UserDefaults
      /// Whether other processes may share the values; if not, nothing rings.
      private let isShared: Bool
      private let lock = Lock()
      private var names: Set<String> = []  // guarded by `lock`
      private var onRing: @Sendable () -> Void = {}  // guarded by `lock`

      init(_ defaults: UserDefaults) {
        self.defaults = defaults
        isShared = defaults !== UserDefaults.standard
      }

      deinit { stop() }

      func ring() {
        // Any other number than the last one will do.
        if isShared { defaults.set(Int.random(in: 0 ... .max), forKey: UserDefaultsBellName.bell) }
      }

      func start(onRing: @escaping @Sendable () -> Void) {
        lock.withLock { self.onRing = onRing }
        if isShared { listen(to: UserDefaultsBellName.bell) }
      }

      func listen(to name: String) {
        guard UserDefaultsBellName.isPlain(name), lock.withLock({ names.insert(name).inserted }) else { return }
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
        lock.withLock { onRing }()
      }
    }
  #endif
#endif
