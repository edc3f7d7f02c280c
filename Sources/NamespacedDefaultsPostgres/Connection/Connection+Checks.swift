#if Postgres
  import NamespacedDefaults

  extension Connection {
    /// Connects for the settings, and checks that the server, and what is in between, are fit for them.
    ///
    /// - Parameters:
    ///   - string: The connection string.
    ///   - options: The options of the store.
    /// - Returns: The connection.
    /// - Throws: ``ServerFailure``, or an error about what is not fit.
    static func open(_ string: ConnectionString, _ options: ServerOptions) throws -> Connection {
      let connection = try Connection(string, timeout: options.timeout)
      // A commit that has returned survives a crash of the server, whatever its operator says of others. And a machine that
      // goes without a word leaves its lock to the others, of which the server hears only by keeping the connection alive.
      let answer = try connection.run(
        """
        SELECT pg_backend_pid(), current_setting('server_encoding'), current_setting('server_version_num'),
          set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false),
          set_config('client_min_messages', 'warning', false), set_config('search_path', 'pg_catalog', false),
          set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), false),
          set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
          set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '25000', false)
        """,
        [options.lockTimeout.milliseconds, options.statementTimeout.milliseconds],
        within: options.timeout
      )
      guard let row = answer.rows.first else { throw ServerFailure.lost("it has not answered") }
      guard row[0] == "\(connection.serverProcess)" else {
        throw DefaultsError(
          .refusedByServer,
          """
          between this process and the server is a pooler, as PgBouncer, where a session's lock and LISTEN are not kept; \
          give the address of the server itself
          """
        )
      }
      guard row[1] == "UTF8" else {
        throw DefaultsError(.refusedByServer, "the database has the encoding \(row[1] ?? ""), and settings need UTF8")
      }
      guard Int(row[2] ?? "") ?? 0 >= 130_000 else {
        throw DefaultsError(.refusedByServer, "the server is older than PostgreSQL 13")
      }
      return connection
    }
  }

  /// The times that bound the waits for a server.
  struct ServerOptions: Hashable, Sendable {
    /// The longest wait for an answer that needs nobody else.
    var timeout: Duration
    /// The longest wait for other writers.
    var lockTimeout: Duration
    /// The number of commits for which a reader may have been away.
    var keptCommits = 20_000
    /// The longest time before the first attempt to reach a server that was lost.
    var firstWait = Duration.milliseconds(500)

    /// The time after which the server gives a statement up.
    var statementTimeout: Duration { lockTimeout + timeout }
    /// The longest wait for a statement that waits for other writers, which is longer than that of the server.
    var lockedTimeout: Duration { statementTimeout + .seconds(1) }
  }

  extension Duration {
    /// The whole milliseconds, at least one, as the server reads them.
    fileprivate var milliseconds: String { "\(max(1, Int(self / .milliseconds(1))))" }
  }
#endif
