#if Postgres
  import Foundation

  /// A program that runs until tests end it.
  ///
  /// `@unchecked Sendable`: nothing is changed after `init`.
  final class ServerProgram: @unchecked Sendable {
    private let process = Process()
    private let note: String

    /// Starts it.
    ///
    /// - Parameters:
    ///   - arguments: The program and its arguments.
    ///   - name: Names the files with its id and with what it says.
    ///   - directory: Where the files are, and whose watchdog ends the program.
    ///   - largestFile: No file may become larger than so many KiB.
    /// - Throws: What kept it from being started.
    init(_ arguments: [String], name: String, in directory: ServerDirectory, largestFile: Int? = nil) throws {
      note = "\(directory.path)/\(name).pid"
      // The shell becomes the program, so that there is no moment at which it runs and nobody knows its id.
      let limit = largestFile.map { "ulimit -f \($0 * 2); " } ?? ""
      let script = limit + #"echo $$ >"$0"; log=$1; shift; exec "$@" >>"$log" 2>&1"#
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", script, note, "\(directory.path)/\(name).log"] + arguments
      process.standardInput = FileHandle.nullDevice
      // Whoever reads the tests' output to its end shall not wait for a program of theirs.
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    var id: pid_t { process.processIdentifier }

    var isRunning: Bool { process.isRunning }

    /// Sends a signal that ends it, and waits for the end.
    func end(with signal: Int32) {
      kill(id, signal)
      process.waitUntilExit()
      unlink(note)
    }

    /// The processes that it has started, which have not ended.
    var children: [pid_t] {
      #if os(Linux)
        let text = try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
      #else
        let text = try? Command.run(["/usr/bin/pgrep", "-P", "\(id)"])
      #endif
      return (text ?? "").split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    }
  }
#endif
