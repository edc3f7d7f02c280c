// The lock: accesses that nest, and the work that waits for the end of the outermost one.
extension DefaultsStoreContext {
  enum Access { case outermost, nested }

  /// Runs a closure under the store's lock.
  ///
  /// The lock is recursive. Changes that the closure announces are delivered after the lock is released.
  ///
  /// - Parameter body: The closure to run. It should be short and must not wait for another thread.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    acquire()
    defer { release() }
    return try body()
  }

  /// Waits for something outside of the process, and lets other threads use the store meanwhile.
  ///
  /// Call this with the store locked, before anything was changed. If the thread has locked it more than once, other
  /// threads must wait too, because the calls around this one rely on the lock.
  func pause(_ wait: () -> Void) {
    guard depth == 1 else { return wait() }
    let (depth, exclusiveDepth, thread) = (depth, exclusiveDepth, thread)
    (self.depth, self.exclusiveDepth) = (0, 0)
    lock.unlock()
    wait()
    lock.lock()
    (self.depth, self.exclusiveDepth, self.thread) = (depth, exclusiveDepth, thread)
  }

  /// Whether the current thread has locked the store.
  var isLockedByCurrentThread: Bool {
    // The lock is recursive.
    guard lock.tryLock() else { return false }
    defer { lock.unlock() }
    return depth > 0
  }

  /// Runs a closure under the store's lock, unless another thread has the lock.
  ///
  /// - Returns: The result of `body`, or `nil` if another thread has the lock.
  func withLockIfFree<Result>(_ body: () -> Result) -> Result? {
    guard lock.tryLock() else { return nil }
    count()
    defer { release() }
    return body()
  }

  /// Runs work as soon as the current thread has released this store and has no other one locked, before the changes that
  /// were announced are delivered.
  ///
  /// Call this under ``withLock(_:)``.
  func whenReleased(_ piece: @escaping () -> Void) {
    work.append(piece)
    hasWork = true
  }

  private func takeWork() -> [() -> Void] {
    guard hasWork else { return [] }
    hasWork = false
    defer { work = [] }
    return work
  }

  /// Takes the lock for writing and returns whether this is the outermost access.
  func enter() -> Access {
    acquire()
    exclusiveDepth += 1
    return exclusiveDepth == 1 ? .outermost : .nested
  }

  /// Ends an access for writing.
  ///
  /// If it was the outermost, `end` is called before the lock is released.
  func leave(_ end: () -> Void) {
    exclusiveDepth -= 1
    if exclusiveDepth == 0 { end() }
    release()
  }

  /// Stops the program if the current thread is not the one that has locked the store.
  ///
  /// Only a coroutine can be resumed on another thread: the in-place change of an `async` call. Its store could never be
  /// unlocked, and whoever used it next would wait for ever.
  func requireLock() {
    // The thread that has the lock suspended the call, so nothing else writes `thread` meanwhile.
    guard thread == ThreadState.current else {
      fatalError(
        """
        NamespacedDefaults: an in-place change of a setting has ended on another thread than it began, and its store is \
        locked. Do not pass a setting inout to an async function; pass a copy, and assign the result.
        """
      )
    }
  }

  func acquire() {
    lock.lock()
    count()
  }

  private func count() {
    depth += 1
    if depth == 1 { begin() }
  }

  func release() {
    depth -= 1
    if depth == 0, let thread { end(thread) } else { lock.unlock() }
  }

  @inline(never)  // so that the two functions above, which mostly count, are inlined
  private func begin() {
    thread = ThreadState.enter()
  }

  @inline(never)  // as above
  private func end(_ thread: UnsafeMutablePointer<ThreadState>) {
    // Each thread delivers its own announcements. So when only one thread writes, its observers have been called before
    // the write returns.
    let position = hasWork ? changes.position : nil
    let work = takeWork()
    lock.unlock()
    ThreadState.leave(thread)
    guard let position else { return }
    for piece in work { ThreadState.whenUnlocked(piece) }
    ThreadState.whenUnlocked { [changes] in changes.deliver(upTo: position) }
  }
}
