#if Postgres
  import NamespacedDefaults
  import NamespacedDefaultsPlatform

  /// The engines in use, one for each store on a server and replica; all stores of one place share it.
  enum PostgresEngines {
    private static let engines = WeakTable()

    /// Returns the engine of a place, after it has read everything.
    static func engine(for server: Server, replica: FileStore?) throws -> PostgresEngine {
      // A forked child has none of the threads and connections of its parent. No part has a NUL in it.
      let place = ["\(getpid())", server.connection.text, server.name, replica?.path ?? ""].joined(separator: "\0")
      let engine = try engines.value(for: place, life: \.context.problems) { () throws in
        try PostgresEngine(server, replica: replica ?? InMemoryStore())
      }
      // Outside of the lock, because the server may take its time.
      try engine.open()
      return engine
    }
  }
#endif
