/// An atomic in-place change of one setting, for a subscript of a settable protocol of your own.
///
///     _modify {
///       var change = InPlaceChange(key(color))
///       yield &change.value
///       change.commit()
///     }
///
/// The store is locked as long as the change lives. If the caller throws, `commit()` is not reached, and nothing is
/// written. So make a change in each `_modify`, and do not yield the property of another `_modify`: that one would
/// continue after its `yield` as if nothing had happened, and write.
///
/// It writes only if it began with a value that could be read. Otherwise the caller changes the default, because a
/// coroutine must yield a value, and the result is discarded: to write it would overwrite what could not be read. Errors
/// are reported to ``Defaults/problemHandler``.
public struct InPlaceChange<Value: Sendable>: ~Copyable {
  /// The value to change.
  public var value: Value

  private let key: DefaultsKey<Value>
  private let store: any DefaultsStore
  private let isLocked: Bool
  private let isReadable: Bool
  private let start: ChangeStart

  /// Creates a change: locks the store and reads the value.
  public init(_ key: DefaultsKey<Value>) { self.init(key, default: key.defaultValue) }

  /// Creates a change that begins with another default than that of the key.
  init(_ key: DefaultsKey<Value>, default defaultValue: @autoclosure () -> Value) {
    self.key = key
    let store = key.store
    do {
      try store.lockExclusively()
      store.context.lock.beginInPlaceChange()
      isLocked = true
    } catch {
      store.context.problems.problem(.failedWrite, key: key.name, error: error).report()
      isLocked = false
    }
    var failure: (any Error)?
    let found = SearchOrder(key.name, in: store, arguments: nil).search(for: key) {
      let found = key.readableForm(in: store)
      failure = found.failure
      return found.form
    }
    if let failure { store.failTransaction(failure) }
    let read = store.reportingErrors(as: .undecodableValue, key: key.name, form: found.stored) {
      try store.failingTransaction { try key.decodedValue(of: found, in: store, default: defaultValue()) }
    }
    isReadable = read != nil && failure == nil
    value = read ?? defaultValue()
    start = ChangeStart(value, of: key, found: found, in: store)
    self.store = store
  }

  deinit {
    guard isLocked else { return }
    store.context.lock.endInPlaceChange()
    do {
      try store.unlockExclusively()
    } catch {
      store.context.problems.problem(.failedWrite, key: key.name, error: error).report()
    }
  }

  /// Writes the value if it has changed.
  public consuming func commit() {
    guard isLocked, isReadable else { return }
    store.context.lock.requireLock()
    // Copies, because a closure cannot capture a noncopyable value that is borrowed.
    let (value, key, store, start) = (value, key, store, start)
    let encoded = store.reportingErrors(as: .unencodableValue, key: key.name) {
      try key.bridge.encode(value)
    }
    guard let changed = encoded else { return }
    store.reportingErrors(as: .failedWrite, key: key.name) { try start.replace(by: value, changed, of: key, in: store) }
  }
}

/// What an in-place change begins with.
struct ChangeStart {
  private let found: PropertyListValue?
  private let writeCount: UInt64
  /// The stored form of the value, or the error that it has none.
  private let unchanged: Result<PropertyListValue?, any Error>

  /// Creates the start of a change inside exclusive access.
  init<Value>(_ value: Value, of key: DefaultsKey<Value>, found: SearchOrder.Result, in store: any DefaultsStore) {
    self.found = found.stored
    writeCount = store.context.writeCount
    // Values are compared in their stored form, because they need not be Equatable. A stored form in another library's
    // format thus stays as it is if the value does.
    unchanged = Result { try key.bridge.encode(value) }
  }

  /// Writes a value in its stored form if it has changed.
  func replace<Value>(
    by value: Value,
    _ encoded: PropertyListValue?,
    of key: DefaultsKey<Value>,
    in store: any DefaultsStore
  ) throws {
    if case .success(encoded) = unchanged, try isStored(of: key, in: store) { return }
    try key.write(value, as: encoded, in: store)
  }

  /// Returns whether the caller has not written the setting otherwise meanwhile.
  ///
  /// If it has, what it leaves in place counts, even if that is the value with which it began.
  private func isStored<Value>(of key: DefaultsKey<Value>, in store: any DefaultsStore) throws -> Bool {
    try store.context.writeCount == writeCount
      || SearchOrder(key.name, in: store, arguments: nil).search(for: key) { try key.stored(in: store) }.stored == found
  }
}
