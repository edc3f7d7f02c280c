#if os(macOS) || os(Linux)
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsAudit
  import Synchronization

  extension Row {
    /// What another process writes, in this one; the child carries out ``ChildCommand``.
    static func otherProcess(
      _ child: ChildProgram,
      in directory: Scratch,
      within seconds: Int = 10,
      open: (_ path: String) throws -> any DefaultsStore = { try FileStore(path: $0) }
    ) -> Row {
      Row("a write by another process", expected: "a read sees it, and an observer is called within \(seconds) s") {
        let path = directory.path()
        let store = try open(path)
        // Read before, so that a value that is kept in memory would show.
        guard try store.value(forKey: "child") == nil else { return .fails("the store is not empty") }
        return try heard(from: store, "child", within: seconds) {
          try child.run(.write, path)
          guard try store.value(forKey: "child") == .integer(1) else { throw Failure("a read does not see it") }
        }
      }
    }

    /// What is left of a process that was killed while it wrote.
    static func kill(_ child: ChildProgram, in directory: Scratch) -> Row {
      let count = 1_000
      return Row(
        "a process that is killed as it writes",
        expected: "each of more than \(count) writes that it has acknowledged is there"
      ) {
        let path = directory.path()
        let last = try child.numbers(.count, path, untilKilledAt: count)
        guard last >= count else { return .fails("it has acknowledged \(last) writes only") }
        let store = try FileStore(path: path)
        for number in 1...last {
          guard try store.value(forKey: "\(number)") == .integer(Int64(number)) else {
            return .fails("the write \(number) of \(last) is missing")
          }
        }
        let report = try FileStore.verify(path: path)
        return report.damage.isEmpty ? .holds("\(last) of \(last)") : .fails("\(report)")
      }
    }
  }

  /// What the program does when it starts itself again.
  enum ChildCommand: String {
    /// Sets "child" to 1 in the file.
    case write
    /// The same in a suite.
    case writeSuite
    /// Sets "1" to 1, "2" to 2 and so on in the file, and prints each number when it is set.
    case count

    /// Carries out the arguments of a child.
    ///
    /// - Returns: Whether they are those of a child.
    static func carryOut(_ arguments: [String]) throws -> Bool {
      guard arguments.count == 2, let command = Self(rawValue: arguments[0]) else { return false }
      let place = arguments[1]
      switch command {
      case .write: try FileStore(path: place).set(.integer(1), forKey: "child")
      case .writeSuite:
        let store = try UserDefaultsStore(suiteName: place)
        try store.set(.integer(1), forKey: "child")
        try store.synchronize()
      case .count:
        let store = try FileStore(path: place)
        for number in 1... {
          try store.set(.integer(Int64(number)), forKey: "\(number)")
          // Without a buffer that the kill would empty.
          try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
        }
      }
      return true
    }
  }

  /// A program, by default this one, that carries out ``ChildCommand``.
  struct ChildProgram {
    var executable = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    var arguments: [String] = []

    /// Runs a command to its end.
    func run(_ command: ChildCommand, _ place: String) throws {
      let process = process(command, place)
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failure("the child ended with \(process.terminationStatus)") }
    }

    /// Reads the numbers that a command prints, and kills it when it has printed one.
    ///
    /// - Returns: The last number that it has printed as a whole.
    func numbers(_ command: ChildCommand, _ place: String, untilKilledAt last: Int) throws -> Int {
      let (process, pipe) = (process(command, place), Pipe())
      process.standardOutput = pipe
      try process.run()
      var text = Data()
      while text.count(where: { $0 == UInt8(ascii: "\n") }) < last {
        let part = pipe.fileHandleForReading.availableData
        // Its end.
        guard !part.isEmpty else { break }
        text += part
      }
      kill(process.processIdentifier, SIGKILL)
      text += pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().last
        .flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    }

    private func process(_ command: ChildCommand, _ place: String) -> Process {
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments + [command.rawValue, place]
      return process
    }
  }
#endif
