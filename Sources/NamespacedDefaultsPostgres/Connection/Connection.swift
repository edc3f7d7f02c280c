#if Postgres
  import CPostgres
  import NamespacedDefaults
  import NamespacedDefaultsPlatform

  /// A connection to a server, whose waits are bounded on this side.
  ///
  /// The limit of a call is the longest time for which the server takes nothing and says nothing, so that large values may
  /// take longer.
  ///
  /// It is not Sendable: one thread at a time uses it. After a failure that is ``ServerFailure/lost(_:)`` it is of no use.
  final class Connection {
    private let handle: OpaquePointer
    private let process = getpid()
    /// Whether a statement was sent whose answer nobody has taken yet.
    private var hasPendingAnswer = false
    private(set) var isLost = false
    /// The names of the statements that the server has prepared.
    private var prepared: [String: String] = [:]
    private var preparedCount = 0
    /// The warnings of the server since the last statement began.
    private(set) var warnings: [Diagnosis] = []

    /// Connects, and waits for the server as long as the string says, by default for a time for each host.
    ///
    /// - Throws: ``ServerFailure``.
    init(_ string: ConnectionString, timeout: Duration) throws {
      let parameters = string.parameters(timeout: timeout)
      let handle = withCStrings(parameters.map(\.keyword)) { keywords in
        withCStrings(parameters.map(\.value)) { values in PQconnectdbParams(keywords, values, 1) }
      }
      guard let handle else { throw ServerFailure.lost("no memory") }
      self.handle = handle
      guard PQstatus(handle) == CONNECTION_OK else { throw ServerFailure.lost(message) }
      PQsetnonblocking(handle, 1)
      // The receiver is called only inside of calls of this object.
      PQsetNoticeReceiver(
        handle,
        { context, result in
          guard let context else { return }
          Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().warnings.append(Diagnosis(result))
        },
        Unmanaged.passUnretained(self).toOpaque()
      )
    }

    deinit {
      // A forked child shares the socket, and would end its parent's session.
      if process == getpid() { PQfinish(handle) } else { close(descriptor) }
    }

    /// Ends the session on the server now, whoever still has a reference: its lock is free when the server has seen it.
    func end() {
      isLost = true
      if !isInherited { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    var descriptor: Int32 { PQsocket(handle) }
    /// The number of the server's process, as it was told when the connection began.
    var serverProcess: Int32 { PQbackendPID(handle) }
    /// Whether the connection is another process's, which has forked this one.
    var isInherited: Bool { process != getpid() }

    private var message: String {
      let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      // Lines with a tab are guesses about what the others say.
      return text.split(separator: "\n").filter { !$0.hasPrefix("\t") }.joined(separator: "; ")
    }

    /// Runs a statement and returns its rows.
    ///
    /// - Parameters:
    ///   - statement: The statement, or several ones that count together if there are no parameters.
    ///   - parameters: The values of `$1`, `$2` and so on.
    ///   - limit: The longest time for which the server may be silent.
    /// - Returns: The rows.
    /// - Throws: ``ServerFailure``.
    @discardableResult
    func run(_ statement: String, _ parameters: [String?] = [], within limit: Duration) throws -> Answer {
      try send(statement, parameters, within: limit)
      return try takeAnswer(within: limit)
    }

    /// Sends a statement, whose answer the next one takes first.
    ///
    /// One with parameters is prepared when it is first used.
    func send(_ statement: String, _ parameters: [String?] = [], within limit: Duration) throws {
      if hasPendingAnswer { _ = try takeAnswer(within: limit) }
      warnings = []
      guard !parameters.isEmpty else { return try send(within: limit) { PQsendQuery(handle, statement) } }
      let name = try prepare(statement, within: limit)
      try send(within: limit) {
        withCStrings(parameters) { values in
          PQsendQueryPrepared(handle, name, Int32(parameters.count), values, nil, nil, 0)
        }
      }
    }

    private func prepare(_ statement: String, within limit: Duration) throws -> String {
      if let name = prepared[statement] { return name }
      preparedCount += 1
      let name = "s\(preparedCount)"
      try send(within: limit) { PQsendPrepare(handle, name, statement, 0, nil) }
      _ = try takeAnswer(within: limit)
      prepared[statement] = name
      return name
    }

    private func send(within limit: Duration, _ send: () -> Int32) throws {
      guard send() == 1 else { throw lost(message) }
      hasPendingAnswer = true
      while true {
        switch PQflush(handle) {
        case 0: return
        case 1:
          // The server may wait until its own output is read.
          if try wait(for: Int16(POLLIN | POLLOUT), limit) & Int16(POLLIN) != 0 { try consumeInput() }
        default: throw lost(message)
        }
      }
    }

    private func takeAnswer(within limit: Duration) throws -> Answer {
      var answer = Answer()
      var failure: ServerFailure?
      while true {
        while PQisBusy(handle) == 1 {
          try wait(for: Int16(POLLIN), limit)
          try consumeInput()
        }
        guard let result = PQgetResult(handle) else { break }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: answer.add(result)
        case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
        default:
          let diagnosis = Diagnosis(result)
          let text = diagnosis.message.isEmpty ? message : diagnosis.message
          failure = .refused(code: diagnosis.code, message: text)
        }
      }
      hasPendingAnswer = false
      if PQstatus(handle) != CONNECTION_OK { throw lost(message) }
      if let failure {
        // A table that was altered can make a prepared statement useless.
        prepared = [:]
        throw failure
      }
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

    /// Returns a name as an identifier of SQL.
    func identifier(_ name: String) -> String {
      guard let text = PQescapeIdentifier(handle, name, name.utf8.count) else { return "" }
      defer { PQfreemem(text) }
      return String(cString: text)
    }

    @discardableResult
    private func wait(for events: Int16, _ limit: Duration) throws -> Int16 {
      var descriptor = pollfd(fd: descriptor, events: events, revents: 0)
      guard poll(&descriptor, 1, until: .now + limit) else { throw lost("it has not answered within \(limit)") }
      return descriptor.revents
    }

    private func lost(_ reason: String) -> ServerFailure {
      isLost = true
      return .lost(reason)
    }
  }
#endif
