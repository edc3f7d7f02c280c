/// An in-place change of one setting, from the locking of its store to its unlocking, which `deinit` sees to.
///
/// Problems are reported after the store is unlocked, because the handler is the program's code.
///
/// Each `_modify` makes its own and never yields another's lvalue: when the caller throws, the inner one of two would go
/// on behind its `yield` as if nothing had happened, and write.
struct InPlaceChange<Value: Sendable>: ~Copyable {
  /// The value to change.
  var value: Value

  private let key: DefaultsKey<Value>
  private let store: any DefaultsStore
  private let isLocked: Bool
  private let unchanged: PropertyListValue?
  private let problems: Problems

  /// Problems that wait for the unlocking.
  ///
  /// `@unchecked Sendable`: only the thread that makes the change uses it.
  private final class Problems: @unchecked Sendable {
    var all: [DefaultsProblem] = []
  }

  /// Locks the store and reads the value.
  init(_ key: DefaultsKey<Value>) {
    self.key = key
    let store = key.store
    let problems = Problems()
    // Without the lock the caller gets a value all the same: a coroutine must yield one.
    let report: @Sendable (DefaultsProblem) -> Void = { problems.all.append($0) }
    isLocked = reportingErrors(as: .failedWrite, key: key.name, to: report) { try store.enter() } != nil
    let order = SearchOrder(key.name, in: store, arguments: nil)
    value = key.value(of: key.search(order, in: store, report: report), report: report)
    // A value is compared in its stored form, because it need not be Equatable, and because a stored form in another
    // library's format stays as it is while the value does.
    unchanged = try? key.bridge.encode(value)
    self.store = store
    self.problems = problems
  }

  deinit {
    if isLocked { store.leave() }
    for problem in problems.all { problem.report() }
  }

  /// Writes the value where it was really changed.
  func commit() {
    guard isLocked else { return }
    // Copies, because a closure cannot capture a noncopyable value that is borrowed.
    let (value, key, store, problems) = (value, key, store, problems)
    let report = { problems.all.append($0) }
    let encoded = reportingErrors(as: .unencodableValue, key: key.name, to: report) { try key.bridge.encode(value) }
    guard let changed = encoded, changed != unchanged else { return }
    reportingErrors(as: .failedWrite, key: key.name, to: report) { try key.write(stored: changed, in: store) }
  }
}
