import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsLayers

/// What a write that was interrupted leaves beside the file, and what the next one makes of it.
@Suite struct JSONRecoveryTests {
  /// What another process may have written since.
  @Test(arguments: [
    (nil, #"{"a": 2}"#), (#"{"a": 1, "b": 5}"#, #"{"a": 2, "b": 5}"#), (#"{"a": 5}"#, #"{"a": 5}"#),
  ])
  func aRemovedLockLetsNobodyElseIn(_ written: String?, _ expected: String) throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1}")
    let store = try directory.store()
    let (lock, new) = (directory.path + "/.tool.json.lock", directory.path + "/.tool.json.new")
    let made = Lockbox(0)
    try FileSystemChange.observe { change in
      guard change.path == new, case .creation = change.kind else { return }
      made.change { $0 += 1 }
      guard made.value == 1 else { return }
      try? FileManager.default.removeItem(atPath: lock)
      _ = FileManager.default.createFile(atPath: lock, contents: nil)
      if let written { try? directory.replace(by: written) }
    } during: {
      if written == expected {
        #expect(throws: DefaultsError.overwrittenFile(path: directory.file)) { try store.set(2, forKey: "a") }
      } else {
        try store.set(2, forKey: "a")
      }
    }
    #expect(try directory.text() == expected)
    #expect(made.value == (written == expected ? 1 : 2), "it is not put in place without the lock")
    #expect(try directory.names == [".tool.json.lock", "tool.json"])
  }

  #if os(Linux) && DEBUG  // where calls of the system are announced
    /// A process whose lock was removed takes its new file away as soon as it finds that out.
    @Test func aFileThatAProcessWithoutItsLockWritesIsNoSave() throws {
      let directory = try JSONDirectory()
      try directory.write("{\"a\": 1}")
      let store = try directory.store()
      let new = directory.path + "/.tool.json.new"
      let other = Lockbox<OpenFile?>(try OpenFile(path: new, for: .creating))
      try other.value?.write(Array("{\"a\": 3}".utf8), at: 0)
      let opened = Lockbox(0)
      try FileSystemChange.observe(callsToo: true) { change in
        guard change.path == new, case .call("open") = change.kind else { return }
        opened.change { $0 += 1 }
        guard opened.value == 2 else { return }
        try? FileManager.default.removeItem(atPath: new)
        other.change { $0 = nil }
      } during: {
        try store.set(2, forKey: "a")
      }
      #expect(try directory.text() == "{\"a\": 2}")
      #expect(try directory.names == [".tool.json.lock", "tool.json"])
    }
  #endif

  /// A directory as a process leaves it that is killed right before it takes back an exchange.
  ///
  /// An editor saves right before the exchange, so that its save is no longer the file.
  private func killed(saving text: String) throws
    -> JSONDirectory
  {
    let (directory, left) = (try JSONDirectory(), try JSONDirectory())
    try directory.write("{\"a\": 1, \"b\": 1}")
    let store = try directory.store()
    let exchanges = Atomic(0)
    FileSystemChange.observe { change in
      guard case .exchange = change.kind, change.path.hasPrefix(directory.path) else { return }
      switch exchanges.add(1, ordering: .relaxed).newValue {
      case 1: try? directory.replace(by: text)
      case 2: for name in (try? directory.names) ?? [] { try? copy(name, from: directory, to: left) }
      default: break
      }
    } during: {
      // It throws if what was saved cannot be read.
      try? store.set(5, forKey: "a")
    }
    #expect(try left.text() == "{\"a\": 5, \"b\": 1}")
    #expect(try left.names == [".tool.json.lock", ".tool.json.new", "tool.json"])
    return left
  }

  @Test func aSaveThatAKilledWriteTookAwayIsBackWithTheNextWrite() throws {
    let directory = try killed(saving: "{/* mine */ \"a\": 1, \"b\": 2}")
    let problems = Collector<DefaultsProblem>()
    try Defaults.withProblemHandler({ problems.append($0) }) { try directory.store().set(3, forKey: "c") }
    #expect(try directory.text() == "{/* mine */ \"a\": 1, \"b\": 2, \"c\": 3}")
    #expect(try directory.names == [".tool.json.lock", "tool.json"])
    #expect(problems.all.isEmpty)
  }

  @Test(arguments: ["{/* mine */ \"a\": 1, \"b\": 2}", "{ this is half"])
  func ifSomebodyHasSavedSinceItIsKeptBesideTheFile(save: String) throws {
    let directory = try killed(saving: save)
    let isWhole = save.hasSuffix("}")
    if isWhole { try directory.replace(by: "{\"b\": 7}") }
    try Data("another".utf8).write(to: URL(fileURLWithPath: directory.file + ".saved-1"))
    let problems = Collector<DefaultsProblem>()
    try Defaults.withProblemHandler({ problems.append($0) }) {
      let store = try directory.store()
      try store.set(3, forKey: "c")
      try store.set(4, forKey: "c")
    }
    #expect(try directory.text() == (isWhole ? "{\"b\": 7, \"c\": 4}" : "{\"a\": 5, \"b\": 1, \"c\": 4}"))
    #expect(try String(contentsOfFile: directory.file + ".saved-2", encoding: .utf8) == save)
    #expect(try directory.names == [".tool.json.lock", "tool.json", "tool.json.saved-1", "tool.json.saved-2"])
    #expect(problems.all.map(\.kind.rawValue) == ["keptSave"])
    #expect("\(try #require(problems.all.first))".contains("it is in \(directory.file).saved-2"))
  }

  /// It has the file open that was taken away, and writes it after the kill.
  #if os(Linux)
    @Test func aFileThatIsStillBeingWrittenIsBackToo() throws {
      let directory = try JSONDirectory()
      try directory.write("{\"a\": 1}")
      let store = try directory.store()
      try store.set(2, forKey: "a")
      // As right after the exchange, with what was read under the name of the new file.
      let intent = JSONIntent(old: Array("{\"a\": 1}".utf8), new: Array("{\"a\": 2}".utf8), isInPlace: false)
      try Data(intent.record).write(to: URL(fileURLWithPath: directory.path + "/.tool.json.lock"))
      try Data("{\"a\": 1}".utf8).write(to: URL(fileURLWithPath: directory.path + "/.tool.json.new"))
      let editor = try #require(FileHandle(forUpdatingAtPath: directory.path + "/.tool.json.new"))
      try store.set(3, forKey: "b")
      #expect(try directory.text() == "{\"a\": 1, \"b\": 3}")
      try editor.close()
    }
  #endif

  /// The exchange cannot be taken back at once.
  @Test func aFailedCallDoesNotLoseTheSave() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1, \"b\": 1}")
    let store = try directory.store()
    let exchanges = Atomic(0)
    try FileSystemChange.observe { (change) throws(DefaultsError) in
      guard case .exchange = change.kind, change.path.hasPrefix(directory.path) else { return }
      let count = exchanges.add(1, ordering: .relaxed).newValue
      if count == 1 { try? directory.replace(by: "{\"a\": 1, \"b\": 2}") }
      if count == 2 || count == 3 { throw DefaultsError.system(operation: "test", path: change.path, code: EIO) }
    } during: {
      let error = #expect(throws: DefaultsError.self) { try store.set(5, forKey: "a") }
      #expect(error?.systemCode == EIO)
      try store.set(6, forKey: "a")
    }
    #expect(try directory.text() == "{\"a\": 6, \"b\": 2}")
    #expect(try directory.names == [".tool.json.lock", "tool.json"])
  }

  /// What is there then is kept, and not put in place of the file.
  @Test func aRecordCountsOnlyWhileItsWriteRuns() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1}")
    let store = try directory.store()
    try store.set(2, forKey: "a")
    let lock = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/.tool.json.lock"))
    #expect(lock.count == JSONIntent.recordSize && JSONIntent(record: Array(lock)) == nil)
    try Data("{\"planted\": 1}".utf8).write(to: URL(fileURLWithPath: directory.path + "/.tool.json.new"))
    try Defaults.withProblemHandler({ _ in }) { try store.set(3, forKey: "a") }
    #expect(try directory.text() == "{\"a\": 3}")
    #expect(try directory.names == [".tool.json.lock", "tool.json", "tool.json.saved-1"])
  }

  private static let (base, new, other) = (Array("{\"a\": 1}".utf8), Array("{\"a\": 2}".utf8), Array("{\"b\": 7}".utf8))

  @Test(
    arguments: [
      // Never exchanged, whole or not, whoever has saved the file since.
      (new, base, .remove), (Array(new.prefix(5)), base, .remove), ([], base, .remove),
      (new, other, .remove), (Array(new.prefix(5)), other, .remove),
      // Exchanged, and not looked at; or taken back.
      (base, new, .remove), (base, other, .remove), (new, nil, .remove),
      // What somebody has saved was taken out.
      (other, new, .putBack), (other, base, .remove), (other, Array("{}".utf8), .keep), (other, nil, .keep),
      (Array("{".utf8), new, .keep),
    ] as [([UInt8], [UInt8]?, JSONIntent.Leftover)]
  )
  func whatIsLeftIsTold(left: [UInt8], file: [UInt8]?, use: JSONIntent.Leftover) {
    let intent = JSONIntent(record: JSONIntent(old: Self.base, new: Self.new, isInPlace: false).record)
    #expect(JSONIntent.use(of: left, isBeingWritten: false, beside: file, intent) == use)
  }

  /// After a loss of power the lock file may have nothing.
  @Test(
    arguments: [
      (new, base, .keep), (Array(new.prefix(5)), base, .remove), (base, base, .remove), ([], base, .remove),
    ] as [([UInt8], [UInt8]?, JSONIntent.Leftover)]
  )
  func withoutARecordWhatIsWholeIsKept(left: [UInt8], file: [UInt8]?, use: JSONIntent.Leftover) {
    #expect(JSONIntent(record: []) == nil)
    #expect(JSONIntent.use(of: left, isBeingWritten: false, beside: file, nil) == use)
  }

  @Test func aRecordAlwaysHasTheSameSize() {
    for text in ["", "a", "foobar"] {
      let record = JSONIntent(old: Array(text.utf8), new: [], isInPlace: true).record
      #expect(record.count == JSONIntent.recordSize)
    }
    // The published values of FNV-1a.
    #expect(
      String(decoding: JSONIntent(old: [], new: Array("foobar".utf8), isInPlace: true).record, as: UTF8.self)
        == "cbf29ce484222325\n85944171f73967e8\n0000000000000001\n"
    )
  }
}

private func copy(_ name: String, from source: JSONDirectory, to target: JSONDirectory) throws {
  try FileManager.default.copyItem(atPath: source.path + "/" + name, toPath: target.path + "/" + name)
}
