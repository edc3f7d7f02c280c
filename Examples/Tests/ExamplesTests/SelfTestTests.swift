import Foundation
import NamespacedDefaults
import Synchronization
import Testing

@testable import SelfTest

struct SelfTestTests {
  #if os(Linux)
    @Test func everyRowHoldsAndHasAFault() throws {
      // It exits with 0.
      let lines = try TemporaryHome().run("SelfTest").split(separator: "\n")
      #expect(lines.prefix(2) == ["| check | expected | came | holds |", "| --- | --- | --- | --- |"])
      let rows = lines.dropFirst(2).map { $0.split(separator: " | ") }
      #expect(rows.filter { $0.last != "yes |" } == [])
      #expect(Set(rows.map { String($0[0].dropFirst(2)) }) == Set(Fault.allCases.map(\.row)))
    }
  #endif

  @Test(arguments: Fault.allCases)
  func aFaultIsNoticed(_ fault: Fault) throws {
    let row = try fault.makeRow()
    #expect(row.name == fault.row)
    guard case .fails(let came) = row.outcome else {
      Issue.record("\(row.markdown)")
      return
    }
    // Not for another reason.
    #expect(came.contains(fault.reason), "\(came)")
    #expect(row.markdown.hasSuffix(" | **no** |"))
  }

  @Test func aProgramThatCannotRunItFails() throws {
    let home = try TemporaryHome()
    let directory = home.directory.appending(path: ".config")
    try Data().write(to: directory)
    #expect {
      try home.run("SelfTest")
    } throws: {
      ($0 as? TemporaryHome.Failure)?.status == 1
    }
  }

  @Test func aRowIsOneLineOfFourCells() {
    let row = Row("a", expected: "b|c\nd") { .answer("") }
    #expect(row.markdown == "| a | b\\|c d |  | question |")
    #expect([row].markdown == "| check | expected | came | holds |\n| --- | --- | --- | --- |\n\(row.markdown)\n")
    #expect(Row("a", expected: "b") { .missing("c") }.markdown == "| a | b | c | not here |")
    #expect(!row.fails)
  }
}

/// What could be wrong on a device, one or more for each row of the table.
enum Fault: CaseIterable {
  case unknownFact, noFacts
  case unknownFileSystem, networkFileSystem
  case forgetfulMemory, forgetfulFile
  case nothingInTheFile, valuesMissing, synchronizationFails
  case unobservedRender, staleRender, noRender
  case leak, unreadable
  case slowKey, stoppedClock, slowMiss
  case silentChild, failingChild, deafStore
  case forgetfulChild, quietChild

  /// The name of the row that has to notice it.
  var row: String {
    switch self {
    case .unknownFact, .noFacts: "device"
    case .unknownFileSystem, .networkFileSystem: "the place of FileStore(name:)"
    case .forgetfulMemory: "promises of InMemoryStore"
    case .forgetfulFile: "promises of FileStore"
    case .nothingInTheFile, .valuesMissing, .synchronizationFails: "writes that survive a loss of power"
    case .unobservedRender, .staleRender, .noRender: "renders of FileStore"
    case .leak, .unreadable: "memory"
    case .slowKey, .stoppedClock: "key.value beside UserDefaults.bool(forKey:)"
    case .slowMiss: "UserDefaults.object(forKey:) of a name that the suite lacks beside one that it has"
    case .silentChild, .failingChild, .deafStore: "a write by another process"
    case .forgetfulChild, .quietChild: "a process that is killed as it writes"
    }
  }

  /// What it has to say.
  var reason: String {
    switch self {
    case .unknownFact: "machine: "
    case .noFacts: "no facts"
    case .unknownFileSystem: "unknown"
    case .networkFileSystem: "nfs4"
    case .forgetfulMemory, .forgetfulFile: "valuesOutliveTheStore"
    case .nothingInTheFile: "No such file"
    case .valuesMissing: "the value 0 is missing"
    // Whenever that one was.
    case .unobservedRender: "1 renders of "
    case .noRender: "the last ones are 0 and "
    case .staleRender: "the last ones are 50 and "
    case .leak: "MiB in all"
    case .synchronizationFails, .unreadable: "refused"
    case .slowKey, .slowMiss: ": 101 "
    case .stoppedClock: "NaN"
    case .silentChild: "a read does not see it"
    case .deafStore: "no observer was called"
    case .failingChild: "the child ended with 1"
    case .forgetfulChild: "the write 1 of "
    case .quietChild: "it has acknowledged 0 writes only"
    }
  }

