#if Postgres
  import Foundation
  import Testing

  /// The programs of an installed PostgreSQL.
  struct PostgresBinaries: Sendable {
    /// The folder with `initdb`, `postgres`, `psql` and `pg_basebackup`.
    let folder: String
    /// The words that run a program as a user other than root, which PostgreSQL refuses; none where that is not needed.
    let prefix: [String]
    /// The user whom `prefix` names.
    let owner: Owner?

    struct Owner: Sendable {
      var user: uid_t
      var group: gid_t
    }

    /// A program, with the words before it.
    func program(_ name: String) -> [String] { prefix + ["\(folder)/\(name)"] }

    /// Those of this machine.
    static let installed: Result<PostgresBinaries, Command.Failure> = {
      guard let folder = folders().first(where: { isComplete($0) }) else {
        return .failure(
          Command.Failure(description: "no PostgreSQL server is installed (apt-get install postgresql libpq-dev)")
        )
      }
      guard geteuid() == 0 else { return .success(PostgresBinaries(folder: folder, prefix: [], owner: nil)) }
      guard let setpriv = place(of: "setpriv"), let account = getpwnam("postgres") ?? getpwnam("nobody") else {
        return .failure(Command.Failure(description: "PostgreSQL refuses root, and setpriv is missing"))
      }
      let owner = Owner(user: account.pointee.pw_uid, group: account.pointee.pw_gid)
      let prefix = [setpriv, "--reuid=\(owner.user)", "--regid=\(owner.group)", "--clear-groups"]
      return .success(PostgresBinaries(folder: folder, prefix: prefix, owner: owner))
    }()

    /// Why tests with a server are skipped, or nil where they are not.
    static var missing: String? {
      guard case .failure(let failure) = installed else { return nil }
      return failure.description
    }

    /// The place of a program in the usual folders.
    static func place(of program: String) -> String? {
      (pathFolders() + ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]).map { "\($0)/\(program)" }
        .first { access($0, X_OK) == 0 }
    }

    private static func isComplete(_ folder: String) -> Bool {
      ["initdb", "postgres", "psql", "pg_basebackup"].allSatisfy { access("\(folder)/\($0)", X_OK) == 0 }
    }

    private static func pathFolders() -> [String] {
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    }

    /// Where servers are installed; the newest of several versions first.
    ///
    /// Debian's `psql` in `/usr/bin` is a script that finds the server of the user, so that PATH comes last.
    private static func folders() -> [String] {
      let named = place(of: "pg_config").flatMap { try? Command.run([$0, "--bindir"]) }
      let packages = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap { parent in
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        return versions.filter { parent == "/usr/lib/postgresql" || $0.hasPrefix("postgresql") }
          .sorted { $0.compare($1, options: .numeric) == .orderedDescending }
          .map { "\(parent)/\($0)/bin" }
      }
      return [named].compactMap(\.self) + packages + pathFolders()
    }
  }

  extension Trait where Self == ConditionTrait {
    /// Skips a suite, and says why, where no server can be started.
    static var withServer: Self {
      .enabled(if: PostgresBinaries.missing == nil, Comment(rawValue: PostgresBinaries.missing ?? ""))
    }
  }
#endif
