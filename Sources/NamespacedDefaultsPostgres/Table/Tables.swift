#if Postgres
  import NamespacedDefaults

  /// The tables in which a database keeps settings.
  ///
  /// - `stores` has the version of each store, which grows by one with each commit.
  /// - `settings` has each value with the version of the commit that wrote it. A removed one stays for a while without a
  ///   value, so that a reader who was away learns of its removal.
  /// - `commits` has the last commits, each with a token that nobody else has. By it a writer finds out whether a commit
  ///   whose answer was lost has happened, and a reader whether what it has read is a past of this server.
  enum Tables {
    /// The version of the tables' form.
    static let format = 1

    /// Creates the tables, if the role may do so.
    ///
    /// - Throws: ``ServerFailure``, or an error that says how they can be made.
    static func create(on connection: Connection) throws {
      do {
        let found = try connection.run("SELECT to_regnamespace('namespaced_defaults')")
        let schema = found.first?[0] == nil ? "CREATE SCHEMA IF NOT EXISTS namespaced_defaults;" : ""
        // One lock for all who create them at the same time, which the end of the statement releases.
        try connection.run(
          "SELECT pg_advisory_xact_lock(hashtextextended('namespaced_defaults', 0)); \(schema) \(definition)"
        )
      } catch ServerFailure.refused(let code, let message) where code == "42501" {
        throw DefaultsError(
          .refusedByServer,
          """
          the database has no tables for settings yet, and this role may not create them (\(message)). Open the store once \
          as a role with GRANT CREATE ON DATABASE
          """
        )
      }
    }

    // None refers to another one, so that a backup can bring them in any order, and lock one at a time.
    private static let definition = """
      CREATE TABLE IF NOT EXISTS namespaced_defaults.stores (
        name text COLLATE "C" PRIMARY KEY, format integer NOT NULL, version bigint NOT NULL, forgotten bigint NOT NULL);
      CREATE TABLE IF NOT EXISTS namespaced_defaults.settings (store text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL, value json, version bigint NOT NULL, PRIMARY KEY (store, name));
      CREATE INDEX IF NOT EXISTS settings_by_version ON namespaced_defaults.settings (store, version);
      CREATE TABLE IF NOT EXISTS namespaced_defaults.commits (store text COLLATE "C" NOT NULL, version bigint NOT NULL,
        token text NOT NULL, committed timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (store, version));
      COMMENT ON SCHEMA namespaced_defaults IS 'Settings of programs that use NamespacedDefaults';
      """
  }
#endif
