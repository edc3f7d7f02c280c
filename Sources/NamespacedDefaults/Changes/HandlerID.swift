import Synchronization

/// The identity of an observer's handler, which may observe several keys of several stores.
struct HandlerID: Sendable, Hashable {
  private static let count = Atomic(0)

  fileprivate let number: Int

  /// Creates the identity of a new handler.
  init() { number = Self.count.add(1, ordering: .relaxed).newValue }

  private init(number: Int) { self.number = number }

  /// Returns the handler that is not called for a change of a name that the current thread makes; `nil` if there is none.
  static func silenced(for name: String) -> HandlerID? {
    let state = ThreadState.current
    let number = state.pointee.silencedByName.map { $0[name] ?? 0 } ?? state.pointee.silencedHandler
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

  /// Runs a body whose changes of a name do not call the handler of that name, and call all others.
  static func silencing(_ handlers: [String: HandlerID], _ body: () throws -> Void) rethrows {
    let state = ThreadState.current
    guard !handlers.isEmpty || state.pointee.silencedHandler != 0 else { return try body() }
    let outer = state.pointee.silencedByName
    state.pointee.silencedByName = handlers.mapValues(\.number)
    defer { state.pointee.silencedByName = outer }
    try body()
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
