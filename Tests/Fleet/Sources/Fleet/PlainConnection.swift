import CPostgresClient

/// A connection of libpq, as a program would use it that knows nothing of the library.
final class PlainConnection {
  private let handle: OpaquePointer

  init(_ connection: String) throws {
    guard let handle = PQconnectdb(connection) else { throw Failure("no memory") }
    self.handle = handle
    guard PQstatus(handle) == CONNECTION_OK else { throw failure }
  }

  deinit { PQfinish(handle) }

  private var failure: Failure { Failure(PQerrorMessage(handle).map { String(cString: $0) } ?? "") }

  /// Carries out statements and returns the first value of the last one.
  @discardableResult
  func run(_ statements: String) throws -> String? { try value(PQexec(handle, statements)) }

  func prepare(_ statement: String) throws { _ = try value(PQprepare(handle, "", statement, 0, nil)) }

  /// Carries out the statement that was prepared.
  @discardableResult
  func runPrepared() throws -> String? { try value(PQexecPrepared(handle, "", 0, nil, nil, nil, 0)) }

  private func value(_ result: OpaquePointer?) throws -> String? {
    defer { PQclear(result) }
    guard [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else { throw failure }
    return PQntuples(result) == 0 ? nil : String(cString: PQgetvalue(result, 0, 0))
  }
}
