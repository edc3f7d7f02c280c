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

  private struct State {
    var context: DefaultsStoreContext?
    var copy: Object?
    /// The number of writes by the property.
    var writeCount = 0
  }

  // The key is read outside of it, and a former copy is released outside, because both may run the program's code.
  private let state = Guarded(State())

  /// Returns the copy, if there is one yet, and the number of writes; `nil` for another store.
  ///
  /// A value that is read now may be kept if the property has not been written since.
  func lookUp(in context: DefaultsStoreContext) -> (copy: Object?, writeCount: Int)? {
    state.withLock { state in
      // At the first read and not before, so that the creation of a property opens no store.
      if state.context == nil { state.context = context }
      return state.context === context ? (state.copy, state.writeCount) : nil
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
