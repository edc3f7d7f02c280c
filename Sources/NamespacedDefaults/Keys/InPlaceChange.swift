/// An in-place change of one setting: it locks the store when it is created, and unlocks it in `deinit`.
///
/// It writes only if it began with a value that could be read. Otherwise the caller changes the default, because a
/// coroutine must yield a value, and the result is discarded: to write it would overwrite what could not be read.
///
/// Each `_modify` makes its own change and never yields the lvalue of another `_modify`. If the caller throws, the
/// inner one of two would continue after its `yield` as if nothing had happened, and write.
struct InPlaceChange<Value: Sendable>: ~Copyable {
  /// The value to change.
  var value: Value

  private let key: DefaultsKey<Value>
  private let store: any DefaultsStore
  private let isLocked: Bool
  private let isReadable: Bool
  /// The stored form of the value at the beginning, or the error that it has none.
  private let unchanged: Result<PropertyListValue?, any Error>

  /// Creates a change: locks the store and reads the value.
  init(_ key: DefaultsKey<Value>) {
    self.key = key
    let store = key.store
    do {
      try store.enter()
      isLocked = true
    } catch {
      store.context.problems.problem(.failedWrite, key: key.name, error: error).report()
      isLocked = false
    }
    let order = SearchOrder(key.name, in: store, arguments: nil)
    let found = store.reportingErrors(as: .failedRead, key: key.name) {
      try order.search(for: key) { try key.stored(in: store) }
    }
    let read = found.flatMap { found in
      store.reportingErrors(as: .undecodableValue, key: key.name, form: found.stored) {
        try key.value(of: found)
      }
    }
    isReadable = read != nil
    value = read ?? key.defaultValue
    // Values are compared in their stored form, because they need not be Equatable. A stored form in another library's
    // format thus stays as it is if the value does.
    unchanged = Result { [value] in try key.bridge.encode(value) }
    self.store = store
  }

  deinit {
    guard isLocked else { return }
    store.context.requireLock()
    store.leave()
  }

  /// Writes the value if it has changed.
  func commit() {
    guard isLocked, isReadable else { return }
    store.context.requireLock()
    // Copies, because a closure cannot capture a noncopyable value that is borrowed.
    let (value, key, store) = (value, key, store)
    let encoded = store.reportingErrors(as: .unencodableValue, key: key.name) {
      try key.bridge.encode(value)
    }
    guard let changed = encoded else { return }
    if case .success(changed) = unchanged { return }
    store.reportingErrors(as: .failedWrite, key: key.name) { try key.write(stored: changed, in: store) }
  }
}
