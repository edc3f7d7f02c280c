import Foundation
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsMigration

/// What a program does with a store, in the order of the steps.
struct CrashWorkload: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    case apply([String: PropertyListValue?])
    /// Writes as a process does that is killed before it waits for the disk; then another one opens the file.
    case writeAndDie([String: PropertyListValue?])
    case synchronize
    case compact
    /// Releases the store and opens it again.
    case reopen
    /// Runs the migration; it is the only step.
    case migrate
  }

  /// A migration of the store, which may take values from a second one.
  struct Migration: Sendable {
    let steps: @Sendable (_ source: FileStore) -> [DefaultsMigration]
    /// The values of both stores after each of its commits; the names of the second one begin with "source:".
    let results: [Values]
  }

  let name: String
  var durability = FileStore.Durability.powerLoss
  /// Where the file is in the directory.
  var path = "test.defaults"
  /// Runs before the recording; everything is on the disk then.
  var prepare: @Sendable (_ path: String) throws -> Void = { _ in }
  /// Whether the prepared file is on the disk.
  var isPreparedOnDisk = true
  /// Whether the prepared file is damaged.
  var isDamaged = false
  var migration: Migration?
  let steps: [Step]

  var testDescription: String { "\(name), \(durability)" }

  func with(_ durability: FileStore.Durability) -> Self {
    var copy = self
    copy.durability = durability
    return copy
  }

  typealias Values = [String: PropertyListValue]

  /// A workload that was run: what it did, and the values after each batch.
  struct Run {
    var recording: DiskRecording
    let values: [Values]
    let root: String
  }

  func run(in directory: String) throws -> Run {
    let file = directory + "/" + path
    try prepare(file)
    var values = [try self.values(at: file)]
    let recording = try DiskRecording(of: directory, isOnDisk: isPreparedOnDisk) { mark in
      var store = try FileStore(path: file, durability: durability)
      for step in steps {
        let last = values.count - 1
        switch step {
        case .apply(let changes):
          let kept = values[last].filter { changes[$0.key] == nil }
          values.append(kept.merging(changes.compactMapValues { $0 }) { $1 })
          mark(.began(last + 1))
          try store.set(changes)
          mark(.returned(last + 1))
          if durability == .powerLoss { mark(.durable(last + 1)) }
        case .writeAndDie(let changes):
          let kept = values[last].filter { changes[$0.key] == nil }
          values.append(kept.merging(changes.compactMapValues { $0 }) { $1 })
          mark(.began(last + 1))
          try store.locked.writeAndDie(changes)
          store = try FileStore(path: directory + "/none")
          store = try FileStore(path: file, durability: durability)
        case .synchronize:
          try store.synchronize()
          mark(.durable(last))
        case .compact:
          try store.compact()
          mark(.durable(last))
        case .reopen:
          store = try FileStore(path: directory + "/none")
          store = try FileStore(path: file, durability: durability)
        case .migrate:
          values += migration?.results ?? []
          mark(.began(values.count - 1))
          try migrate(at: file)
          mark(.returned(values.count - 1))
          if durability == .powerLoss { mark(.durable(values.count - 1)) }
        }
      }
    }
    return Run(recording: recording, values: values, root: directory)
  }

  /// Runs the migration of the store at a path, if there is one.
  func migrate(at path: String) throws {
    guard let migration else { return }
    let source = try FileStore(path: Self.sourcePath(besides: path), durability: durability)
    try DefaultsAdapter(store: FileStore(path: path, durability: durability)).migrate(migration.steps(source))
  }

  /// Returns the values of the store at a path, and of the second store if there is one.
  func values(at path: String) throws -> Values {
    var values: Values = [:]
    let store = try FileStore(path: path)
    for key in try store.keys() { values[key] = try store.value(forKey: key) }
    guard migration != nil else { return values }
    let source = try FileStore(path: Self.sourcePath(besides: path))
    for key in try source.keys() { values["source:" + key] = try source.value(forKey: key) }
    return values
  }

  static func sourcePath(besides path: String) -> String { parentDirectory(of: path) + "/source.defaults" }
}
