#if Postgres
  import Foundation

  /// A PostgreSQL server in a directory of its own, on a Unix socket.
  ///
  /// Its superuser is `postgres`, and any role may connect without a password. It does not wait for the disk, because no
  /// test takes away the power; a kill of its processes loses nothing that they have written.
  ///
  /// `@unchecked Sendable`: a server that several tests share is not changed by them.
  final class PostgresServer: @unchecked Sendable {
    let directory: ServerDirectory
    let binaries: PostgresBinaries
    private var program: ServerProgram?
    /// No file of the server may become larger than so many KiB; heard at the next start.
    var largestFile: Int?

    /// The one that tests share which do it no harm.
    static let shared = Result { try PostgresServer() }

    /// Makes a server and starts it.
    ///
    /// - Parameter prepare: Is called with the server's directory, in which it may make a folder `data`.
    /// - Throws: What kept it from running.
    init(prepare: (ServerDirectory) throws -> Void = { _ in }) throws {
      binaries = try PostgresBinaries.installed.get()
      directory = try ServerDirectory()
      try prepare(directory)
      try ClusterTemplate.shared.get().copy(to: "\(directory.path)/data")
      try start()
    }

    /// Makes a copy of a running server that follows it; see `Standby.swift`.
    init(backupOf primary: PostgresServer, name: String) throws {
      binaries = primary.binaries
      directory = try ServerDirectory()
      let connection = "\(primary.connection()) application_name=\(name)"
      try Command.run(
        binaries.program("pg_basebackup")
          + ["-D", "\(directory.path)/data", "-d", connection, "-R", "-X", "stream", "-c", "fast", "--no-sync"]
      )
      try start()
    }

    /// A connection string to it.
    func connection(database: String = "postgres", user: String = "postgres") -> String {
      "host=\(directory.path) dbname=\(database) user=\(user)"
    }

    /// Carries out SQL with `psql`, so that what is tested is not needed for it.
    ///
    /// - Returns: The rows, a line for each, with a bar between columns.
    /// - Throws: ``Command/Failure`` with the server's words.
    @discardableResult
    func sql(
      _ text: String,
      database: String = "postgres",
      user: String = "postgres",
      options: String = ""
    ) throws -> String {
      try psql(connection(database: database, user: user) + " " + options, text)
    }

    /// The same by way of another address.
    @discardableResult
    func psql(_ connection: String, _ text: String) throws -> String {
      try Command.run(["\(binaries.folder)/psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", connection, "-c", text])
    }

    /// Waits until an expression of SQL is true.
    ///
    /// - Throws: ``Command/Failure`` if it is not after a time that is enough on any machine.
    func waitUntil(_ condition: String) throws {
      try sql(
        """
        do $$ begin
          for turn in 1..3000 loop
            if \(condition) then return; end if;
            perform pg_stat_clear_snapshot(), pg_sleep(0.01);
          end loop;
          raise 'waited in vain';
        end $$
        """
      )
    }

    /// Makes an empty database.
    ///
    /// - Returns: Its name.
    func newDatabase() throws -> String {
      let name = "test_" + UUID().uuidString.prefix(8).lowercased()
      try sql("create database \(name)")
      return name
    }

    // MARK: - Its life

    /// Starts it, and waits until it takes connections.
    func start() throws {
      try wait(for: "a server that starts") {
        // After a kill its other processes end when they notice it, and until then no new server may start.
        let new = try ServerProgram(
          binaries.program("postgres") + ["-D", "\(directory.path)/data", "-k", directory.path],
          name: "server",
          in: directory,
          largestFile: largestFile
        )
        while new.isRunning {
          if isReady(new) {
            program = new
            return true
          }
          usleep(5000)
        }
        return false
      }
    }

    /// What the server has noted: its id in the first line, and in the eighth whether connections are taken.
    private func isReady(_ program: ServerProgram) -> Bool {
      let note = try? String(contentsOfFile: "\(directory.path)/data/postmaster.pid", encoding: .utf8)
      guard let lines = note?.split(separator: "\n", omittingEmptySubsequences: false), lines.count >= 8,
        pid_t(lines[0]) == program.id
      else { return false }
      return ["ready", "standby"].contains(lines[7].trimmingCharacters(in: .whitespaces))
    }

    /// Ends it as `pg_ctl stop -m immediate` does, or with another signal.
    func stop(_ signal: Int32 = SIGQUIT) {
      program?.end(with: signal)
      program = nil
    }

    /// Kills all its processes.
    func kill() {
      let children = program?.children ?? []
      stop(SIGKILL)
      for child in children { Foundation.kill(child, SIGKILL) }
    }

    /// Stops all its processes where they are, as if the machine or the network stood still.
    func stall() {
      guard let program else { return }
      // First the one that starts the others. The watchdog must know whom to wake.
      Foundation.kill(program.id, SIGSTOP)
      let all = [program.id] + program.children
      let note = all.map(\.description).joined(separator: " ")
      try? note.write(toFile: "\(directory.path)/stopped", atomically: false, encoding: .utf8)
      for id in all { Foundation.kill(id, SIGSTOP) }
    }

    /// Lets them go on.
    func unstall() {
      let note = try? String(contentsOfFile: "\(directory.path)/stopped", encoding: .utf8)
      for id in (note ?? "").split(separator: " ").compactMap({ pid_t($0) }) { Foundation.kill(id, SIGCONT) }
      unlink("\(directory.path)/stopped")
    }

    var isRunning: Bool { program?.isRunning ?? false }

    /// What it has written to its log.
    var log: String { (try? String(contentsOfFile: "\(directory.path)/server.log", encoding: .utf8)) ?? "" }
  }
#endif
