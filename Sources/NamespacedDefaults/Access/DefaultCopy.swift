/// The copy of a value that a ``Default`` property with the option ``DefaultOptions/cached`` keeps.
///
/// It is a copy from one store, the first that is read. If a task has another store in its place, the value is read
/// from that store.
final class DefaultCopy<Value: Sendable>: Sendable {
  private struct State {
    var context: DefaultsStoreContext?
    var copy: Value?
    /// The number of writes by the property.
    var writeCount = 0
  }

  private let key: DefaultsKey<Value>
  // The key is read outside of it, and a former copy is released outside, because both may run the program's code.
  private let state = Guarded(State())

  init(_ key: DefaultsKey<Value>) {
    self.key = key
  }

  var value: Value {
    let store = key.store
    store.track(key.name)
    let context = store.context
    let (isOurs, copy, writeCount) = state.withLock { state in
      // At the first read and not before, so that the creation of a property opens no store.
      if state.context == nil { state.context = context }
      return (state.context === context, state.copy, state.writeCount)
    }
    guard isOurs else { return key.value }
    if let copy { return copy }
    let value = key.value
    // A value from before a write by the property is not kept after it.
    state.withLock { if $0.writeCount == writeCount, $0.copy == nil { $0.copy = value } }
    return value
  }

  /// Drops the copy after a write by the property.
  func forget() {
    let former = state.withLock { state in
      defer { state.copy = nil }
      state.writeCount += 1
      return state.copy
    }
    withExtendedLifetime(former) {}
  }
}
