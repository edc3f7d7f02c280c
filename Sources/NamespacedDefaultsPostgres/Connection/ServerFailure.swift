#if Postgres
  public import NamespacedDefaults

  /// The failure of something that a server was asked.
  enum ServerFailure: Error {
    /// The connection is gone, or the server has not answered in time; what was asked may have happened.
    case lost(String)
    /// The server has refused it, with its own code of five characters; nothing has happened.
    case refused(code: String, message: String)

    /// The code of a server that answers and does not want this program.
    static let rejection = "08004"
    /// The failure of a server that could be written when the connection began, or was a standby.
    static let changed = lost("it can be written no longer, or is no standby any more")
    /// The failure of what needs a primary.
    static let standby = lost(
      "there is only a standby, or target_session_attrs asks for one, which cannot be written and notifies nobody"
    )

    /// The code of a wait for a lock that has lasted too long.
    static let lockTimeout = "55P03"

    /// The error that a program gets.
    ///
    /// - Parameter store: The name of the store.
    /// - Returns: The error.
    func error(of store: String) -> DefaultsError {
      let store = store.debugDescription
      return switch self {
      case .lost(let reason):
        DefaultsError(.unreachableServer, "the server of \(store) cannot be reached: \(reason)")
      case .refused(Self.rejection, let message):
        DefaultsError(.refusedByServer, "the server of \(store) does not let this program in: \(message)")
      case .refused(Self.lockTimeout, let message):
        DefaultsError(.lockTimeout, "another writer, of whatever machine, has kept \(store) locked: \(message)")
      case .refused(let code, let message):
        DefaultsError(
          .refusedByServer,
          "the server of \(store) has refused this: \(message.isEmpty ? "see its log" : message) (\(code))"
            + Self.advice(on: code)
        )
      }
    }

    private static func advice(on code: String) -> String {
      switch code {
      case "42501":
        """
        . A role reads with GRANT USAGE ON SCHEMA namespaced_defaults and GRANT SELECT ON ALL TABLES IN SCHEMA \
        namespaced_defaults, and writes with GRANT SELECT, INSERT, UPDATE, DELETE on them. Where a row-level security policy \
        hides rows, it needs BYPASSRLS
        """
      case "25006": ". It is a standby, or the role may only read"
      case "42P01", "3F000", "42P10", "42703", "42804", "42883":
        """
        . The tables of the schema namespaced_defaults are not as the library has made them; restore all three, with their \
        indexes
        """
      default: ""
      }
    }
  }

  /// Throws an error if something is not fit for settings.
  func require(_ isFit: Bool, _ message: @autoclosure () -> String, as code: DefaultsError.Code = .refusedByServer)
    throws
  {
    if !isFit { throw DefaultsError(code, message()) }
  }

  extension DefaultsError.Code {
    /// The code of a server that cannot be reached, or that does not answer in time; nothing was stored.
    public static let unreachableServer = Self(rawValue: "unreachableServer")
    /// The code of what the server, or its tables, do not allow, such as a write of a role that may only read.
    ///
    /// Nothing was stored. The message says what an operator can do.
    public static let refusedByServer = Self(rawValue: "refusedByServer")
    /// The code of a write during which the server was lost, so that nobody knows whether it is stored.
    ///
    /// A read after ``PostgresStore/refresh()`` shows it, as soon as the server can be reached.
    public static let unknownOutcome = Self(rawValue: "unknownOutcome")
  }
#endif
