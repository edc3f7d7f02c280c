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
      private static let names = [1: "write", 7: "poll", 74: "fsync", 75: "fdatasync"]
    #else
      // The numbers of every later architecture.
      private static let names = [64: "write", 73: "poll", 82: "fsync", 83: "fdatasync"]
    #endif

    /// The process, or one of its threads.
    let identifier: pid_t

    /// Returns the synchronizations that the process makes before each line that it prints.
    ///
    /// - Parameter count: How many lines it prints; it goes on untraced after the last.
    /// - Returns: The names of the calls and the paths of the files, before each line.
    /// - Throws: What keeps it from being traced.
    func synchronizations(beforeLines count: Int) throws -> [[String]] {
      try begin()
      var lines: [[String]] = []
      var made: [String] = []
      while true {
        let (name, descriptor, _) = try nextCall()
        if isPrinting((name, descriptor, 0)) {
          lines.append(made)
          made = []
          if lines.count == count { return try call(Self.detach, result: lines) }
        } else if let name, name != "write", name != "poll" {
          made.append("\(name) \(path(descriptor))")
        }
      }
    }

    /// Kills the process when it begins one of the system calls between its next two lines.
    ///
    /// - Parameter number: The number of the call after the first line, from 1.
    /// - Returns: Whether it was killed; if there are fewer calls, it goes on untraced.
    /// - Throws: What keeps it from being traced.
    func isKilled(atCall number: Int) throws -> Bool {
      try begin()
      while try !isPrinting(nextCall()) {}
      for _ in 0..<number {
        if try isPrinting(nextCall()) { return try call(Self.detach, result: false) }
      }
      kill(identifier, SIGKILL)
      return true
    }

    /// Stops the process at one of its system calls.
    ///
    /// - Parameters:
    ///   - number: The number of the call, from 1 on.
    ///   - atEnd: Whether it is stopped when the system has done the call, and not before.
    ///   - start: What is done while the process is stopped at the beginning of the part whose calls are counted: at the
    ///     next line that it prints. A thread that waits for events is stopped there.
    ///   - body: What is done while it is stopped at the call; it goes on untraced afterwards.
    /// - Returns: Whether it made so many calls before it printed another line, or waited for events again.
    /// - Throws: What keeps it from being traced, or the error of a body.
    func pause(
      atCall number: Int,
      atEnd: Bool = false,
      start: () throws -> Void = {},
      body: () throws -> Void
    ) throws -> Bool {
      try begin()
      var next = try nextCall()
      while identifier == process, !isPrinting(next) { next = try nextCall() }
      try start()
      for _ in 0..<number {
        next = try nextCall()
        if next.name == "poll" || isPrinting(next) { return try call(Self.detach, result: false) }
      }
      if atEnd {
        try call(Self.syscall)
        _ = try nextStop()
      }
      try body()
      return try call(Self.detach, result: true)
    }

    #if arch(x86_64)
      // <asm/unistd_64.h>: open, stat, fstat, lstat, lseek, mmap, pread, pwrite, flock, fcntl, fsync, fdatasync, ftruncate,
      // rename, mkdir, unlink, chmod, fchmod, chown, fchown, access, fstatfs, fsetxattr, fgetxattr, flistxattr, openat,
      // newfstatat, renameat2, statx.
      private static let callsOfFiles: Set<UInt64> = [
        2, 4, 5, 6, 8, 9, 17, 18, 73, 72, 74, 75, 77, 82, 83, 87, 90, 91, 92, 93, 21, 138, 190, 193, 196, 257, 262, 316,
        332,
      ]

      /// Lets system calls fail that the process makes for a file between two lines that it prints.
      ///
      /// - Parameters:
      ///   - range: The numbers of the calls, from 1 on.
      ///   - code: The error.
      ///   - lines: How many lines it prints before.
      /// - Returns: Whether it makes so many calls.
      /// - Throws: What keeps it from being traced.
      func fail(calls range: ClosedRange<Int>, by code: Int32, afterLines lines: Int) throws -> Bool {
        // <sys/ptrace.h> and <sys/reg.h>: the number of the call, and its result.
        let (poke, number, result) = (6, UInt(15 * 8), UInt(10 * 8))
        try begin()
        for _ in 0..<lines { while try !isPrinting(nextCall()) {} }
        var count = 0
        while count < range.upperBound {
          let next = try nextCall()
          if isPrinting(next) { return try call(Self.detach, result: count >= range.lowerBound) }
          guard Self.callsOfFiles.contains(next.number) else { continue }
          count += 1
          guard range.contains(count) else { continue }
          // The system makes no call of this number.
          try call(poke, address: number, data: UInt(bitPattern: -1))
          try call(Self.syscall)
          _ = try nextStop()
          try call(poke, address: result, data: UInt(bitPattern: -Int(code)))
        }
        return try call(Self.detach, result: true)
      }
    #endif

    /// The process that the thread belongs to.
    private let process: pid_t

    init(identifier: pid_t, thread: pid_t? = nil) {
      process = identifier
      self.identifier = thread ?? identifier
    }

    private func begin() throws {
      // PTRACE_O_TRACESYSGOOD: stops at system calls are marked.
      try call(Self.seize, data: 1)
      try call(Self.interrupt)
      _ = try nextStop()
    }

    private func nextStop() throws -> Int32 {
      var status: Int32 = 0
      // __WALL, for threads too.
      guard waitpid(identifier, &status, 0x4000_0000) == identifier, status & 0x7F != 0 else {
        throw Failure(call: "waitpid", code: errno)
      }
      return status
    }

    /// Lets the process go on to the beginning of its next system call.
    ///
    /// - Returns: The name of the call, if it is one of those of interest, its first argument, and its number.
    private func nextCall() throws -> (name: String?, descriptor: Int32, number: UInt64) {
      var signal: Int32 = 0
      while true {
        try call(Self.syscall, data: UInt(signal))
        let status = try nextStop()
        let (cause, event) = (status >> 8 & 0xFF, status >> 16)
        if cause == SIGTRAP | 0x80, let beginning = try beginning() { return beginning }
        signal = cause != SIGTRAP | 0x80 && cause != SIGTRAP && event == 0 ? cause : 0
      }
    }

    /// Returns the system call at whose beginning the process is stopped, if it is stopped at one.
    private func beginning() throws -> (name: String?, descriptor: Int32, number: UInt64)? {
      // struct ptrace_syscall_info: what kind of stop, and at a beginning (1) the number and the arguments.
      var answer = [UInt64](repeating: 0, count: 16)
      let size = UInt(answer.count * 8)
      try answer.withUnsafeMutableBytes { bytes in
        try call(Self.info, address: size, data: UInt(bitPattern: bytes.baseAddress))
      }
      guard answer[0] & 0xFF == 1 else { return nil }
      return (Self.names[Int(clamping: answer[3])], Int32(truncatingIfNeeded: answer[4]), answer[3])
    }

    private func isPrinting(_ call: (name: String?, descriptor: Int32, number: UInt64)) -> Bool {
      call.name == "write" && call.descriptor == STDOUT_FILENO
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

    /// The first record of a batch is whole and the second is not, as a killed writer leaves them.
    @Test func aRecoveryCallsTheSystemBeforeTheNextRecordIsWritten() throws {
      let directory = try TemporaryDirectory()
      let sample = try FileStore(path: directory.file("sample.defaults"))
      try sample.set(.integer(1), forKey: "a")
      try sample.synchronize()
      let former = try bytes(ofFile: sample.path)
      try sample.set(["b": .integer(2), "c": .integer(3)])
      var file = try bytes(ofFile: sample.path)
      file[24..<32] = former[24..<32]
      file[sample.locked.pointer.length - 1] ^= 1
      let path = directory.file("test.defaults")
      try write(file, toFile: path)
      let calls = try synchronizations(directory, ["open", path, "set", "a", "4"], ["set", "a", "5"])
      #expect(calls == [["fdatasync test.defaults"], []])
      #expect(try FileStore(path: path).keys() == ["a"])
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
