import NamespacedDefaults
import Synchronization

/// The problems that an operation reports.
func problems(of operation: () throws -> Void) rethrows -> [DefaultsProblem] {
  let heard = Heard()
  try Defaults.withProblemHandler({ heard.append($0) }, operation: operation)
  return heard.problems
}

private final class Heard: Sendable {
  private let list = Mutex<[DefaultsProblem]>([])

  var problems: [DefaultsProblem] { list.withLock { $0 } }

  func append(_ problem: DefaultsProblem) { list.withLock { $0.append(problem) } }
}

/// A store that holds values but refuses every change, or every call.
final class FailingStore: DefaultsStore {
  struct Failure: Error, CustomStringConvertible { let description: String }

  let context = DefaultsStoreContext()
  let values: [String: PropertyListValue]
  let failsReads: Bool
  let failsLocks: Bool

  init(_ values: [String: PropertyListValue] = [:], failsReads: Bool = false, failsLocks: Bool = false) {
    self.values = values
    self.failsReads = failsReads
    self.failsLocks = failsLocks
  }

  func value(forKey name: String) throws -> PropertyListValue? {
    if failsReads { throw Failure(description: "unreadable") }
    return values[name]
  }

  func keys() throws -> [String] {
    if failsReads { throw Failure(description: "unreadable") }
    return Array(values.keys)
  }

  func commit(_ changes: [DefaultsChange]) throws { throw Failure(description: "disk full") }

  func synchronize() throws { throw Failure(description: "disk full") }

  func beginExclusiveAccess() throws {
    if failsLocks { throw Failure(description: "locked out") }
  }
}
