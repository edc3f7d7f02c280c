#if Postgres
  import Foundation

  extension PostgresServer {
    /// Starts a server that follows this one.
    ///
    /// - Parameter synchronous: Whether this one acknowledges a commit only after the other has it.
    /// - Returns: The other.
    /// - Throws: What kept it from following.
    func makeStandby(synchronous: Bool) throws -> PostgresServer {
      let standby = try PostgresServer(backupOf: self, name: "standby")
      if synchronous { try requireStandby("standby") }
      let state = synchronous ? "sync" : "async"
      try wait(for: "a standby that follows") {
        try sql("select 1 from pg_stat_replication where state = 'streaming' and sync_state = '\(state)'") == "1"
      }
      return standby
    }

    /// From now on a commit waits until the standby of a name has it; of no name: no commit waits.
    func requireStandby(_ name: String) throws {
      try sql("alter system set synchronous_standby_names = '\(name)'")
      try sql("select pg_reload_conf()")
      // Backends hear of it from the checkpointer, a moment later.
      try wait(for: "new settings") { try sql("show synchronous_standby_names") == name }
    }

    /// Makes a standby a server that takes changes.
    func promote() throws {
      try sql("select pg_promote()")
    }
  }
#endif
