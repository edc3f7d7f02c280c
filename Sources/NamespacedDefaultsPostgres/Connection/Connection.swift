#if Postgres
  import CPostgres
  import NamespacedDefaults
  import NamespacedDefaultsPlatform

  /// The moment at which a wait for a server ends.
  typealias Deadline = ContinuousClock.Instant

  /// A connection to a server, whose waits are bounded on this side.
  ///
  /// It is not Sendable: one thread at a time uses it. After a failure that is ``ServerFailure/lost(_:)`` it is of no use.
  final class Connection {
    private let handle: OpaquePointer
    private let process = getpid()
    private let timeout: Duration
    /// When whoever uses the connection gives up, however much the server says.
    var deadline: Deadline
    /// Whether a statement was sent whose answer nobody has taken yet.
    private var hasPendingAnswer = false
    private(set) var isLost = false
    /// The names of the statements that the server has prepared.
    private var prepared: [String: String] = [:]
    /// Whether the server has warned, since the last statement began, that no standby has what it has committed.
    private(set) var lacksStandby = false
    /// The name of the store as the tables have it, and the number for which its lock is taken.
    var store = (name: "", lock: "")
    /// Whether the server could not be written when the connection began.
    var isReadOnly = false
    /// Whether it is a standby, to which nobody can listen.
    var isStandby = false

    /// Connects, and gives the server the time for a first turn.
    ///
    /// - Throws: ``ServerFailure``.
    init(_ parameters: ConnectionString.Parameters, timeout: Duration, until end: Deadline) throws {
      self.timeout = timeout
      deadline = end
      handle = try ConnectionAttempt.connect(parameters, until: end)
      PQsetnonblocking(handle, 1)
      // What libpq says of a lost connection repeats what the server has said, which may have a value.
      PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
      // The receiver is called only inside of calls of this object.
      PQsetNoticeReceiver(
        handle,
        { context, result in
          guard let context, Diagnosis(result).isOfMissingStandby else { return }
          Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().lacksStandby = true
        },
        Unmanaged.passUnretained(self).toOpaque()
      )
    }

    /// Gives the server its time anew, for a turn that may wait for others.
    func renew(waiting wait: Duration = .zero) { deadline = .now + timeout + wait }

    deinit {
      // A forked child shares the socket, and would end its parent's session.
      if process == getpid() { PQfinish(handle) } else { close(descriptor) }
    }

    /// Ends the session on the server now, whoever still has a reference: its lock is free when the server has seen it.
    func end() {
      isLost = true
      if !isInherited { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    /// Whether the time of the turn is over.
    var isOverdue: Bool { deadline < .now }

    var descriptor: Int32 { PQsocket(handle) }
    /// The number of the server's process, which it sent when the connection began.
    var serverProcess: Int32 { PQbackendPID(handle) }
    /// Whether the connection is another process's, which has forked this one.
    var isInherited: Bool { process != getpid() }

    private var message: String { Self.message(of: handle) }

    static func message(of handle: OpaquePointer) -> String {
      let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      // Lines with a tab are guesses about what the others say.
      return text.split(separator: "\n").filter { !$0.hasPrefix("\t") }.joined(separator: "; ")
    }

    /// Runs a statement and returns its rows.
    ///
    /// - Parameters:
    ///   - statement: The statement, or several ones that count together if there are no parameters.
    ///   - parameters: The values of `$1`, `$2` and so on.
    /// - Returns: The rows.
    /// - Throws: ``ServerFailure``.
    @discardableResult
    func run(_ statement: String, _ parameters: [String?] = []) throws -> Answer {
      try send(statement, parameters)
      do {
        return try takeAnswer()
      } catch ServerFailure.refused(let code, _) where code == ServerFailure.lockTimeout {
        throw ServerFailure.refused(code: code, message: try holders)
      }
    }

    /// Sends a statement, whose answer the next one takes first.
    ///
    /// One with parameters is prepared when it is first used.
    func send(_ statement: String, _ parameters: [String?] = []) throws {
      if hasPendingAnswer { _ = try takeAnswer() }
      lacksStandby = false
      guard !parameters.isEmpty else { return try send { PQsendQuery(handle, statement) } }
      let name = prepared[statement] ?? "s\(prepared.count)"
      if prepared[statement] == nil {
        try send { PQsendPrepare(handle, name, statement, 0, nil) }
        _ = try takeAnswer()
        prepared[statement] = name
      }
      try send {
        withCStrings(parameters) { values in
          PQsendQueryPrepared(handle, name, Int32(parameters.count), values, nil, nil, 0)
        }
      }
    }

    private func send(_ send: () -> Int32) throws {
      guard send() == 1 else { throw lost(message) }
      hasPendingAnswer = true
      while true {
        switch PQflush(handle) {
        case 0: return
        case 1:
          // The server may wait until its own output is read.
          if try wait(for: Int16(POLLIN | POLLOUT)) & Int16(POLLIN) != 0 { try consumeInput() }
        default: throw lost(message)
        }
      }
    }

    private func takeAnswer() throws -> Answer {
      var answer: Answer = []
      var failure: ServerFailure?
      while true {
        while PQisBusy(handle) == 1 {
          try wait(for: Int16(POLLIN))
          try consumeInput()
        }
        guard let result = PQgetResult(handle) else { break }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: answer += Answer(result)
        case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
        default:
          let diagnosis = Diagnosis(result)
          failure = .refused(code: diagnosis.code, message: diagnosis.code.isEmpty ? message : diagnosis.message)
          // A table that was altered has made a prepared statement useless; a new session has none. One that cannot be written
          // is on another host, if at all.
          if ["0A000", "26000", "25006"].contains(diagnosis.code) { isLost = true }
        }
      }
      hasPendingAnswer = false
      if PQstatus(handle) != CONNECTION_OK {
        if case .refused(_, let words)? = failure, !words.isEmpty { throw lost(words) }
        throw lost(message)
      }
      if let failure { throw failure }
      return answer
    }

    /// Reads what the server has sent.
    func consumeInput() throws {
      guard PQconsumeInput(handle) == 1 else { throw lost(message) }
    }

    /// Takes the payloads of the notifications that have been read.
    func takeNotifications() -> [String] {
      var payloads: [String] = []
      while let notification = PQnotifies(handle) {
        payloads.append(notification.pointee.extra.map { String(cString: $0) } ?? "")
        PQfreemem(notification)
      }
      return payloads
    }

    @discardableResult
    private func wait(for events: Int16) throws -> Int16 {
      var descriptor = pollfd(fd: descriptor, events: events, revents: 0)
      guard poll(&descriptor, 1, until: deadline) else { throw lost("it has not answered within \(timeout)") }
      return descriptor.revents
    }

    private func lost(_ reason: String) -> ServerFailure {
      isLost = true
      return .lost(reason)
    }
  }

  /// An attempt to connect, on a thread of its own, because the system may look a name up without end.
  ///
  /// The thread keeps it for as long as it runs. What connects too late ends with it.
  final class ConnectionAttempt: Sendable {
    /// The address of the handle of libpq, until someone takes it.
    private let outcome = Guarded<Result<UInt, ServerFailure>?>(nil)
    private let end: WakeUp

    private init() throws { end = try WakeUp() }

    deinit {
      if case .success(let address)? = outcome.withLock({ $0 }) { PQfinish(OpaquePointer(bitPattern: address)) }
    }

    /// Connects.
    ///
    /// - Returns: The handle, which the caller finishes.
    /// - Throws: ``ServerFailure``.
    static func connect(_ parameters: ConnectionString.Parameters, until end: Deadline) throws -> OpaquePointer {
      let attempt = try ConnectionAttempt()
      let isStarted = startThread {
        withCStrings(parameters.map(\.keyword)) { keywords in
          withCStrings(parameters.map(\.value)) { attempt.run(keywords, $0) }
        }
      }
      guard isStarted, attempt.end.wait(until: end), let outcome = attempt.outcome.withLock({ $0.take() }),
        let handle = OpaquePointer(bitPattern: try outcome.get())
      else { throw ServerFailure.lost("it has not answered in time") }
      return handle
    }

    private func run(
      _ keywords: UnsafePointer<UnsafePointer<CChar>?>,  // valid during the call
      _ values: UnsafePointer<UnsafePointer<CChar>?>  // as above
    ) {
      let handle = PQconnectdbParams(keywords, values, 1)
      if let handle, PQstatus(handle) == CONNECTION_OK {
        outcome.withLock { $0 = .success(UInt(bitPattern: handle)) }
      } else {
        let message = handle.map { Connection.message(of: $0) } ?? "no memory"
        PQfinish(handle)
        // A server that answers others does not want this one.
        let isThere = PQpingParams(keywords, values, 1) == PQPING_OK
        outcome.withLock {
          $0 = .failure(isThere ? .refused(code: ServerFailure.rejection, message: message) : .lost(message))
        }
      }
      end.wake()
    }
  }

  /// The rows of an answer, as texts.
  typealias Answer = [[String?]]

  extension Answer {
    init(_ result: OpaquePointer) {
      self = (0..<PQntuples(result)).map { row in
        (0..<PQnfields(result)).map { column in
          PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
        }
      }
    }
  }

  /// The parts of an error or a warning of the server.
  struct Diagnosis {
    let code: String
    /// The server's own words; empty where they can hold a value.
    let message: String
    /// Whether it warns that a commit is not on the standby for which it has waited.
    let isOfMissingStandby: Bool

    init(_ result: OpaquePointer?) {
      // The letters are those of `PG_DIAG_…`, which Swift does not import.
      func field(_ letter: Unicode.Scalar) -> String {
        PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) } ?? ""
      }
      code = field("C")
      // A detail or a hint may quote a row, and what a function or a conversion says may be anything. These kinds name objects
      // of the database, or what the server lacks.
      let isPlain = code == "42501" || ["08", "23", "25", "40", "53", "54", "55", "57", "58"].contains(code.prefix(2))
      message = isPlain && field("W").isEmpty ? field("M") : ""
      // The function of the server, because a trigger may warn with any code and text.
      isOfMissingStandby = field("R") == "SyncRepWaitForLSN"
    }
  }
#endif
