#if Postgres
  import Foundation

  /// A temporary directory, and the programs that run in it.
  ///
  /// A watchdog ends the programs and removes the directory when this object goes, and also when the tests' process does,
  /// however it ends: it waits for the end of a pipe that only that process holds.
  ///
  /// `@unchecked Sendable`: nothing is changed after `init`.
  final class ServerDirectory: @unchecked Sendable {
    /// Short, because the path of a socket has at most 103 bytes.
    let path: String
    private let watchdog = Process()
    private let life = Pipe()

    /// - Throws: What kept it from being made.
    init() throws {
      let binaries = try PostgresBinaries.installed.get()
      var template = Array("/tmp/nd-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw Command.Failure(description: "no temporary directory") }
      path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
      if let owner = binaries.owner { chown(path, owner.user, owner.group) }
      // No other program that is started at this moment may get an end of it.
      for handle in [life.fileHandleForReading, life.fileHandleForWriting] {
        _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
      watchdog.executableURL = URL(fileURLWithPath: "/bin/sh")
      watchdog.arguments = ["-c", Self.script, path]
      watchdog.standardInput = life
      watchdog.standardOutput = FileHandle.nullDevice
      watchdog.standardError = FileHandle.nullDevice
      try watchdog.run()
    }

    deinit {
      try? life.fileHandleForWriting.close()
      watchdog.waitUntilExit()
    }

    /// What the watchdog does.
    ///
    /// Programs that run have written their ids into files; see ``ServerProgram``. Of SIGQUIT a server ends its own processes
    /// at once; but one that is stopped does not hear it.
    private static let script = #"""
      trap '' INT TERM HUP PIPE
      cat
      cd "$0" || exit
      kill -CONT $(cat stopped)
      kill -QUIT $(cat server.pid)
      tries=0
      while [ -e data/postmaster.pid ] && kill -0 $(cat server.pid) && [ $tries -lt 100 ]; do
        sleep 0.02
        tries=$((tries + 1))
      done
      kill -KILL $(cat *.pid)
      umount -l data
      cd / && rm -rf "$0"
      """#
  }
#endif
