#if Postgres
  import NamespacedDefaults
  import NamespacedDefaultsPlatform

  /// The engines in use, one for each store on a server and replica; all stores of one place share it.
  enum PostgresEngines {
    private struct Place: Hashable {
      let connection: ConnectionString
      let name: String
      /// The path of the replica; `nil` for one in memory.
      let replica: String?
      /// A forked child has none of the threads and connections of its parent.
      let process = getpid()
    }

    private static let engines = WeakTable<Place, PostgresEngine>()

    /// Returns the engine of a place, after it has read everything.
    static func engine(for server: Server, replica: FileStore?) throws -> PostgresEngine {
      let place = Place(connection: server.connection, name: server.name, replica: replica?.path)
      let engine = try engines.value(for: place) { () throws in
        try PostgresEngine(server, replica: replica ?? InMemoryStore())
      }
      // Outside of the lock, because the server may take its time.
      try engine.open()
      return engine
    }
  }
#endif
