#if Postgres
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

    /// Creates the position after this one, of a commit that nobody has made yet.
    var next: Position {
      let number = (UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max)))
      return Position(version: version + 1, token: String(number.0, radix: 16) + String(number.1, radix: 16))
    }
  }
#endif
