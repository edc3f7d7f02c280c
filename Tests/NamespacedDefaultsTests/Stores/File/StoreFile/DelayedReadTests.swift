#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  /// A copy over a file that ends while another process reads it, whose system calls take any time.
  @Suite struct DelayedReadTests {
    private let directory: TemporaryDirectory
    private let path: String
    private let copy: [UInt8]

    /// A store with one value, and a copy of one with 60 values, of 120 KB.
    init() throws {
      directory = try TemporaryDirectory()
      path = try canonicalPath(directory.file())
      let sample = try FileStore(path: directory.file("sample.defaults"))
      for index in 0..<60 { try sample.set(.data(Data(repeating: UInt8(index), count: 2_000)), forKey: "k\(index)") }
      copy = try bytes(ofFile: sample.path)
    }

    /// Does a part of what `cp` does: empties the file, and writes the first bytes into it, in pieces of 16 KB.
    ///
    /// The rest may follow at once, or when the first bytes have been there for long enough to be taken for all.
    private func beginCopy(_ count: Int) throws {
      try #require(truncate(path, 0) == 0)
      try append(copy[..<count])
      if isThorough { usleep(120_000) }
    }

    private func append(_ bytes: ArraySlice<UInt8>) throws {
      let file = try OpenFile(path: path, for: .writing)
      for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 16 << 10) {
        try file.write(Array(bytes[start..<min(start + 16 << 10, bytes.endIndex)]), at: start)
      }
    }

    /// Nobody observes the store, and the system call that the copy outlasts is each one of a read in turn.
    @Test(arguments: isThorough ? ["keys", "synchronize"] : ["keys"], [0, 100_000])
    func theNextReadHasAllOfACopy(command: String, begun: Int) throws {
      var number = 1
      while true {
        try FileStore(path: path).set(.integer(Int64(number)), forKey: "old")
        let process = try HelperProcess(["open", path, "await-tracer", "get", "old", command, "keys", "get", "old"])
        let wasPaused = try TracedProcess(identifier: process.id).pause(atCall: number) {
          try beginCopy(begun)
        } body: {
          try append(copy[begun...])
        }
        if !wasPaused { try append(copy[begun...]) }
        let lines = try process.finish()
        #expect(lines.count == 4)
        if wasPaused { #expect(lines.dropFirst(2) == ["60", "none"], "call \(number)") }
        guard wasPaused else { break }
        number += 1
        try FileManager.default.removeItem(atPath: path)
      }
      #expect(number > 3)
    }

    /// A system call of a read that finds no file is delayed, or its answer, and somebody is told of the file meanwhile.
    @Test(arguments: ["open", "open-json"], [false, true])
    func aFileThatWasMadeIsReadByWhoeverWasTold(open: String, atEnd: Bool) throws {
      let sample = directory.file("sample")
      var (number, wasPaused) = (1, true)
      while wasPaused {
        if open == "open" {
          try FileStore(path: sample).set(.integer(1), forKey: "a")
        } else {
          try write(Array("{\"a\": 1}".utf8), toFile: sample)
        }
        let process = try HelperProcess([open, path, "read-again", "a"])
        wasPaused = try TracedProcess(identifier: process.id).pause(atCall: number, atEnd: atEnd) {
          usleep(20_000)
          #expect(rename(sample, path) == 0)
        }
        let lines = try process.finish()
        if wasPaused { #expect(lines.last == "1", "call \(number)") }
        number += 1
        for file in [sample, path] { try? FileManager.default.removeItem(atPath: file) }
      }
      #expect(number > 3)
    }

    /// The thread that takes the events of the file is the one that is delayed.
    @Test func theNextReadHasAllOfACopyAlsoOfAProcessThatObserves() throws {
      let begun = 16 << 10
      var (number, wasPaused) = (1, true)
      while wasPaused {
        try FileStore(path: path).set(.integer(Int64(number)), forKey: "old")
        let go = directory.file("go \(number)")
        let process = try HelperProcess(["open", path, "observe-all", "settle", "get", "old", "await-file", go, "keys"])
        #expect(process.nextLine() == "\(number)")
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/task")
        let thread = try #require(threads.compactMap { pid_t($0) }.first { $0 != process.id })
        wasPaused = try TracedProcess(identifier: process.id, thread: thread).pause(atCall: number) {
          try beginCopy(begun)
        } body: {
          try append(copy[begun...])
        }
        if !wasPaused { try append(copy[begun...]) }
        try write([], toFile: go)
        #expect(try process.finish() == ["60"], "call \(number)")
        number += isThorough ? 1 : 2
        try FileManager.default.removeItem(atPath: path)
      }
      #expect(number > 3)
    }
  }
#endif
