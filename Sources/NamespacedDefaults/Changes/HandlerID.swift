import Synchronization

/// The identity of an observer's handler, which may observe several keys of several stores.
struct HandlerID: Sendable, Equatable {
  private static let count = Atomic(0)

  fileprivate let number: Int

  /// Creates the identity of a new handler.
  init() { number = Self.count.add(1, ordering: .relaxed).newValue }

  private init(number: Int) { self.number = number }

  /// The handler that is not called for the changes that the current thread makes; `nil` if there is none.
  static var silenced: HandlerID? {
    let number = ThreadState.current.pointee.silencedHandler
    return number == 0 ? nil : HandlerID(number: number)
  }

  /// Runs the handler's code.
  func run(_ body: () -> Void) {
    let state = ThreadState.current
    let (outer, silenced) = (state.pointee.runningHandler, state.pointee.silencedHandler)
    (state.pointee.runningHandler, state.pointee.silencedHandler) = (number, 0)
    body()
    (state.pointee.runningHandler, state.pointee.silencedHandler) = (outer, silenced)
  }

  /// Runs a body whose changes do not call the handler that runs on the current thread.
  static func silencingCurrent<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let state = ThreadState.current
    let outer = state.pointee.silencedHandler
    state.pointee.silencedHandler = state.pointee.runningHandler
    defer { state.pointee.silencedHandler = outer }
    return try body()
  }
}
