#if Postgres
  import NamespacedDefaults

  /// Changes as they are sent to the server: one statement, which is one transaction.
  struct Commit {
    /// The longest name, which is part of an index of the table.
    static let nameLimit = 2_000
    /// The largest value, with its name.
    static let sizeLimit = 32 << 20
    /// The largest commit; a server takes no statement of a gigabyte.
    static let totalLimit = 256 << 20

    let position: Position
    private let names: String
    private let values: String

    /// Creates a commit of changes.
    ///
    /// - Throws: An error for what has no form in the tables.
    init(_ changes: [DefaultsChange], after last: Position) throws {
      position = try last.next
      var total = 0
      values = try changes.map { change in
        let (name, value, quota) = (change.key, change.newValue, DefaultsError.Code.exceededQuota)
        try require(name != ReservedName.replica, "\(name) is the library's own record", as: .unencodableValue)
        try require(name.withoutNUL.utf8.count <= Self.nameLimit, "a name takes at most 2,000 bytes", as: quota)
        // First, because it bounds how deep values nest.
        let text = try value?.exactJSON
        try require(value?.approximateSize ?? 0 <= Self.sizeLimit, "a value takes at most 32 MiB", as: quota)
        total += text?.utf8.count ?? 0
        try require(total <= Self.totalLimit, "a commit takes at most 256 MiB", as: quota)
        return text
      }.arrayText
      names = changes.map(\.key.withoutNUL).arrayText
    }

    // Nothing is written if the version is another one, as it is if someone has written without the lock. Names of the same
    // characters are one name, as in Swift, so they are normalized. The last line
    // names a table only so that it is locked first; see ``Missed``.
    private static let statement = """
      WITH store AS (
        UPDATE namespaced_defaults.stores SET version = version + 1 WHERE name = $1 AND version = $2::bigint - 1
          AND format = \(Tables.format)
        RETURNING version),
      changed AS (
        INSERT INTO namespaced_defaults.settings AS old (store, name, value, version)
        SELECT $1, normalize(new.name, NFC), new.value::json, store.version
        FROM store, unnest($4::text[], $5::text[]) AS new (name, value)
        ON CONFLICT (store, name) DO UPDATE SET value = excluded.value, version = excluded.version),
      committed AS (
        INSERT INTO namespaced_defaults.commits (store, version, token) SELECT $1, store.version, $3 FROM store)
      SELECT store.version, pg_notify($6, store.version::text) FROM store LEFT JOIN namespaced_defaults.settings ON false
      """

    /// Sends it, and waits until it is committed.
    ///
    /// - Returns: Whether it is; `nil` if the server warns that it may be undone by a failure.
    /// - Throws: ``ServerFailure``.
    func run(on connection: Connection) throws -> Bool? {
      let name = connection.store.name
      let parameters = [name, "\(position.version)", position.token, names, values, channel(of: name)]
      let answer = try connection.run(Self.statement, parameters)
      // As when an operator has cancelled the wait for a standby.
      return connection.lacksStandby ? nil : !answer.isEmpty
    }

    /// Returns whether it is stored, and would survive what the server's own setting says.
    ///
    /// - Throws: ``ServerFailure``.
    func isStored(on connection: Connection) throws -> Bool {
      let answer = try connection.run(
        "SELECT FROM namespaced_defaults.commits WHERE store = $1 AND version = $2::bigint AND token = $3",
        [connection.store.name, "\(position.version)", position.token]
      )
      guard !answer.isEmpty else { return false }
      // It may be on its way to a standby still. Where a later commit has arrived, it has too.
      let isConfirmed = try? connection.run(
        "UPDATE namespaced_defaults.stores SET version = version WHERE name = $1",
        [connection.store.name]
      )
      guard isConfirmed != nil, !connection.lacksStandby else {
        throw ServerFailure.lost("it is stored there, and no standby has confirmed it")
      }
      return true
    }

    /// Removes what readers needed who were away for longer than the last commits.
    static func forget(upTo version: Int64, on connection: Connection) throws {
      try connection.run(
        """
        WITH commits AS (DELETE FROM namespaced_defaults.commits WHERE store = $1 AND version <= $2::bigint),
        removed AS (
          DELETE FROM namespaced_defaults.settings WHERE store = $1 AND version <= $2::bigint AND value IS NULL)
        UPDATE namespaced_defaults.stores SET forgotten = $2::bigint WHERE name = $1
        """,
        [connection.store.name, "\(version)"]
      )
    }
  }

  /// The channel of the notifications of a store's commits, which has at most 63 characters.
  func channel(of store: String) -> String {
    // Stores that share a channel by chance only wake each other.
    return "namespaced_defaults_" + String(digest(of: store.utf8), radix: 16)
  }
#endif
