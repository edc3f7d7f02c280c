/// The copy of a value that a ``Default`` property with options keeps.
///
/// It is a copy from one store, the first that is read. If a task has another store in its place, the value is read
/// from that store.
final class DefaultCopy<Value: Sendable>: Sendable {
  private let key: DefaultsKey<Value>
  private let isObserving: Bool
  private let lock = Lock()
  private nonisolated(unsafe) var context: DefaultsStoreContext?  // guarded by `lock`
  private nonisolated(unsafe) var copy: Value?  // guarded by `lock`
  // Counts the changes, so that a value that was read before a change is not kept after it.
  private nonisolated(unsafe) var changeCount = 0  // guarded by `lock`
  private nonisolated(unsafe) var registrationCount = 0  // guarded by `lock`
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
    let registrationCount = context.registered.count
    let (copy, count): (Value?, Int) = lock.withLock {
      // At the first read and not before, so that the creation of a property opens no store.
      if self.context == nil { begin(with: context) }
      let isOurs = self.context === context && (!isObserving || self.registrationCount == registrationCount)
      return (isOurs ? self.copy : nil, changeCount)
    }
    if let copy { return copy }
    let value = key.value
    lock.withLock {
      guard self.context === context, changeCount == count else { return }
      self.copy = value
      self.registrationCount = registrationCount
    }
    return value
  }

  func forget() {
    lock.withLock {
      copy = nil
      changeCount += 1
    }
  }

  private func begin(with context: DefaultsStoreContext) {
    self.context = context
    if isObserving { observation = context.observe(key.name) { [weak self] _ in self?.forget() } }
  }
}
