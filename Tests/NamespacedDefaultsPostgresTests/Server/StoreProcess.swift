#if Postgres
  import Foundation
  import Testing

  /// A running `PostgresProcess`, from `Tests/PostgresProcess`, which ends with this object.
  final class StoreProcess {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private var unread: [UInt8] = []

    convenience init(_ arguments: String...) throws { try self.init(arguments) }

    init(_ arguments: [String]) throws {
      #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
        process.executableURL = bundle.deletingLastPathComponent().appendingPathComponent("PostgresProcess")
      #else
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
          .deletingLastPathComponent()
          .appendingPathComponent("PostgresProcess")
      #endif
      process.arguments = arguments
      process.standardInput = input
      process.standardOutput = output
      _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
      try process.run()
    }

    deinit { if process.isRunning { kill() } }

    var id: pid_t { process.processIdentifier }

    /// Waits for one line.
    func nextLine() -> String? {
      while true {
        if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
          defer { unread.removeSubrange(...end) }
          return String(decoding: unread[..<end], as: UTF8.self)
        }
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        unread += more
      }
    }

    /// Waits until it has printed a line, and drops those before it.
    ///
    /// - Returns: Whether it has.
    func wait(for line: String) -> Bool {
      while let next = nextLine() { if next == line { return true } }
      return false
    }

    /// Waits for the end, and returns the lines that were not read.
    @discardableResult
    func finish() -> [String] {
      unread += output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: unread, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Sends SIGKILL, and returns what was printed before it.
    @discardableResult
    func kill() -> [String] {
      Foundation.kill(id, SIGKILL)
      return finish()
    }
  }
#endif
