#if Postgres
  import NamespacedDefaults
  import NamespacedDefaultsPlatform

  /// The right of one thread at a time to use a connection.
  ///
  /// The lock of the store is not enough: a thread lets others into the store while it waits for the server's lock.
  struct Turn: ~Copyable, Sendable {
    private let holder = Guarded<pthread_t?>(nil)

    var isMine: Bool { holder.withLock { $0 == pthread_self() } }

    func tryTake() -> Bool {
      holder.withLock { holder in
        guard holder == nil else { return false }
        holder = pthread_self()
        return true
      }
    }

    func give() { holder.withLock { $0 = nil } }
  }
#endif
