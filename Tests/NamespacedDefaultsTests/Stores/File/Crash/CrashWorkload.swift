import Foundation
import Testing

@testable import NamespacedDefaults

/// What a program does with a store, in the order of the steps.
struct CrashWorkload: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    case apply([String: PropertyListValue?])
    case synchronize
    case compact
    /// Releases the store and opens it again.
    case reopen
  }

  let name: String
  var durability = FileStore.Durability.powerLoss
  /// Where the file is in the directory.
  var path = "test.defaults"
  /// Runs before the recording; everything is on the disk then.
  var prepare: @Sendable (_ path: String) throws -> Void = { _ in }
  /// Whether the prepared file is damaged.
  var isDamaged = false
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
    var values = [try CrashWorkload.values(of: FileStore(path: file))]
    let recording = try DiskRecording(of: directory) { mark in
      var store = try FileStore(path: file, durability: durability)
      for step in steps {
        let last = values.count - 1
        switch step {
        case .apply(let changes):
          let kept = values[last].filter { changes[$0.key] == nil }
          values.append(kept.merging(changes.compactMapValues { $0 }) { $1 })
          mark(.began(last + 1))
          try store.apply(changes)
          mark(.returned(last + 1))
          if durability == .powerLoss { mark(.durable(last + 1)) }
        case .synchronize:
          try store.synchronize()
          mark(.durable(last))
        case .compact:
          try store.compact()
          mark(.durable(last))
        case .reopen:
          store = try FileStore(path: directory + "/none")
          store = try FileStore(path: file, durability: durability)
        }
      }
    }
    return Run(recording: recording, values: values, root: directory)
  }

  static func values(of store: FileStore) throws -> Values {
    var values: Values = [:]
    for key in try store.keys() { values[key] = try store.value(forKey: key) }
    return values
  }
}
