#if Postgres
  import NamespacedDefaults

  /// A commit of a server, by which a replica records up to where it has read.
  struct Position: Equatable, Sendable {
    /// The commit before the first one, which is in the past of every server.
    static let beginning = Position(version: 0, token: "")

    /// The number of the commit.
    var version: Int64
    /// What no other commit has, of whatever server.
    var token: String
    /// Whether all up to here is there; `false` if a loss of power may have taken something since it was read.
    var isSure = true

    /// The id of the store's tables, with which the token of each commit begins.
    var id: String? { token.firstIndex(of: ".").map { String(token[..<$0]) } }

    /// Whether a commit has made it, and not someone who has written one of the tables alone.
    var isOfCommit: Bool { !token.isEmpty && !token.contains("/") }

    /// Creates the position after this one, of a commit that nobody has made yet.
    ///
    /// - Throws: An error if there is none, because someone has written so into the table.
    var next: Position {
      get throws {
        try require(version < .max, "the last version is in the table stores; set it to the greatest in settings")
        return Position(version: version + 1, token: "\(id ?? Self.random).\(Self.random)")
      }
    }

    private static var random: String {
      String(UInt64.random(in: 0...(.max)), radix: 16) + String(UInt64.random(in: 0...(.max)), radix: 16)
    }
  }

  /// What a server has that a reader at a position has not read, all of one moment.
  struct Missed: Sendable {
    /// A setting that is new.
    struct Setting: Equatable {
      let name: String
      /// The value; `nil` if it was removed.
      let value: PropertyListValue?
    }

    /// The position of the reader.
    let since: Position
    /// The position of the server.
    let position: Position
    /// The settings that are new, those that were written last at the end.
    let settings: [Setting]
    /// Whether these are all settings, because the server does not have the reader's position, or the reader is not sure.
    let isWhole: Bool
    /// Whether what was read has never been, or is no longer, a state of this server.
    let isOfAnotherPast: Bool
    /// Whether the row of the store is missing, or lies behind what is stored beside it; a writer puts it in order.
    let isDisordered: Bool
    /// The values that are not as the library has written them, by their names; they count as removed.
    private(set) var unreadable: [(name: String, error: any Error)] = []

    // One statement, so that all of it is of one moment. The server has a reader's position where the tables fit together. The
    // server locks the tables in the order in which they are named, which is that of `pg_restore`: else one could wait for
    // the other.
    private static let statement = """
      WITH stored AS MATERIALIZED (
        SELECT (SELECT max(version) FROM namespaced_defaults.settings WHERE store = $1) AS settings,
          (SELECT version FROM namespaced_defaults.stores WHERE name = $1) AS version,
          (SELECT max(version) FROM namespaced_defaults.commits WHERE store = $1) AS commits),
      known AS MATERIALIZED (
        SELECT coalesce(settings, 0) = version AND ($2::bigint = 0 AND $3::text = '' OR EXISTS (
          SELECT FROM namespaced_defaults.commits WHERE store = $1 AND version = $2::bigint AND token = $3)) AS yes
        FROM stored)
      SELECT store.format, store.version, store.forgotten, last.token, (SELECT yes FROM known),
        stored.settings, stored.commits, setting.name, setting.value, current_setting('transaction_read_only')
      FROM stored LEFT JOIN namespaced_defaults.settings setting ON setting.store = $1
        AND setting.version > (SELECT CASE WHEN yes AND $4::boolean THEN $2::bigint ELSE 0 END FROM known)
        AND (setting.value IS NOT NULL OR (SELECT yes AND $4::boolean FROM known))
      LEFT JOIN namespaced_defaults.stores store ON store.name = $1
      LEFT JOIN namespaced_defaults.commits last ON last.store = $1 AND last.version = store.version
      ORDER BY setting.version, setting.name
      """

    /// Asks a server.
    ///
    /// - Throws: ``ServerFailure``, or an error about what cannot be read.
    init(since: Position, on connection: Connection) throws {
      let answer = try connection.run(
        Self.statement,
        [connection.store.name, "\(since.version)", since.token, "\(since.isSure)"]
      )
      guard let first = answer.first else { throw ServerFailure.lost("it has not answered") }
      if first[9] == "on" ? !connection.isReadOnly : connection.isStandby { throw ServerFailure.changed }
      func number(_ column: Int) -> Int64? { first[column].flatMap { Int64($0) } }
      let format = number(0) ?? 0
      try require(format <= Tables.format, "a later version of the library has made the tables, with format \(format)")
      let (version, written, committed) = (number(1) ?? 0, number(5) ?? 0, number(6) ?? 0)
      // The last commit has left at least one row. A restore that is not over may have brought the other tables.
      try require(
        written > 0 || max(version, committed) == 0,
        "only a part of the settings is on the server, as during a restore; the replica stays"
      )
      if written == 0, since != .beginning { throw Self.absence }
      self.since = since
      isDisordered = first[1] == nil || written != version || committed != version
      position = Position(version: version, token: (first[3] ?? "") + (written == version ? "" : "/\(written)"))
      let hasPosition = first[4] == "t"
      isWhole = !hasPosition || !since.isSure
      let isOfAnotherTable = since.id != nil && position.id != nil && since.id != position.id
      isOfAnotherPast = !hasPosition && since.isOfCommit && (isOfAnotherTable || since.version > number(2) ?? 0)
      // A standby may have the commit later.
      if isOfAnotherPast, connection.isStandby { throw ServerFailure.standby }
      var unreadable: [(name: String, error: any Error)] = []
      settings = answer.compactMap { row in
        guard let name = row[7]?.withNUL else { return nil }
        do {
          return Setting(name: name, value: try row[8].map { try PropertyListValue(exactJSON: $0) })
        } catch {
          unreadable.append((name, error))
          return Setting(name: name, value: nil)
        }
      }
      self.unreadable = unreadable
    }

    /// The error of a server that has lost what a reader has read of it.
    static let absence = DefaultsError(
      .refusedByServer,
      """
      the server no longer has the settings that this machine has, which stay as they are. Restore them from a backup; or \
      begin anew with a program that has none of them, as "defaults write" is one
      """
    )
  }
#endif
