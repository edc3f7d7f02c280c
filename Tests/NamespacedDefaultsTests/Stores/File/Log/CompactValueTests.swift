import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Large values are kept as bytes, and nobody can tell.
@Suite struct CompactValueTests {
  private static func array(_ last: Int64) -> PropertyListValue {
    .array((0..<40_000).map { .bool($0 % 3 == 0) } + [.integer(last)])
  }

  private static let dictionary = PropertyListValue.dictionary(
    Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("key \($0)", .array([.integer($0), .string("ż")])) })
  )

  @Test(arguments: [array(1), dictionary, .string(String(repeating: "x", count: 100_000))])
  func aLargeValueComesBack(value: PropertyListValue) throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(value, forKey: "a")
    #expect(try store.value(forKey: "a") == value)
    #expect(try LockedFile(path: store.path).value(forKey: "a") == value)
    try store.compact()
    #expect(try LockedFile(path: store.path).value(forKey: "a") == value)
    let size = try bytes(ofFile: store.path).count
    try store.set(value, forKey: "a")
    #expect(try bytes(ofFile: store.path).count == size, "it is not written again")
  }

  @Test func aChangeOfALargeValueIsAnnouncedWithBothValues() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(Self.array(1), forKey: "a")
    let other = try LockedFile(path: store.path)
    try other.context.withLock { try other.refresh() }
    let changes = Collector<DefaultsChange>()
    let id = other.context.changes.addObserver(forKey: nil) { changes.append($0) }
    try store.set(Self.array(2), forKey: "a")
    try other.context.withLock { try other.refresh() }
    #expect(changes.waitFor { $0 == DefaultsChange(key: "a", oldValue: Self.array(1), newValue: Self.array(2)) })
    other.context.changes.removeObserver(id, forKey: nil)
  }

  @Test func damageInALargeValueIsFound() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(Self.array(1), forKey: "a")
    try store.synchronize()
    var content = try bytes(ofFile: directory.file())
    content[20_000] ^= 1
    try write(content, toFile: directory.file())
    let (value, problems) = try catchingProblems { try LockedFile(path: store.path).value(forKey: "a") }
    #expect(value == nil)
    #expect(problems.map(\.kind) == [.damagedFile])
  }

  @Test func whatIsSkippedIsWhatCouldBeRead() throws {
    var generator = SeededGenerator(1)
    var buffer = ByteBuffer()
    let value = PropertyListValue.array([
      .dictionary(["a": .array([.bool(true), .double(1)]), "ż": .data(Data([1, 2]))]), .unsignedInteger(.max),
      .string("żółw"), .date(Date(timeIntervalSinceReferenceDate: 1)), .array([]),
    ])
    #expect(ValueFormat.append(value, to: &buffer))
    let bytes = buffer.array
    var soundCount = 0
    for _ in 0..<20_000 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        mutated[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...40, using: &generator)
      }
      mutated.withUnsafeBytes { mutated in
        var (reader, skipper) = (ValueReader(mutated), ValueReader(mutated))
        let isSound = reader.value() != nil
        #expect((skipper.skipValue() != nil) == isSound)
        if isSound {
          soundCount += 1
          #expect(skipper.index == reader.index)
        }
      }
    }
    #expect(soundCount > 1_000)
    #expect(soundCount < 19_000)
  }

  #if os(Linux)
    @Test func aProcessThatOpensTheFileTakesASmallMultipleOfALargeValue() throws {
      let directory = try TemporaryDirectory()
      // 8 MB, which are 192 MB as values.
      let count = 8_000_000
      var encoded = ByteBuffer()
      encoded.append(8)
      encoded.append(variableLength: count)
      [UInt8](repeating: 1, count: count).withUnsafeBytes { encoded.append($0) }
      let value = try encoded.withBytes { bytes in
        var reader = ValueReader(bytes)
        return try #require(CompactValue(&reader))
      }
      let seed = RecordSeed(salt: 42)
      var record = ByteBuffer()
      _ = try RecordFormat.append(key: "a", kind: 1, at: FileHeader.size, seed: seed, to: &record) {
        value.append(to: &$0)
      }
      let pointer = CommitPointer(length: FileHeader.size + record.count, generation: 1)
      try write(FileHeader(salt: 42).bytes(pointer: pointer) + record.array, toFile: directory.file())
      let lines = try HelperProcess.run("memory", "open", directory.file(), "get", "b", "keys", "memory")
      #expect(lines[1...2] == ["none", "1"])
      let taken = try #require(Int(lines[3])) - (try #require(Int(lines[0])))
      #expect(taken < 100 << 10, "KiB")
    }
  #endif
}
