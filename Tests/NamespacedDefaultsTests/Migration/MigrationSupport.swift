import NamespacedDefaults

/// What a store holds beside what the library keeps of migrations.
func settings(in store: any DefaultsStore) throws -> [String: PropertyListValue] {
  var values: [String: PropertyListValue] = [:]
  for name in try store.keys() where !name.hasPrefix("NamespacedDefaults.") {
    values[name] = try store.value(forKey: name)
  }
  return values
}

/// An in-memory store with a disk that is full at some of its commits, counted from 1.
final class FailingCommits: DefaultsStore, DefaultsStorage {
  struct DiskFull: Error, CustomStringConvertible {
    var description: String { "no space left" }
  }

  let context = DefaultsStoreContext()
  private let failing: Set<Int>
  private nonisolated(unsafe) var values: [String: PropertyListValue]  // guarded by the context's lock
  private nonisolated(unsafe) var count = 0  // guarded by the context's lock

  init(_ values: [String: PropertyListValue] = [:], onCommits failing: Set<Int>) {
    self.values = values
    self.failing = failing
  }

  var commits: Int { context.withLock { count } }

  func storedValue(forKey name: String) -> PropertyListValue? { context.withLock { values[name] } }

  func storedKeys() -> [String] { context.withLock { Array(values.keys) } }

  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws {
    count += 1
    if failing.contains(count) { throw DiskFull() }
    for change in changes { values[change.key] = change.newValue }
  }

  func synchronize() {}
}
