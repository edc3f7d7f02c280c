#if Postgres
  public import NamespacedDefaults

  /// A store in a table of PostgreSQL, which the machines of a fleet share.
  ///
  /// ```swift
  /// Defaults.store = try PostgresStore(
  ///   connection: "postgresql://db.example/settings",
  ///   name: "fleet"
  /// )
  /// ```
  ///
  /// When a write returns, the server has committed it. Every other process that has the store open is notified
  /// within milliseconds, and its observers are called.
  ///
  /// - Reads come from a replica, in memory or in a file, which one connection keeps up to date. A read costs what one of the
  ///   replica costs, and needs no server. It returns a state that was: everything up to some commit, and nothing after it.
  /// - Observers of other processes get each key's last value, and those before it if there is time between them.
  /// - A write waits for the server: it takes the store's lock there, reads what it has missed, and commits. So an
  ///   update counts every increment of every machine, and a transaction or a batch is one of the server. A write that throws
  ///   is not stored, unless its code is ``NamespacedDefaults/DefaultsError/Code/unknownOutcome``.
  /// - While the server is away, reads go on with what was read last, which is reported once to `Defaults.problemHandler`,
  ///   and ``state`` says since when and why. Writes throw. When the server is back, observers get what was missed: after up
  ///   to ten seconds, so that the machines of a fleet do not come all at once.
  /// - A forked child must open a store of its own.
  public final class PostgresStore: DefaultsStore {
    private let engine: PostgresEngine

    /// The store's lock and observers, which are those of the replica.
    public var context: DefaultsStoreContext { engine.context }

    /// Where the values lie.
    public var _storage: any DefaultsStorage { engine }

    /// The name of the type and the store's name.
    public var label: String { "PostgresStore \(engine.server.name.debugDescription)" }

    /// The longest time for which a call waits until other threads have released the store, and a write until the writers of
    /// other processes and machines have.
    public var lockTimeout: Duration { engine.server.options.lockTimeout }

    init(_ server: Server, replica: FileStore?) throws {
      engine = try PostgresEngines.engine(for: server, replica: replica)
    }

    /// Opens a store, and creates missing tables if the replica has no commit of it and the role may create them.
    ///
    /// Stores of one connection string, name and replica are one in a process, with the times of the first of them.
    ///
    /// - Parameters:
    ///   - connection: The connection string of libpq: a URI, or keywords and values. What it leaves out comes from the
    ///     environment, a service file or a password file. With several hosts, the first one is used that can be written, and while
    ///     there is none, one that can be read.
    ///   - name: The name of the store, which distinguishes several ones in a database.
    ///   - replica: A store in a file for what was read. All processes of a machine that name the same file share it, and one
    ///     of them listens for the others. With it a program starts while the server is away, and waits for it no longer
    ///     than 2 seconds. It belongs to the database and the hosts of the connection string. It must have no settings of its
    ///     own, and nobody else may write it. Without it, each store reads everything into memory.
    ///   - lockTimeout: The longest time for which a write waits for other writers.
    ///   - timeout: The longest time for a turn at the server that needs nobody else, in which it is also found and reached. To
    ///     read everything is one turn. The server itself gives up a little earlier.
    /// - Throws: An error if the server cannot be reached and no replica has a copy, or if it is not fit: see
    ///   ``NamespacedDefaults/DefaultsError/Code/refusedByServer``.
    public convenience init(
      connection: String,
      name: String,
      replica: FileStore? = nil,
      lockTimeout: Duration = .seconds(30),
      timeout: Duration = .seconds(10)
    ) throws {
      guard !name.isEmpty else { throw DefaultsError.invalidStoreName(name) }
      let options = ServerOptions(timeout: timeout, lockTimeout: lockTimeout)
      try self.init(Server(connection: ConnectionString(connection), name: name, options: options), replica: replica)
    }

    /// Whether the replica is notified of the server's commits.
    ///
    /// A server that falls silent without a word is noticed when it does not answer the next question: after less than three
    /// times the `timeout`.
    public var state: ServerState { engine.state }

    /// Reads what the server has committed, and returns when the replica has it.
    ///
    /// Nobody needs to call this to get changes, which arrive by themselves. It is for a program that has learned otherwise
    /// that there is a change, or that wants no older state.
    ///
    /// - Throws: An error if the server cannot be reached, or the replica not be written.
    public func refresh() throws { try engine.refresh() }

    /// Waits until the replica would survive a loss of power; what the server has committed is its own concern.
    ///
    /// - Throws: An error if the replica cannot be written.
    public func synchronize() throws { try engine.replica.values.synchronize() }
  }
#endif
