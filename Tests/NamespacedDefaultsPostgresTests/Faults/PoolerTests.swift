#if Postgres
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import Testing

  /// A pooler in front of the server, where sessions are not kept.
  @Suite(.enabled(if: PgBouncer.missing == nil, Comment(rawValue: PgBouncer.missing ?? ""))) struct PoolerTests {
    @Test func aPoolerIsRefusedWithASentence() throws {
      let server = try PostgresServer.shared.get()
      let database = try server.newDatabase()
      let pooler = try PgBouncer(before: server)
      let error = #expect(throws: DefaultsError.self) {
        try PostgresStore(connection: pooler.connection(database: database), name: "store")
      }
      #expect(error?.code == .refusedByServer, "\(error.map { "\($0)" } ?? "")\n\(pooler.log)")
      #expect(error?.message.contains("PgBouncer") == true)
      // Not even its tables are made.
      #expect(try server.sql("select to_regnamespace('namespaced_defaults') is null", database: database) == "t")
    }
  }
#endif
