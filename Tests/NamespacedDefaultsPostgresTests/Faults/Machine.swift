#if Postgres
  import NamespacedDefaults
  import NamespacedDefaultsPostgres

  extension PostgresStore {
    /// Opens a store as a machine of its own does: stores of one connection string share what they know.
    static func machine(
      _ number: Int,
      _ connection: String,
      _ name: String = "store",
      replica: FileStore? = nil,
      lockTimeout: Duration = .seconds(30),
      timeout: Duration = .seconds(10)
    ) throws -> PostgresStore {
      try PostgresStore(
        connection: "\(connection) application_name=machine\(number)",
        name: name,
        replica: replica,
        lockTimeout: lockTimeout,
        timeout: timeout
      )
    }

    var isConnected: Bool { state == .connected }
  }
#endif
