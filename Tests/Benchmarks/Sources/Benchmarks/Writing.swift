import Foundation
import NamespacedDefaults
import Synchronization

/// Somebody else who writes a setting without a pause while another one is read.
protocol Writing: Sendable {
  func begin()
  func end()
}

/// A thread of this process.
final class WritingThread: Writing {
  private let isWanted = Atomic(false)
  private let isRunning = Atomic(false)

  func begin() {
    isWanted.store(true, ordering: .relaxed)
    Thread.detachNewThread { [self] in
      isRunning.store(true, ordering: .releasing)
      while isWanted.load(ordering: .relaxed) {
        for index in 0..<100 { Defaults.Account.set(index & 1 == 0, forKey: .wasSeen) }
      }
      isRunning.store(false, ordering: .releasing)
    }
    while !isRunning.load(ordering: .acquiring) { sched_yield() }
  }

  func end() {
    isWanted.store(false, ordering: .relaxed)
    while isRunning.load(ordering: .acquiring) { sched_yield() }
  }
}

/// Another process, which writes while a file is there.
///
/// It is not stopped by a signal, because it could have the store's file locked then.
final class WritingProcess: Writing {
  private static var flag: URL { Place.directory.appending(path: "go-on") }
  private let child: Child

  /// Starts one.
  ///
  /// - Throws: What kept it from being started.
  init() throws {
    child = try Child(["write-on", Place(.file).name], in: Place.directory)
  }

  func begin() {
    _ = FileManager.default.createFile(atPath: Self.flag.path, contents: nil)
    child.send("")
    _ = child.receive()
  }

  func end() {
    try? FileManager.default.removeItem(at: Self.flag)
    _ = child.receive()
  }

  /// What the process does.
  static func run(_ place: Place) throws {
    guard let store = try place.store() else { return }
    while readLine() != nil {
      say("writing")
      while access(flag.path, F_OK) == 0 {
        for index in 0..<100 { try store.set(.bool(index & 1 == 0), forKey: Name.written) }
      }
      say("ended")
    }
  }
}
