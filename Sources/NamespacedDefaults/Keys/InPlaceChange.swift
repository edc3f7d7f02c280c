/// An in-place change of one setting, from the locking of its store to its end.
///
/// Problems are reported after the lock is gone, for the handler is the program's code.
///
/// Each `_modify` makes its own and never yields another's lvalue: when the caller throws, the inner one of two would go
/// on behind its `yield` as if nothing had happened, and write.
struct InPlaceChange<Value: Sendable> {
  /// The value to change.
  var value: Value

  private let key: DefaultsKey<Value>
  private let store: any DefaultsStore
  private let isExclusive: Bool
  private let unchanged: PropertyListValue?
  private var problems: [DefaultsProblem] = []

  /// Locks the store and reads the value.
  init(_ key: DefaultsKey<Value>) {
    self.key = key
    store = key.store
    var problems: [DefaultsProblem] = []
    do {
      try store.enter()
      isExclusive = true
    } catch {
      // The caller gets a value all the same: a coroutine must yield one.
      isExclusive = false
      problems.append(DefaultsProblem(.failedWrite, key: key.name, error: error))
    }
    value = key.decoded(key.visibleValue(in: store) { problems.append($0) }) { problems.append($0) }
    // A value is compared in its stored form, for it need not be Equatable, and what is stored may be in another
    // library's format, which an untouched value shall keep.
    unchanged = try? key.bridge.encode(value)
    self.problems = problems
  }

  /// Writes the value where it was really changed.
  mutating func commit() {
    guard isExclusive else { return }
    let changed: PropertyListValue?
    do {
      changed = try key.bridge.encode(value)
    } catch {
      return problems.append(DefaultsProblem(.unencodableValue, key: key.name, error: error))
    }
    guard changed != unchanged else { return }
    do {
      try key.write(stored: changed, in: store)
    } catch {
      problems.append(DefaultsProblem(.failedWrite, key: key.name, error: error))
    }
  }

  /// Unlocks the store and reports what went wrong.
  func end() {
    if isExclusive { store.leave() }
    for problem in problems { Defaults.report(problem) }
  }
}
