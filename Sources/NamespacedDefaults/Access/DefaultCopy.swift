/// The copy of a value that a ``Default`` property with options keeps.
///
/// It is a copy from one store, the first that is read. If a task has another store in its place, the value is read
/// from that store.
final class DefaultCopy<Value: Sendable>: Sendable {
  /// What has to be the same for a copy to count.
  private struct Stamp: Equatable {
    /// The number of writes by the property itself.
    var writeCount: Int
    /// The count of changes of an observed store.
    var changeCount: UInt64
  }

  private struct State {
    var context: DefaultsStoreContext?
    var copy: (value: Value, stamp: Stamp)?
    var writeCount = 0
    var observation: DefaultsObservation?
  }

  private let key: DefaultsKey<Value>
  private let isObserving: Bool
  // Nothing is called under its lock, not even the release of a value, which may run the program's code.
  private let state = Guarded(State())

  init(_ key: DefaultsKey<Value>, isObserving: Bool) {
    self.key = key
    self.isObserving = isObserving
  }

  var value: Value {
    let store = key.store
    let context = store.context
    // The key itself caches the values of such a store until they change.
    if isObserving, context.version != nil { return key.value }
    store.track(key.name)
    guard isOurs(context) else { return key.value }
    // Taken before the value is read, so that a value from before a change is not kept after it.
    let stamp = Stamp(
      writeCount: state.withLock { $0.writeCount },
      changeCount: isObserving ? context.changeCount : 0
    )
    if let copy = state.withLock({ $0.copy }), copy.stamp == stamp { return copy.value }
    let value = key.value
    replaceCopy(with: (value, stamp))
    return value
  }

  /// Drops the copy after a write by the property.
  func forget() {
    state.withLock { $0.writeCount += 1 }
    replaceCopy(with: nil)
  }

  private func replaceCopy(with new: (value: Value, stamp: Stamp)?) {
    let former = state.withLock { state in
      defer { state.copy = new }
      return state.copy
    }
    withExtendedLifetime(former) {}
  }

  /// Returns whether the copy is one from the store with a context, which is the first store that is read.
  private func isOurs(_ context: DefaultsStoreContext) -> Bool {
    // At the first read and not before, so that the creation of a property opens no store.
    let (isOurs, isFirst) = state.withLock { state in
      let isFirst = state.context == nil
      if isFirst { state.context = context }
      return (state.context === context, isFirst)
    }
    if isFirst, isObserving {
      // Its handler has nothing to do. A store finds the changes of other code only while it is observed.
      let observation = context.observe(key.name) { _ in }
      state.withLock { $0.observation = observation }
      // Another thread may have kept a copy from before the store was observed.
      forget()
    }
    return isOurs
  }
}
