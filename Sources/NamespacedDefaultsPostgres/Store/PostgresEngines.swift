#if Postgres
  import NamespacedDefaults
  import NamespacedDefaultsPlatform

  /// The engines in use, one for each store on a server and replica; all stores of one place share it.
  final class PostgresEngines: Sendable {
    static let shared = PostgresEngines()

    private struct Place: Hashable {
      let connection: ConnectionString
      let name: String
      /// The path of the replica; `nil` for one in memory.
      let replica: String?
      /// A forked child has none of the threads and connections of its parent.
      let process = getpid()
    }

    private struct Reference {
      weak var engine: PostgresEngine?
    }

    private let references = Guarded<[Place: Reference]>([:])

    /// Returns the engine of a place, after it has read everything.
    func engine(for server: Server, replica: FileStore?) throws -> PostgresEngine {
      let place = Place(connection: server.connection, name: server.name, replica: replica?.path)
      let engine = try references.withLock { references in
        if let engine = references[place]?.engine { return engine }
        references = references.filter { $1.engine != nil }
        let engine = try PostgresEngine(server, replica: replica ?? InMemoryStore())
        references[place] = Reference(engine: engine)
        return engine
      }
      // Outside of the lock, because the server may take its time.
      try engine.open()
      return engine
    }
  }
#endif
