#if Postgres
  import Foundation
  import TestSupport

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
      // Not the connection of the backup, which may still be there.
      let follower = "application_name = 'standby' and state = 'streaming' and sync_state = '\(state)'"
      try waitUntil("exists (select from pg_stat_replication where \(follower))")
      return standby
    }

    /// From now on no commit returns, because it waits for a standby that there is not.
    func requireMissingStandby() throws {
      try requireStandby("nobody")
      // One of the server's processes tells the others, a moment later.
      try wait(for: "a commit that waits") {
        let probe = onNewThread { _ = try? self.sql("select pg_logical_emit_message(true, '', '')") }
        var isWaiting = false
        while !isWaiting, probe.wait(timeout: .now() + 0.02) == .timedOut {
          isWaiting =
            try sql("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'") == "t"
        }
        probe.wait()
        return isWaiting
      }
    }

    /// From now on commits wait for no standby.
    func requireNoStandby() throws { try requireStandby("") }

    private func requireStandby(_ name: String) throws {
      try sql("alter system set synchronous_standby_names = '\(name)'")
      try sql("select pg_reload_conf()")
      try wait(for: "new settings") { try sql("show synchronous_standby_names") == name }
    }

    /// Makes a standby a server that takes changes.
    func promote() throws {
      try sql("select pg_promote()")
    }
  }
#endif
