/// A function that is set after its owner was created, and that any thread calls.
///
/// The function is in a struct. Where a function itself is the state of a generic type, such as ``Guarded``, each access
/// wraps it once more and puts the wrapped one back: the thousandth call would go through a thousand functions.
struct Callback: ~Copyable, Sendable {
  struct Function {  // not private, because Swift 6.3 fails to compile the types that have a callback then
    fileprivate let call: @Sendable () -> Void
  }

  // In a forked child it stays, because another thread has hardly been setting it.
  private let function = Guarded<Function?>(nil) { .none as Function?? }

  func set(_ call: @escaping @Sendable () -> Void) { function.withLock { $0 = Function(call: call) } }

  /// Calls the function, if one was set, under no lock, and returns whether one was.
  @discardableResult
  func callAsFunction() -> Bool { function.withLock { $0 }?.call() != nil }
}
