/// The state of a store, which can be reached only under the lock of the store's context.
///
/// That lock is recursive, because a body that changes a store may read it. The state is not: an access inside another
/// one stops the program. So a body must not call what may reach the same state, nor wait with
/// ``StoreLock/pause(_:)``, which lets other threads in.
///
/// `@unchecked Sendable`: the lock guards the state.
struct StoreState<State>: ~Copyable, @unchecked Sendable {
  private struct Cell {
    var isInUse = false
    var state: State
  }

  private let context: DefaultsStoreContext
  // A pointer, because a stored property of a constant cannot change.
  private let cell: UnsafeMutablePointer<Cell>

  init(_ state: sending State, under context: DefaultsStoreContext) {
    self.context = context
    cell = .allocate(capacity: 1)
    cell.initialize(to: Cell(state: state))
  }

  deinit {
    cell.deinitialize(count: 1)
    cell.deallocate()
  }

  /// Locks the store and runs a body that may read and change the state.
  func withLock<Result, Failure>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    context.lock.acquire()
    defer { context.lock.release() }
    precondition(!cell.pointee.isInUse, "the state of a store is used inside another use of it")
    cell.pointee.isInUse = true
    defer { cell.pointee.isInUse = false }
    return try body(&cell.pointee.state)
  }
}
