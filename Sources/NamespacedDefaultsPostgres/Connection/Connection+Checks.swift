#if Postgres
  import NamespacedDefaults

  extension Connection {
    /// Connects for the settings, and checks that the server, and what is in between, are fit for them.
    ///
    /// - Parameters:
    ///   - parameters: What libpq connects with.
    ///   - store: The name of the store, as the server takes it.
    ///   - options: The options of the store.
    ///   - end: The time at which it gives up.
    /// - Returns: The connection.
    /// - Throws: ``ServerFailure``, or an error about what is not fit.
    static func open(
      _ parameters: ConnectionString.Parameters,
      _ store: String,
      _ options: ServerOptions,
      until end: Deadline
    ) throws -> Connection {
      let connection = try Connection(parameters, timeout: options.timeout, until: end)
      // A commit that has returned survives a crash of the server, whatever its operator says of others. And a machine that
      // goes without a word leaves its lock to the others, which the server notices only by keeping the connection alive.
      // A server that would show a part of the rows is to refuse. It gives up before this side does, and says why.
      let answer = try connection.run(
        """
        SELECT pg_backend_pid(), current_setting('server_encoding'), current_setting('server_version_num'),
          current_setting('transaction_read_only'), pg_is_in_recovery(), count(set_config(name, value, false))
        FROM (VALUES ('lock_timeout', '\((options.timeout / 2).milliseconds)'),
          ('statement_timeout', '\((options.timeout * 3 / 4).milliseconds)'), ('idle_session_timeout', '0'),
          ('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on')),
          ('default_transaction_isolation', 'read committed'), ('row_security', 'off'), ('array_nulls', 'on'),
          ('client_min_messages', 'warning'), ('search_path', 'pg_catalog'), ('tcp_keepalives_idle', '10'),
          ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '25000')) own (name, value)
        WHERE current_setting(name, true) IS NOT NULL
        """
      )
      guard let row = answer.first else { throw ServerFailure.lost("it has not answered") }
      (connection.isReadOnly, connection.isStandby) = (row[3] == "on", row[4] == "t")
      try require(row[0] == "\(connection.serverProcess)", "a pooler as PgBouncer keeps no session; name the server")
      try require(row[1] == "UTF8", "the database has the encoding \(row[1] ?? ""), and settings need UTF8")
      try require(Int(row[2] ?? "") ?? 0 >= 130_000, "the server is older than PostgreSQL 13")
      // Names of the same characters are one name, as in Swift.
      let names = try connection.run(
        "SELECT name, hashtextextended('namespaced_defaults.' || name, 0) FROM normalize($1, NFC) name",
        [store]
      )
      if let row = names.first, let name = row[0], let lock = row[1] { connection.store = (name, lock) }
      return connection
    }

    /// The sessions that have locked the store or its tables, in words.
    var holders: String {
      get throws {
        let answer = try run(
          """
          SELECT string_agg(DISTINCT format('session %s (%s) has locked %s', pid, concat_ws(', ', application_name,
            CASE wait_event WHEN 'SyncRep' THEN 'which waits for a standby' END),
            coalesce(relation::regclass::text, 'the store')), ', ')
          FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE pid <> pg_backend_pid() AND granted AND mode <> 'AccessShareLock'
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND (classid::bigint << 32 | objid::bigint = \(store.lock)
              OR relation IN (SELECT oid FROM pg_class WHERE relnamespace = to_regnamespace('namespaced_defaults')))
          """
        )
        return answer.first?[0] ?? "it is free by now"
      }
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
  }

  extension Duration {
    /// The whole milliseconds, at least one, as the server reads them.
    var milliseconds: String { "\(max(1, Int(self / .milliseconds(1))))" }
  }
#endif
