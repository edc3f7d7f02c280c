#if Postgres
  import CPostgres
  import NamespacedDefaults

  /// An attempt to connect, on a thread of its own, because the system may look a name up without end.
  final class ConnectionAttempt: Sendable {
    private enum State {
      case running, isGivenUp
      /// The address of the handle, which may not have connected.
      case isOver(UInt, ServerFailure?)
    }

    private let state = Guarded(State.running)
    private let end: WakeUp

    private init() throws { end = try WakeUp() }

    /// Connects.
    ///
    /// - Returns: The handle of libpq, which the caller finishes.
    /// - Throws: ``ServerFailure``.
    static func connect(_ parameters: [(keyword: String, value: String)], until deadline: Deadline) throws
      -> OpaquePointer
    {
      let attempt = try ConnectionAttempt()
      guard startThread({ attempt.run(parameters) }) else { throw ServerFailure.lost("no thread could be started") }
      attempt.end.wait(until: deadline)
      let state = attempt.state.withLock { state in
        if case .running = state { state = .isGivenUp }
        return state
      }
      guard case .isOver(let address, let failure) = state, let handle = OpaquePointer(bitPattern: address) else {
        throw ServerFailure.lost("it has not answered in time")
      }
      guard let failure else { return handle }
      PQfinish(handle)
      throw failure
    }

    private func run(_ parameters: [(keyword: String, value: String)]) {
      withCStrings(parameters.map(\.keyword)) { keywords in
        withCStrings(parameters.map(\.value)) { values in
          let handle = PQconnectdbParams(keywords, values, 1)
          var failure: ServerFailure?
          if PQstatus(handle) != CONNECTION_OK {
            let message = handle.map { Connection.message(of: $0) } ?? "no memory"
            // A server that answers others does not want this one.
            let isThere = PQpingParams(keywords, values, 1) == PQPING_OK
            failure = isThere ? .refused(code: ServerFailure.rejection, message: message) : .lost(message)
          }
          let isAwaited = state.withLock { state in
            guard case .running = state else { return false }
            state = .isOver(UInt(bitPattern: handle), failure)
            return true
          }
          if isAwaited { end.wake() } else { PQfinish(handle) }
        }
      }
    }
  }
#endif
