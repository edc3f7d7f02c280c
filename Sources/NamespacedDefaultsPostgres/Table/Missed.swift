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
    /// Whether the server has a row for the store.
    let hasStore: Bool

    // One statement, so that all of it is of one moment.
    private static let statement = """
      WITH known AS MATERIALIZED (SELECT $2::bigint = 0 OR EXISTS (
        SELECT FROM namespaced_defaults.commits WHERE store = $1 AND version = $2::bigint AND token = $3) AS yes)
      SELECT store.format, store.version, store.forgotten, last.token, (SELECT yes FROM known),
        setting.name, setting.value
      FROM namespaced_defaults.stores store
      LEFT JOIN namespaced_defaults.commits last ON last.store = store.name AND last.version = store.version
      LEFT JOIN namespaced_defaults.settings setting ON setting.store = store.name
        AND setting.version > (SELECT CASE WHEN yes AND $4::boolean THEN $2::bigint ELSE 0 END FROM known)
        AND (setting.value IS NOT NULL OR (SELECT yes AND $4::boolean FROM known))
      WHERE store.name = $1
      ORDER BY setting.version, setting.name
      """

    /// Asks a server.
    ///
    /// - Throws: ``ServerFailure``, or an error about what cannot be read.
    init(since: Position, of store: String, on connection: Connection, _ options: ServerOptions) throws {
      let answer = try connection.run(
        Self.statement,
        [store.withoutNUL, "\(since.version)", since.token, "\(since.isSure)"],
        within: options.timeout
      )
      self.since = since
      guard let first = answer.rows.first else {
        (position, settings, isWhole, hasStore) = (.beginning, [], true, false)
        isOfAnotherPast = since != .beginning
        return
      }
      guard let format = first[0].flatMap({ Int($0) }), let version = first[1].flatMap({ Int64($0) }) else {
        throw DefaultsError(.refusedByServer, "the table namespaced_defaults.stores is not as the library has made it")
      }
      guard format <= Tables.format else {
        throw DefaultsError(
          .refusedByServer,
          "the tables of the settings have format \(format), which a later version of the library has made; update this one"
        )
      }
      hasStore = true
      position = Position(version: version, token: first[3] ?? "")
      let isKnown = first[4] == "t"
      isWhole = !isKnown || !since.isSure
      isOfAnotherPast = !isKnown && since.version > first[2].flatMap { Int64($0) } ?? 0
      settings = try answer.rows.compactMap { row in
        guard let name = row[5]?.withNUL else { return nil }
        do {
          return Setting(name: name, value: try row[6].map { try PropertyListValue(exactJSON: $0) })
        } catch {
          throw DefaultsError(
            .refusedByServer,
            "the value of \(name.debugDescription) in the table is not as the library has written it: \(error)"
          )
        }
      }
    }
  }
#endif
