/// The copy of a setting's value that a ``Default`` property keeps when its options ask for one.
final class DefaultCache<Value: Sendable>: Sendable {
  private let key: DefaultsKey<Value>
  private let isObserving: Bool
  private let lock = Lock()
  private nonisolated(unsafe) var copy: Value?  // guarded by `lock`
  // Counts the changes heard of, so that a value read before one is not kept after it.
  private nonisolated(unsafe) var changeCount = 0  // guarded by `lock`
  private nonisolated(unsafe) var observation: DefaultsObservation?  // guarded by `lock`

  init(_ key: DefaultsKey<Value>, isObserving: Bool) {
    self.key = key
    self.isObserving = isObserving
  }

  var value: Value {
    let (copy, count): (Value?, Int) = lock.withLock {
      // At the first read and not before, so that making a property opens no store.
      if isObserving, observation == nil {
        observation = key.store.observe(key.name) { [weak self] _ in self?.forget() }
      }
      return (self.copy, changeCount)
    }
    if let copy { return copy }
    let value = key.value
    lock.withLock { if changeCount == count { self.copy = value } }
    return value
  }

  func forget() {
    lock.withLock {
      copy = nil
      changeCount += 1
    }
  }
}
