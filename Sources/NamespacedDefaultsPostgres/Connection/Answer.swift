#if Postgres
  import CPostgres

  /// The rows of an answer, as texts.
  struct Answer {
    private(set) var rows: [[String?]] = []

    /// Adds the rows of a result.
    mutating func add(_ result: OpaquePointer) {
      for row in 0..<PQntuples(result) {
        rows.append(
          (0..<PQnfields(result)).map { column in
            PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
          }
        )
      }
    }
  }

  /// The parts of an error or a warning of the server.
  struct Diagnosis {
    let code: String
    let message: String
    /// Whether it warns that a commit is not on the standby for which it has waited.
    let isOfMissingStandby: Bool

    init(_ result: OpaquePointer?) {
      // The letters are those of `PG_DIAG_…`, which Swift does not import.
      func field(_ letter: Unicode.Scalar) -> String {
        PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) } ?? ""
      }
      code = field("C")
      message = [field("M"), field("D"), field("H")].filter { !$0.isEmpty }.joined(separator: "; ")
      // The function of the server, because a trigger may warn with any code and text.
      isOfMissingStandby = field("R") == "SyncRepWaitForLSN"
    }
  }
#endif
