#if Postgres
  import Foundation

  /// A small disk of its own for a server.
  ///
  /// Only root may mount one, and not in every container. The directory's watchdog unmounts it.
  enum SmallDisk {
    /// Why tests with it are skipped, or nil where they are not.
    static let missing: String? = {
      if let missing = PostgresBinaries.missing { return missing }
      #if os(Linux)
        let place = "/tmp/nd-mount-\(getpid())"
        mkdir(place, 0o700)
        defer { rmdir(place) }
        guard geteuid() == 0, (try? mount(at: place, mebibytes: 1)) != nil else {
          return "no small disk may be mounted here, which takes root"
        }
        _ = try? Command.run(["/bin/umount", place])
        return nil
      #else
        return "no small disk is mounted on this platform"
      #endif
    }()

    static func mount(at path: String, mebibytes: Int) throws {
      mkdir(path, 0o700)
      try Command.run(["/bin/mount", "-t", "tmpfs", "-o", "size=\(mebibytes)m,mode=0700", "tmpfs", path])
    }
  }

  extension PostgresServer {
    /// Makes a server whose data are on a disk of so many MiB.
    convenience init(onDiskOfMebibytes mebibytes: Int) throws {
      let owner = try PostgresBinaries.installed.get().owner
      try self.init { directory in
        try SmallDisk.mount(at: "\(directory.path)/data", mebibytes: mebibytes)
        if let owner { chown("\(directory.path)/data", owner.user, owner.group) }
      }
    }

    /// Leaves no free byte on the server's disk.
    func fillDisk() {
      let file = fopen("\(directory.path)/data/ballast", "w")
      let block = [UInt8](repeating: 0, count: 4096)
      while fwrite(block, 1, block.count, file) == block.count, fflush(file) == 0 {}
      fclose(file)
    }

    func freeDisk() { unlink("\(directory.path)/data/ballast") }
  }
#endif
