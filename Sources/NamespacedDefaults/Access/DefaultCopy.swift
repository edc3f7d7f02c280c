/// The copy of a value that a ``Default`` property with options keeps.
///
/// It is a copy from one store, the first that is read. If a task has another store in its place, the value is read
/// from that store.
final class DefaultCopy<Value: Sendable>: Sendable {
  /// What has to be the same for a copy to count.
  private struct Moment: Equatable {
    /// The number of writes by the property itself.
    var writeCount: Int
    /// The revision of an observed store.
    var revision: UInt64
  }

  private let key: DefaultsKey<Value>
  private let isObserving: Bool
  // Nothing is called under this lock, not even the release of a value, which may run the program's code.
  private let lock = Lock()
  private nonisolated(unsafe) var context: DefaultsStoreContext?  // guarded by `lock`
  private nonisolated(unsafe) var copy: (value: Value, moment: Moment)?  // guarded by `lock`
  private nonisolated(unsafe) var writeCount = 0  // guarded by `lock`
  private nonisolated(unsafe) var observation: DefaultsObservation?  // guarded by `lock`

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
    let moment = Moment(
      writeCount: lock.withLock { writeCount },
      revision: isObserving ? context.revision : 0
    )
    if let copy = lock.withLock({ copy }), copy.moment == moment { return copy.value }
    let value = key.value
    replaceCopy(with: (value, moment))
    return value
  }

  /// Drops the copy after a write by the property.
  func forget() {
    lock.withLock { writeCount += 1 }
    replaceCopy(with: nil)
  }

  private func replaceCopy(with new: (value: Value, moment: Moment)?) {
    let former = lock.withLock {
      let former = copy
      copy = new
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// Returns whether the copy is one from the store with a context, which is the first store that is read.
  private func isOurs(_ context: DefaultsStoreContext) -> Bool {
    // At the first read and not before, so that the creation of a property opens no store.
    let (isOurs, isFirst) = lock.withLock {
      let isFirst = self.context == nil
      if isFirst { self.context = context }
      return (self.context === context, isFirst)
    }
    if isFirst, isObserving {
      // Its handler has nothing to do. A store finds the changes of other code only while it is observed.
      let observation = context.observe(key.name) { _ in }
      lock.withLock { self.observation = observation }
      // Another thread may have kept a copy from before the store was observed.
      forget()
    }
    return isOurs
  }
}
