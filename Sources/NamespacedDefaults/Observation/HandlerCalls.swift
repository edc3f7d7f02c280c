import Synchronization

/// The calls of an observer's handler, each where the handler is isolated.
///
/// A handler without isolation is called by the thread that delivers the change. The handler of an actor is called on that
/// actor by a task, in the order in which the changes are delivered.
final class HandlerCalls<Argument: Sendable>: Sendable {
  /// The identity of the handler.
  let id = HandlerID()
  /// The handler without its isolation; it is called on its actor only.
  private let handler: @Sendable (Argument) -> Void
  /// What waits for the actor; `nil` for a handler without isolation.
  private let waiting: AsyncStream<Argument>.Continuation?
  private let isEnded = Atomic(false)
  /// Whether the code that registers the handler runs on the handler's actor, and has no store locked.
  let isOnActor: Bool

  /// Creates the calls of a handler that code on an actor registers.
  convenience init(
    of handler: @escaping @isolated(any) @Sendable (Argument) -> Void,
    from caller: (any Actor)? = nil
  ) {
    // Swift has no other way to call such a function without `await`.
    self.init(of: unsafeBitCast(handler, to: (@Sendable (Argument) -> Void).self), on: handler.isolation, from: caller)
  }

  convenience init(of handler: @escaping @isolated(any) @Sendable () -> Void, from caller: (any Actor)?)
  where Argument == Void {
    // As above.
    let function = unsafeBitCast(handler, to: (@Sendable () -> Void).self)
    self.init(of: { function() }, on: handler.isolation, from: caller)
  }

  private init(of handler: @escaping @Sendable (Argument) -> Void, on actor: (any Actor)?, from caller: (any Actor)?) {
    self.handler = handler
    isOnActor = actor != nil && actor === caller && ThreadState.current.pointee.lockCount == 0
    guard let actor else {
      waiting = nil
      return
    }
    let (arguments, continuation) = AsyncStream.makeStream(of: Argument.self)
    waiting = continuation
    // The task has the task-local values of the code that registers the handler.
    Task { await call(with: arguments, on: actor) }
  }

  /// Calls the handler now, or leaves that to its actor.
  func callAsFunction(_ argument: Argument) {
    guard let waiting else { return handler(argument) }
    waiting.yield(argument)
  }

  /// Calls the handler on its actor, where the code that registers it runs.
  ///
  /// The actor's task cannot deliver a change before that code has returned.
  func callOnActor(_ argument: Argument) { id.run { handler(argument) } }

  private func call(with arguments: AsyncStream<Argument>, on actor: isolated any Actor) async {
    for await argument in arguments {
      // Asked on the actor. So code of the actor that has ended the calls gets no other one.
      if isEnded.load(ordering: .relaxed) { return }
      id.run { handler(argument) }
    }
  }

  /// Returns an observation whose end is the end of the calls too.
  func ending(with observation: DefaultsObservation) -> DefaultsObservation {
    guard let waiting else { return observation }
    return DefaultsObservation {
      self.isEnded.store(true, ordering: .relaxed)
      waiting.finish()
      observation.cancel()
    }
  }
}
