#if os(Linux)
  import Foundation
  import Testing

  @testable import NamespacedDefaults

  /// A process whose system calls the test sees, by ptrace(2).
  ///
  /// One thread makes all calls, as ptrace(2) wants it.
  struct TracedProcess {
    private struct Failure: Error {
      let call: String
      let code: Int32
    }

    // Swift imports no function with variable arguments. These are passed as others are, on every Linux.
    private typealias Ptrace = @convention(c) (Int, pid_t, UInt, UInt) -> Int
    private static let ptrace = unsafeBitCast(dlsym(nil, "ptrace"), to: Ptrace.self)

    // <linux/ptrace.h>
    private static let (syscall, detach, seize, interrupt, info) = (24, 17, 0x4206, 0x4207, 0x420E)
    #if arch(x86_64)
      private static let names = [1: "write", 74: "fsync", 75: "fdatasync"]
    #else
      // The numbers of every later architecture.
      private static let names = [64: "write", 82: "fsync", 83: "fdatasync"]
    #endif

    let identifier: pid_t

    /// Returns the synchronizations that the process makes before each line that it prints.
    ///
    /// - Parameter count: How many lines it prints; it goes on untraced after the last.
    /// - Returns: The names of the calls and the paths of the files, before each line.
    /// - Throws: What keeps it from being traced.
    func synchronizations(beforeLines count: Int) throws -> [[String]] {
      // PTRACE_O_TRACESYSGOOD: stops at system calls are marked.
      try call(Self.seize, data: 1)
      try call(Self.interrupt)
      var lines: [[String]] = []
      var made: [String] = []
      while true {
        var status: Int32 = 0
        guard waitpid(identifier, &status, Int32(bitPattern: 0x4000_0000)) == identifier, status & 0x7F != 0 else {
          throw Failure(call: "waitpid", code: errno)
        }
        let (signal, event) = (status >> 8 & 0xFF, status >> 16)
        if signal == SIGTRAP | 0x80, let (name, descriptor) = try beginning() {
          if name != "write" {
            made.append("\(name) \(path(descriptor))")
          } else if descriptor == STDOUT_FILENO {
            lines.append(made)
            made = []
            if lines.count == count { return try call(Self.detach, result: lines) }
          }
        }
        let isSignal = signal != SIGTRAP | 0x80 && signal != SIGTRAP && event == 0
        try call(Self.syscall, data: isSignal ? UInt(signal) : 0)
      }
    }

    /// Kills the process when it begins one of the system calls between its next two lines.
    ///
    /// - Parameter number: The number of the call after the first line, from 1.
    /// - Returns: Whether it was killed; if there are fewer calls, it goes on untraced.
    /// - Throws: What keeps it from being traced.
    func isKilled(atCall number: Int) throws -> Bool {
      try call(Self.seize, data: 1)
      try call(Self.interrupt)
      var stopCount: Int?
      while true {
        var status: Int32 = 0
        guard waitpid(identifier, &status, Int32(bitPattern: 0x4000_0000)) == identifier, status & 0x7F != 0 else {
          throw Failure(call: "waitpid", code: errno)
        }
        let (signal, event) = (status >> 8 & 0xFF, status >> 16)
        if signal == SIGTRAP | 0x80 {
          if let (name, descriptor) = try beginning(), name == "write", descriptor == STDOUT_FILENO {
            if stopCount != nil { return try call(Self.detach, result: false) }
            stopCount = 0
          } else if let count = stopCount {
            // Each call stops the process twice: when it begins, and when it ends, as the write of the line now does.
            if count == 2 * number - 1 {
              kill(identifier, SIGKILL)
              return true
            }
            stopCount = count + 1
          }
        }
        let isSignal = signal != SIGTRAP | 0x80 && signal != SIGTRAP && event == 0
        try call(Self.syscall, data: isSignal ? UInt(signal) : 0)
      }
    }

    /// Returns the system call at whose beginning the process is stopped, if it is one of those of interest.
    private func beginning() throws -> (name: String, descriptor: Int32)? {
      // struct ptrace_syscall_info: what kind of stop, and at a beginning (1) the number and the arguments.
      var answer = [UInt64](repeating: 0, count: 16)
      let size = UInt(answer.count * 8)
      try answer.withUnsafeMutableBytes { bytes in
        try call(Self.info, address: size, data: UInt(bitPattern: bytes.baseAddress))
      }
      guard answer[0] & 0xFF == 1, let name = Self.names[Int(answer[3])] else { return nil }
      return (name, Int32(truncatingIfNeeded: answer[4]))
    }

    private func path(_ descriptor: Int32) -> String {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(identifier)/fd/\(descriptor)")) ?? "none"
    }

    private func call(_ request: Int, address: UInt = 0, data: UInt = 0) throws {
      guard Self.ptrace(request, identifier, address, data) >= 0 else {
        throw Failure(call: "ptrace \(request)", code: errno)
      }
    }

    private func call<Result>(_ request: Int, result: Result) throws -> Result {
      try call(request)
      return result
    }
  }

  /// The system calls themselves, and not what the library says of them.
  @Suite struct SynchronizationCallTests {
    /// Runs a process that prints a line after each command, and returns what it synchronized before.
    private func synchronizations(_ directory: TemporaryDirectory, _ commands: [String]...) throws -> [[String]] {
      let process = try HelperProcess(["await-tracer"] + commands.flatMap(\.self))
      let calls = try TracedProcess(identifier: process.identifier).synchronizations(beforeLines: commands.count)
      #expect(try process.finish() == commands.map { _ in "ok" })
      let root = try canonicalPath(directory.path)
      return calls.map { calls in
        calls.filter { $0.contains(root + "/") }.map { call in
          // The salt in the name of a new file is random.
          call.replacing(root + "/", with: "").replacing(/\.new-.*/, with: ".new")
        }
      }
    }

    @Test func aWriteThatWaitsForTheDiskCallsTheSystem() throws {
      let directory = try TemporaryDirectory()
      let calls = try synchronizations(
        directory,
        ["open-power-loss", directory.file("one/two/test.defaults"), "set", "a", "1"],
        ["set", "a", "2"],
        ["set", "a", "2"]
      )
      #expect(Set(calls[0]) == ["fdatasync one/two/test.defaults", "fsync one/two", "fsync one"])
      #expect(calls[1] == ["fdatasync one/two/test.defaults"])
      #expect(calls[2] == [])
    }

    @Test func synchronizingCallsTheSystem() throws {
      let directory = try TemporaryDirectory()
      try FileStore(path: directory.file("one/test.defaults")).set(.integer(1), forKey: "a")
      let calls = try synchronizations(
        directory,
        ["open", directory.file("one/test.defaults"), "set", "a", "2"],
        ["synchronize"],
        ["synchronize"]
      )
      #expect(calls == [[], ["fdatasync one/test.defaults", "fsync one"], []])
    }

    @Test func aCompactionCallsTheSystemBeforeAndAfterTheRename() throws {
      let directory = try TemporaryDirectory()
      try FileStore(path: directory.file("one/test.defaults")).set(.integer(1), forKey: "a")
      let calls = try synchronizations(directory, ["open", directory.file("one/test.defaults"), "compact"])
      #expect(calls == [["fdatasync one/test.defaults.new", "fsync one"]])
    }
  }
#endif
