#if Postgres
  import NamespacedDefaults

  /// The role of the process that listens for all that share a replica's file: a lock on a file beside it.
  ///
  /// The system releases the lock when the process ends, however it does, and another one takes the role.
  final class ListeningRole: Sendable {
    private let path: String
    private let file = Guarded<OpenFile?>(nil)

    init(besides path: String) { self.path = siblingPath(of: path, suffix: ".listener") }

    /// Whether this process has the role.
    var isMine: Bool { file.withLock { $0.map { !$0.isInherited } ?? false } }

    /// Takes the role if nobody has it.
    ///
    /// - Returns: Whether this process has it now.
    func take() throws -> Bool {
      try file.withLock { file in
        if let file, !file.isInherited { return true }
        let new = try Self.open(path)
        guard try new.tryLock() else { return false }
        file = new
        return true
      }
    }

    /// Gives the role away, because another process may do better.
    func give() { file.withLock { $0 = nil } }

    private static func open(_ path: String) throws(DefaultsError) -> OpenFile {
      do throws(DefaultsError) {
        return try OpenFile(path: path, for: .readingOnly)
      } catch {
        guard error.meansNoFile else { throw error }
      }
      try createDirectories(parentDirectory(of: path), .ownerOnly)
      do throws(DefaultsError) {
        return try OpenFile(path: path, for: .creating)
      } catch {
        // Another process has come first.
        guard error.meansExistingFile else { throw error }
        return try OpenFile(path: path, for: .readingOnly)
      }
    }
  }
#endif
