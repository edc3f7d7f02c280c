import Synchronization

/// The calls of an observer's handler, each where the handler is isolated.
///
/// A handler without isolation is called by the thread that delivers the change. The handler of an actor is called on that
/// actor by a task, in the order in which the changes are delivered.
final class HandlerCalls<Argument: Sendable>: Sendable {
  private enum Call: Sendable {
    case handler(Argument)
    /// Nothing but the news that all before it is done.
    case flush(CheckedContinuation<Void, Never>)
  }

  /// The identity of the handler.
  let id = HandlerID()
  /// The handler without its isolation; it is called on its actor only.
  private let handler: @Sendable (Argument) -> Void
  /// What waits for the actor; `nil` for a handler without isolation.
  private let waiting: AsyncStream<Call>.Continuation?
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
    let (calls, continuation) = AsyncStream.makeStream(of: Call.self)
    waiting = continuation
    // The task has the task-local values of the code that registers the handler.
    Task { await make(calls, on: actor) }
  }

  /// Calls the handler now, or leaves that to its actor.
  func callAsFunction(_ argument: Argument) {
    guard let waiting else { return handler(argument) }
    waiting.yield(.handler(argument))
  }

  /// Calls the handler on its actor, where the code that registers it runs.
  ///
  /// The actor's task cannot deliver a change before that code has returned.
  func callOnActor(_ argument: Argument) { id.run { handler(argument) } }

  private func make(_ calls: AsyncStream<Call>, on actor: isolated any Actor) async {
    for await call in calls {
      switch call {
      // Asked on the actor. So code of the actor that has ended the calls gets no other one.
      case .handler(let argument): if !isEnded.load(ordering: .relaxed) { id.run { handler(argument) } }
      case .flush(let continuation): continuation.resume()
      }
    }
  }

  /// Returns an observation whose end is the end of the calls too.
  ///
  /// - Parameters:
  ///   - observation: The observation that makes the calls.
  ///   - contexts: The contexts of the observed stores.
  /// - Returns: The observation.
  func ending(with observation: DefaultsObservation, in contexts: [DefaultsStoreContext]) -> DefaultsObservation {
    guard let waiting else { return observation }
    let ofActors = contexts.map(\.callsOfActors)
    for calls in ofActors {
      calls.add(id) {
        await withCheckedContinuation { if case .terminated = waiting.yield(.flush($0)) { $0.resume() } }
      }
    }
    return DefaultsObservation { [id] in
      self.isEnded.store(true, ordering: .relaxed)
      waiting.finish()
      observation.cancel()
      for calls in ofActors { calls.remove(id) }
    }
  }
}

extension DefaultsStoreContext {
  /// Waits until the store's observers have been called with each change that was announced before.
  package func waitForObservers() async {
    for part in parts { await part.waitForObservers() }
    var observation: DefaultsObservation?
    // Called when the changes before it are delivered, by whichever thread delivers.
    await withCheckedContinuation { continuation in
      observation = observe(nil, isPassive: true, first: { { continuation.resume() } }) { _ in }
    }
    observation?.cancel()
    await callsOfActors.flush()
  }
}
