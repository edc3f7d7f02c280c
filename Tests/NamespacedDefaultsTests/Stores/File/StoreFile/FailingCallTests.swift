#if os(Linux) && arch(x86_64)
  import Foundation
  import Testing

  @testable import NamespacedDefaults

  /// Every system call of a write fails in turn: it throws and nothing is stored, or it does not throw and all is.
  @Suite struct FailingCallTests {
    struct Work: Sendable, CustomTestStringConvertible {
      let testDescription: String
      /// The commands that open the store at a path, and those before the work, of which the last prints a line.
      let preparation: @Sendable (_ path: String) -> [String]
      /// The commands of the work, which prints one line.
      let commands: [String]
      var names = ["a", "b"]
      /// The values of the names before the work and after it.
      let old: [String]
      let new: [String]
      /// How many calls may fail in a row.
      var faults = 2
    }

    private static let works = [
      Work(
        testDescription: "first write",
        preparation: { ["open", $0, "keys"] },
        commands: ["set", "a", "2"],
        old: ["none", "none"],
        new: ["2", "none"]
      ),
      Work(
        testDescription: "first write that waits",
        preparation: { ["open-power-loss", $0 + "-dir/one/two", "keys"] },
        commands: ["set", "a", "2"],
        old: ["none", "none"],
        new: ["2", "none"]
      ),
      Work(
        testDescription: "write",
        preparation: { ["open", $0, "set", "a", "1"] },
        commands: ["set", "a", "2"],
        old: ["1", "none"],
        new: ["2", "none"]
      ),
      Work(
        testDescription: "write that waits",
        preparation: { ["open-power-loss", $0, "set", "a", "1"] },
        commands: ["set", "a", "2"],
        old: ["1", "none"],
        new: ["2", "none"]
      ),
      Work(
        testDescription: "removal",
        preparation: { ["open-power-loss", $0, "set", "a", "1", "set", "b", "1"] },
        commands: ["remove", "b"],
        old: ["1", "1"],
        new: ["1", "none"]
      ),
      Work(
        testDescription: "transaction",
        preparation: { ["open-power-loss", $0, "set", "from", "5", "set", "to", "1"] },
        commands: ["transfer", "1"],
        names: ["from", "to"],
        old: ["5", "1"],
        new: ["4", "2"]
      ),
      Work(
        testDescription: "compaction",
        preparation: { ["open", $0, "set", "a", "1", "set", "a", "2"] },
        commands: ["compact"],
        old: ["2", "none"],
        new: ["2", "none"]
      ),
      Work(
        testDescription: "synchronization",
        preparation: { ["open", $0, "set", "a", "1"] },
        commands: ["synchronize"],
        old: ["1", "none"],
        new: ["1", "none"]
      ),
      Work(
        testDescription: "write through layers",
        preparation: { ["open-layers", $0, $0 + "-machine", "set", "a", "1"] },
        commands: ["set", "a", "2"],
        old: ["1", "none"],
        new: ["2", "none"]
      ),
    ]

    @Test(arguments: works, [EIO, ENOSPC]) func whatThrowsIsNotStored(_ work: Work, _ code: Int32) throws {
      for faults in 1...work.faults {
        var number = 1
        while true {
          let directory = try TemporaryDirectory()
          let path = directory.file()
          let preparation = work.preparation(path)
          let reads = work.names.flatMap { ["get", $0] }
          let process = try HelperProcess(["await-tracer"] + preparation + work.commands + reads)
          let lineCount = preparation.count { ["set", "keys"].contains($0) }
          let hasFailed = try TracedProcess(identifier: process.identifier)
            .fail(calls: number...number + faults - 1, by: code, afterLines: lineCount)
          let lines = Array(try process.finish().dropFirst(lineCount))
          let open = Array(preparation.prefix { !["set", "keys"].contains($0) })
          let others = try HelperProcess.run(arguments: open + reads)
          let isDone = lines.first?.hasPrefix("error") == false
          let expected = isDone ? work.new : work.old
          #expect(Array(lines.dropFirst()) == expected, "call \(number), \(faults) in a row: \(lines)")
          #expect(others == expected, "call \(number), \(faults) in a row: \(lines), and another process \(others)")
          guard hasFailed else { break }
          number += 1
        }
        #expect(number > 3, "no call has failed")
      }
    }
  }
#endif
