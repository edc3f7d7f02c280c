#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// A store's name of a test's own on the server that tests share, and the machines that use it.
  ///
  /// Each machine has a connection string of its own, so that its stores share nothing in this process.
  struct Fleet {
    let server: PostgresServer
    let database: String
    let name = "fleet-\(UUID().uuidString.prefix(8))"

    init() throws {
      server = try PostgresServer.shared.get()
      database = try server.newDatabase()
    }

    func connection(of machine: String, user: String = "postgres") -> String {
      server.connection(database: database, user: user) + " application_name=\(machine)"
    }

    /// Opens the store as a machine does.
    func open(
      _ machine: String,
      user: String = "postgres",
      replica: TemporaryReplica? = nil,
      lockTimeout: Duration = .seconds(30),
      timeout: Duration = .seconds(10)
    ) throws -> PostgresStore {
      try PostgresStore(
        connection: connection(of: machine, user: user),
        name: name,
        replica: replica.map { try FileStore(path: $0.path) },
        lockTimeout: lockTimeout,
        timeout: timeout
      )
    }

    /// Waits until a machine whose stores were released has no session any more, and so hears nothing.
    func awaitEnd(of machine: String) throws {
      try wait(for: "the end of \(machine)") {
        try sql(
          "select count(*) from pg_stat_activity where datname = current_database() and application_name = '\(machine)'"
        ) == "0"
      }
    }

    @discardableResult
    func sql(_ text: String) throws -> String { try server.sql(text, database: database) }

    /// The problems of the store that were reported on any thread.
    var problems: [DefaultsProblem] { Reported.all.filter { "\($0)".contains(name) } }
  }

  /// The problems that threads of the library have reported in this process.
  enum Reported {
    private static let heard = Lockbox<[DefaultsProblem]>([])
    private static let isHearing: Void = {
      Defaults.problemHandler = { problem in heard.change { $0.append(problem) } }
    }()

    /// Hears them from now on.
    static func hear() { isHearing }

    static var all: [DefaultsProblem] { heard.value }
  }

  extension DefaultsStore {
    var contents: [String: PropertyListValue] {
      get throws { try keys().reduce(into: [:]) { $0[$1] = try value(forKey: $1) } }
    }
  }
#endif
