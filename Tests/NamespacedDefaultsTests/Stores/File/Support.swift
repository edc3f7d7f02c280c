import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults

/// A directory of a test's own, removed with everything in it when released.
final class TemporaryDirectory: Sendable {
  let path: String

  /// Creates it, in memory where that is wanted and there is a file system in memory.
  init(inMemory: Bool = false) throws {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let isInMemory = inMemory && FileManager.default.isWritableFile(atPath: memory.path)
    let parent = isInMemory ? memory : FileManager.default.temporaryDirectory
    let template = parent.appendingPathComponent("NamespacedDefaults.XXXXXX").path
    var bytes = Array(template.utf8CString)
    path = try #require(bytes.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!).map { String(cString: $0) } })
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String = "test.defaults") -> String { path + "/" + name }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}

/// The open file of a path, each access to which locks what it needs.
struct LockedFile {
  let file: StoreFile

  init(_ file: StoreFile) { self.file = file }

  init(path: String) throws { file = try StoreFile(path: path) }

  var path: String { file.givenPath }
  var context: DefaultsStoreContext { file.context }

  func withLock<Result>(_ body: (StoreFile) throws -> Result) rethrows -> Result {
    try context.withLock { try body(file) }
  }

  /// The commit pointer in the file.
  var pointer: CommitPointer { withLock { $0.header.load() } }
  var word: UnsafePointer<Atomic<UInt64>> { withLock { $0.header.word } }
  /// The path of the file that the next compaction writes.
  var newPath: String { withLock { StoreFile.newPath(besides: path, salt: $0.log!.seed.salt) } }

  func value(forKey name: String) throws -> PropertyListValue? { try withLock { try $0.value(forKey: name) } }

  func keys() throws -> [String] { try withLock { try $0.keys() } }

  func refresh() throws { try withLock { try $0.refresh() } }

  /// Locks the file as a writer does, until ``endWriting()``.
  func beginWriting(_ options: WriteOptions) throws {
    try context.writeLock.acquire(for: options.lockTimeout, of: context)
    do {
      try file.beginWriting(options)
    } catch {
      context.writeLock.release()
      throw error
    }
  }

  /// Writes the changes, and lets everybody see them.
  func commit(_ changes: [DefaultsChange], _ options: WriteOptions) throws {
    try file.persist(changes, options)
    try withLock { try $0.apply(changes) }
  }

  /// Writes as a writer does that is killed before it waits for the disk, or publishes anything.
  func writeAndDie(_ values: [String: PropertyListValue?]) throws {
    try beginWriting(WriteOptions())
    defer { endWriting() }
    let changes = try values.map { DefaultsChange(key: $0, oldValue: try value(forKey: $0), newValue: $1) }
    try file.append(changes, to: file.lockedLog!)
  }

  func endWriting() {
    file.endWriting()
    context.writeLock.release()
  }
}

extension FileStore {
  var locked: LockedFile { LockedFile(file) }
}

/// Runs a body and returns how often it waited until the disk had a file.
func synchronizationCount(of path: String, during body: () throws -> Void) throws -> Int {
  let count = Atomic(0)
  try FileSystemChange.observe { change in
    if case .synchronization = change.kind, change.path == path { count.add(1, ordering: .relaxed) }
  } during: {
    try body()
  }
  return count.load(ordering: .relaxed)
}

func bytes(ofFile path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Writes in place, as a program that knows nothing of the store would.
func write(_ bytes: [UInt8], toFile path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}

/// Runs a body and returns the problems it met, beside its result.
func catchingProblems<Result>(_ body: () throws -> Result) rethrows -> (Result, [DefaultsProblem]) {
  let problems = Collector<DefaultsProblem>()
  let result = try Defaults.withProblemHandler({ problems.append($0) }, operation: body)
  return (result, problems.all)
}

/// What makes a helper process one that permissions hold for.
var unprivileged: [String] { getuid() == 0 ? ["user", "65534"] : [] }

extension [UInt8] {
  mutating func store(littleEndian number: UInt32, at index: Int) {
    withUnsafeMutableBytes { $0.storeBytes(of: number.littleEndian, toByteOffset: index, as: UInt32.self) }
  }
}
