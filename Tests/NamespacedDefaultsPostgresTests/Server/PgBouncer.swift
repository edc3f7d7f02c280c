#if Postgres
  import Foundation

  /// PgBouncer in front of a server: each transaction may have another session of it.
  final class PgBouncer {
    private let directory: ServerDirectory
    private let program: ServerProgram

    /// Why tests with it are skipped, or nil where they are not.
    static var missing: String? {
      PostgresBinaries.missing
        ?? (PostgresBinaries.place(of: "pgbouncer") == nil ? "PgBouncer is not installed" : nil)
    }

    init(before server: PostgresServer, database: String = "postgres") throws {
      let binaries = try PostgresBinaries.installed.get()
      guard let place = PostgresBinaries.place(of: "pgbouncer") else {
        throw Command.Failure(description: "PgBouncer is not installed")
      }
      directory = try ServerDirectory()
      let settings = """
        [databases]
        * = host=\(server.directory.path) user=postgres
        [pgbouncer]
        listen_addr =
        listen_port = 6432
        unix_socket_dir = \(directory.path)
        auth_type = any
        pool_mode = transaction
        ignore_startup_parameters = extra_float_digits,options

        """
      try settings.write(toFile: "\(directory.path)/pgbouncer.ini", atomically: false, encoding: .utf8)
      program = try ServerProgram(
        binaries.prefix + [place, "-q", "\(directory.path)/pgbouncer.ini"],
        name: "pgbouncer",
        in: directory
      )
      // The socket is there a moment before anybody listens at it.
      try wait(for: "PgBouncer") { (try? server.psql(connection(), "select 1")) != nil }
    }

    func connection(database: String = "postgres") -> String {
      "host=\(directory.path) port=6432 dbname=\(database) user=postgres"
    }

    var log: String { (try? String(contentsOfFile: "\(directory.path)/pgbouncer.log", encoding: .utf8)) ?? "" }
  }
#endif