  /// The row, with a subject that has the fault.
  func makeRow() throws -> Row {
    let scratch = try Scratch(in: NSTemporaryDirectory())
    let shell = URL(filePath: "/bin/sh")
    switch self {
    case .unknownFact: return .device([("system", "Linux"), ("machine", "")])
    case .noFacts: return .device([])
    case .unknownFileSystem: return .place(scratch) { _ in nil }
    case .networkFileSystem: return .place(scratch) { _ in "nfs4" }
    case .forgetfulMemory: return forgetful("InMemoryStore")
    case .forgetfulFile: return forgetful("FileStore")
    case .nothingInTheFile:
      let store = InMemoryStore()
      return .durability(in: scratch) { _ in store }
    case .valuesMissing: return .durability(in: scratch) { _ in InMemoryStore() }
    case .synchronizationFails: return .durability(in: scratch) { SimpleStore(try FileStore(path: $0)) }
    case .unobservedRender:
      return renders { _, store in
        if case .integer(let number)? = try? store.value(forKey: "number") { Int(number) } else { 0 }
      }
    case .staleRender: return renders { key, _ in min(key.value, 50) }
    case .noRender: return renders { _, _ in 0 }
    case .leak:
      var leaked: [[UInt8]] = []
      return .memory { _ in leaked.append([UInt8](repeating: 1, count: 1_000)) }
    case .unreadable: return .memory { _ in throw Failure("refused") }
    case .slowKey: return ratio(of: .seconds(101), to: .seconds(1))
    case .stoppedClock: return ratio(of: .zero, to: .zero)
    case .slowMiss: return ratio(of: .seconds(101), to: .seconds(1))
    case .silentChild: return .otherProcess(ChildProgram(executable: shell, arguments: ["-c", ":"]), in: scratch)
    case .failingChild: return .otherProcess(ChildProgram(executable: shell, arguments: ["-c", "exit 1"]), in: scratch)
    case .deafStore:
      let child = ChildProgram(executable: try TemporaryHome().products.appending(path: "SelfTest"))
      return .otherProcess(child, in: scratch, within: 1) { SimpleStore(try FileStore(path: $0)) }
    case .forgetfulChild:
      let script = "i=0; while :; do i=$((i + 1)); echo $i; done"
      return .kill(ChildProgram(executable: shell, arguments: ["-c", script]), in: scratch)
    case .quietChild: return .kill(ChildProgram(executable: shell, arguments: ["-c", ":"]), in: scratch)
    }
  }

  /// A store that is empty whenever it is opened.
  private func forgetful(_ store: String) -> Row { .battery(store) { { InMemoryStore() } } }

  private func renders(_ render: @escaping @Sendable (DefaultsKey<Int>, any DefaultsStore) -> Int) -> Row {
    let store = InMemoryStore()
    let key = DefaultsKey("number", defaultValue: 0, store: store)
    return .renders(of: "FileStore", key, count: 100, timeLimit: .seconds(1)) { render($0, store) }
  }

  private func ratio(of first: Duration, to second: Duration) -> Row {
    var now = ContinuousClock.now
    return .ratio(row, limit: 100) {
      now += first
    } to: {
      now += second
    } clock: {
      now
    }
  }
}

/// A store that announces nothing of other processes, and cannot wait for the disk.
private final class SimpleStore: DefaultsStore, DefaultsStorage {
  private let store: FileStore
  let context = DefaultsStoreContext()

  init(_ store: FileStore) { self.store = store }

  func storedValue(forKey name: String) throws -> PropertyListValue? { try store.value(forKey: name) }
  func storedKeys() throws -> [String] { try store.keys() }
  func persist(_ changes: [DefaultsChange]) throws {
    for change in changes { try store.set(change.newValue, forKey: change.key) }
  }

  func apply(_ changes: [DefaultsChange]) {}
  func synchronize() throws { throw Failure("refused") }
}
