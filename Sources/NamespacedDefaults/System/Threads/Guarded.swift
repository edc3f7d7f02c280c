/// State that can be reached only under its lock.
///
///     private let names = Guarded(Set<String>())
///
///     func insert(_ name: String) { names.withLock { _ = $0.insert(name) } }
///
/// `@unchecked Sendable`: the lock guards the state.
package struct Guarded<State>: ~Copyable, @unchecked Sendable {
  private let lock: Lock
  // A pointer, because a stored property of a constant cannot change.
  private let state: UnsafeMutablePointer<State>
  private let makeState: @Sendable () -> sending State?

  /// Creates a guarded state.
  ///
  /// - Parameters:
  ///   - state: The state at the beginning.
  ///   - isApart: Whether nothing else is in the cache lines of the lock.
  ///   - lost: Returns the state in a forked child in which another thread was using it, or `nil` if it is what it was; that at
  ///     the beginning by default.
  package init(
    _ state: @autoclosure @escaping @Sendable () -> sending State,
    isApart: Bool = false,
    lost: (@Sendable () -> sending State?)? = nil
  ) {
    lock = Lock(recursion: .stopsTheProgram, isApart: isApart)
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state())
    makeState = lost ?? state
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Runs a body that may read and change the state.
  ///
  /// The body must not call code that may reach the same state, or that is the program's. So what it takes out of the
  /// state is returned, and released by the caller. A second access inside the first stops the program.
  package func withLock<Result, Failure>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock(orBegin: { beginAgain() })
    defer { lock.unlock() }
    return try body(&state.pointee)
  }

  // The former state is not released, because a thread of the parent may have been in the middle of a change.
  @inline(never)  // so that nothing is saved for it
  private func beginAgain() {
    if let new = makeState() { state.initialize(to: new) }
  }

  /// Runs a body that may read and change the state, or returns `nil` if another thread has locked it.
  func withLockIfFree<Result>(_ body: (inout sending State) -> sending Result) -> sending Result? {
    guard lock.tryLock(orBegin: { beginAgain() }) else { return nil }
    defer { lock.unlock() }
    return body(&state.pointee)
  }
}

extension Guarded where State: Sendable {
  /// Replaces the state, and returns the former one, so that it is released outside the lock.
  func exchange(_ new: State) -> State {
    withLock { state in
      let former = state
      state = new
      return former
    }
  }
}
