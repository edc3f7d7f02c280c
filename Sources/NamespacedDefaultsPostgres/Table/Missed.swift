#if Postgres
  import NamespacedDefaults

  /// What a server has that a reader at a position does not know, all of one moment.
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
    /// Whether these are all settings, because the server does not know the reader's position, or the reader is not sure.
    let isWhole: Bool
    /// Whether what the reader knows has never been, or is no longer, a state of this server.
    let isOfAnotherPast: Bool
    /// Whether the row of the store is missing, or lies behind what is stored beside it; a writer puts it in order.
    let isDisordered: Bool
    /// The values that are not as the library has written them, by their names; they count as removed.
    private(set) var unreadable: [(name: String, error: any Error)] = []

    // One statement, so that all of it is of one moment. A reader's position is known where the tables fit together.
    private static let statement = """
      WITH stored AS MATERIALIZED (
        SELECT (SELECT max(version) FROM namespaced_defaults.settings WHERE store = $1) AS settings,
          (SELECT max(version) FROM namespaced_defaults.commits WHERE store = $1) AS commits,
          (SELECT version FROM namespaced_defaults.stores WHERE name = $1) AS version),
      known AS MATERIALIZED (
        SELECT coalesce(settings, 0) = version AND ($2::bigint = 0 OR EXISTS (
          SELECT FROM namespaced_defaults.commits WHERE store = $1 AND version = $2::bigint AND token = $3)) AS yes
        FROM stored)
      SELECT store.format, store.version, store.forgotten, last.token, (SELECT yes FROM known),
        stored.settings, stored.commits, setting.name, setting.value
      FROM stored LEFT JOIN namespaced_defaults.stores store ON store.name = $1
      LEFT JOIN namespaced_defaults.commits last ON last.store = $1 AND last.version = store.version
      LEFT JOIN namespaced_defaults.settings setting ON setting.store = $1
        AND setting.version > (SELECT CASE WHEN yes AND $4::boolean THEN $2::bigint ELSE 0 END FROM known)
        AND (setting.value IS NOT NULL OR (SELECT yes AND $4::boolean FROM known))
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
      guard let first = answer.rows.first else { throw ServerFailure.lost("it has not answered") }
      func number(_ column: Int) -> Int64? { first[column].flatMap { Int64($0) } }
      guard first[1] == nil || number(0) != nil && number(1) != nil else {
        throw DefaultsError(.refusedByServer, "the table namespaced_defaults.stores is not as the library has made it")
      }
      guard number(0) ?? 0 <= Tables.format else {
        throw DefaultsError(
          .refusedByServer,
          """
          the tables of the settings have format \(number(0) ?? 0), which a later version of the library has made; update \
          this one
          """
        )
      }
      let (version, written, committed) = (number(1) ?? 0, number(5) ?? 0, number(6) ?? 0)
      // The last commit has left at least one row. A restore that is not over may have brought the other tables.
      guard written > 0 || max(version, committed) == 0 else {
        throw DefaultsError(
          .refusedByServer,
          "only a part of the settings is on the server, as during a restore; what this machine knows stays as it is"
        )
      }
      if written == 0, since != .beginning { throw Self.absence }
      self.since = since
      isDisordered = first[1] == nil || written != version || committed != version
      position = Position(version: version, token: (first[3] ?? "") + (written == version ? "" : "/\(written)"))
      let isKnown = first[4] == "t"
      isWhole = !isKnown || !since.isSure
      isOfAnotherPast = !isKnown && since.isOfCommit && since.version > number(2) ?? 0
      var unreadable: [(name: String, error: any Error)] = []
      settings = answer.rows.compactMap { row in
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

    /// The error of a server that has lost what a reader knows of it.
    static let absence = DefaultsError(
      .refusedByServer,
      """
      the server no longer has the settings that this machine knows, which stay as they are. Restore them from a backup; or \
      begin anew with a program that knows none of them, as "defaults write" is one
      """
    )
  }
#endif
