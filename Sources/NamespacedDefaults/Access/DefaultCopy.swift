/// The copy of a value that a ``Default`` property with the option ``DefaultOptions/cached`` keeps.
///
/// It is a copy from one store, the first that is read. If a task has another store in its place, the value is read
/// from that store.
///
/// It is not generic over the value's type, because to look up the metadata of generic types costs more than the rest of a
/// read.
@usableFromInline
final class DefaultCopy: Sendable {
  typealias Object = any AnyObject & Sendable

  /// What a read finds.
  enum Lookup {
    case found(Object)
    /// Nothing yet; a value that is read now may be kept if the property has not been written since.
    case nothing(writeCount: Int)
    case otherStore
  }

  private struct State {
    var context: DefaultsStoreContext?
    var copy: Object?
    /// The number of writes by the property.
    var writeCount = 0
  }

  // The key is read outside of it, and a former copy is released outside, because both may run the program's code.
  private let state = Guarded(State())

  func lookUp(in context: DefaultsStoreContext) -> Lookup {
    state.withLock { state in
      // At the first read and not before, so that the creation of a property opens no store.
      if state.context == nil { state.context = context }
      guard state.context === context else { return .otherStore }
      return state.copy.map { .found($0) } ?? .nothing(writeCount: state.writeCount)
    }
  }

  /// Keeps a copy, unless there is one, or the property was written after the value was read.
  func keep(_ copy: Object, writeCount: Int) {
    state.withLock { if $0.writeCount == writeCount, $0.copy == nil { $0.copy = copy } }
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

extension Default {
  private final class Copied: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Returns the copy of the value, or makes it.
  @usableFromInline
  func value(of copy: DefaultCopy) -> Value {
    let store = key.store
    store.track(key.name)
    switch copy.lookUp(in: store.context) {
    // Only this property keeps objects in it.
    case .found(let object): return unsafeDowncast(object, to: Copied.self).value
    case .otherStore: return key.value
    case .nothing(let writeCount):
      let value = key.value
      copy.keep(Copied(value), writeCount: writeCount)
      return value
    }
  }
}
