/// An in-place change of one setting: it locks the store when it is created, and unlocks it in `deinit`.
///
/// Problems are reported after the store is unlocked, because the handler is the program's code.
///
/// Each `_modify` makes its own change and never yields the lvalue of another `_modify`. If the caller throws, the
/// inner one of two would continue after its `yield` as if nothing had happened, and write.
struct InPlaceChange<Value: Sendable>: ~Copyable {
  /// The value to change.
  var value: Value

  private let key: DefaultsKey<Value>
  private let store: any DefaultsStore
  private let isLocked: Bool
  private let unchanged: PropertyListValue?
  private let problems: Problems

  /// The problems to report once the store is unlocked.
  ///
  /// `@unchecked Sendable`: only the thread that makes the change uses it.
  private final class Problems: @unchecked Sendable {
    var all: [DefaultsProblem] = []
  }

  /// Creates a change: locks the store and reads the value.
  init(_ key: DefaultsKey<Value>) {
    self.key = key
    let store = key.store
    let problems = Problems()
    // If the lock fails, the caller gets a value all the same, because a coroutine must yield one.
    let report: @Sendable (DefaultsProblem) -> Void = { problems.all.append($0) }
    do {
      try store.enter()
      isLocked = true
    } catch {
      report(store.context.problems.problem(.failedWrite, key: key.name, error: error))
      isLocked = false
    }
    let order = SearchOrder(key.name, in: store, arguments: nil)
    value = key.value(of: key.search(order, in: store, report: report), in: store, report: report)
    // Values are compared in their stored form, because they need not be Equatable. A stored form in another library's
    // format thus stays as it is if the value does.
    unchanged = try? key.bridge.encode(value)
    self.store = store
    self.problems = problems
  }

  deinit {
    if isLocked { store.leave() }
    for problem in problems.all { problem.report() }
  }

  /// Writes the value if it has changed.
  func commit() {
    guard isLocked else { return }
    // Copies, because a closure cannot capture a noncopyable value that is borrowed.
    let (value, key, store, problems) = (value, key, store, problems)
    let report = { problems.all.append($0) }
    let encoded = store.reportingErrors(as: .unencodableValue, key: key.name, to: report) {
      try key.bridge.encode(value)
    }
    guard let changed = encoded, changed != unchanged else { return }
    store.reportingErrors(as: .failedWrite, key: key.name, to: report) { try key.write(stored: changed, in: store) }
  }
}
