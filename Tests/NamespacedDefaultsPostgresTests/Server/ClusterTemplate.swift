#if Postgres
  import Foundation

  /// A fresh cluster, of which each server gets a copy: `initdb` takes a second.
  struct ClusterTemplate: Sendable {
    private let directory: ServerDirectory
    private let binaries: PostgresBinaries

    static let shared = Result { try ClusterTemplate() }

    private init() throws {
      binaries = try PostgresBinaries.installed.get()
      directory = try ServerDirectory()
      let data = "\(directory.path)/data"
      // Segments of one MiB keep the copies small.
      try Command.run(
        binaries.program("initdb")
          + ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--wal-segsize=1"]
      )
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(data)/postgresql.conf"))
      try file.seekToEnd()
      try file.write(contentsOf: Data(Self.settings.utf8))
      try file.close()
    }

    func copy(to path: String) throws {
      try Command.run(binaries.prefix + ["/bin/cp", "-R", "-p", "\(directory.path)/data/.", path])
    }

    private static let settings = """

      listen_addresses = ''
      fsync = off
      autovacuum = off
      shared_buffers = 16MB
      dynamic_shared_memory_type = mmap
      max_connections = 100
      max_wal_size = 64MB
      min_wal_size = 8MB
      wal_keep_size = 64MB
      wal_receiver_status_interval = 1s
      wal_retrieve_retry_interval = 100ms

      """
  }
#endif
