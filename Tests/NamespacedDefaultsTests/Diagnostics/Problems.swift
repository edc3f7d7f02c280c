import NamespacedDefaults
import TestSupport

/// The problems that an operation reports.
func problems(of operation: () throws -> Void) rethrows -> [DefaultsProblem] {
  let heard = Lockbox<[DefaultsProblem]>([])
  try Defaults.withProblemHandler({ problem in heard.change { $0.append(problem) } }, operation: operation)
  return heard.value
}

/// A store that holds values but refuses every change, or every call.
final class FailingStore: DefaultsStore, DefaultsStorage {
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

  func storedValue(forKey name: String) throws -> PropertyListValue? {
    if failsReads { throw Failure(description: "unreadable") }
    return values[name]
  }

  func storedKeys() throws -> [String] {
    if failsReads { throw Failure(description: "unreadable") }
    return Array(values.keys)
  }

  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws { throw Failure(description: "disk full") }

  func synchronize() throws { throw Failure(description: "disk full") }

  func beginWriting() throws {
    if failsLocks { throw Failure(description: "locked out") }
  }
}
