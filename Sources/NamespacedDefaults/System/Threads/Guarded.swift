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

  /// Creates a guarded state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - isApart: Whether nothing else is in the cache lines of the lock.
  package init(_ state: sending State, isApart: Bool = false) {
    lock = Lock(recursion: .stopsTheProgram, isApart: isApart)
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state)
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
    lock.lock()
    defer { lock.unlock() }
    return try body(&state.pointee)
  }

  /// Runs a body that may read and change the state, or returns `nil` if another thread has locked it.
  func withLockIfFree<Result>(_ body: (inout sending State) -> sending Result) -> sending Result? {
    guard lock.tryLock() else { return nil }
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
