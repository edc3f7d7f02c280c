#if Postgres
  import NamespacedDefaults

  /// A commit of a server, by which a replica knows up to where it has read.
  struct Position: Equatable, Sendable {
    /// The commit before the first one, which is in the past of every server.
    static let beginning = Position(version: 0, token: "")

    /// The number of the commit.
    var version: Int64
    /// What no other commit has, of whatever server.
    var token: String
    /// Whether all up to here is there; `false` if a loss of power may have taken something since it was read.
    var isSure = true

    /// Whether a commit has made it, and not someone who has written one of the tables alone.
    var isOfCommit: Bool { !token.isEmpty && !token.contains("/") }

    /// Creates the position after this one, of a commit that nobody has made yet.
    ///
    /// - Throws: An error if there is none, because someone has written so into the table.
    var next: Position {
      get throws {
        guard version < .max else {
          throw DefaultsError(
            .refusedByServer,
            "the version in the table namespaced_defaults.stores has no next one; set it to the greatest of its settings"
          )
        }
        let number = (UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max)))
        return Position(version: version + 1, token: String(number.0, radix: 16) + String(number.1, radix: 16))
      }
    }
  }
#endif
