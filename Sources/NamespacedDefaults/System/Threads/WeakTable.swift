/// Objects that are shared while somebody has them, one for each key.
package final class WeakTable<Key: Hashable & Sendable, Value: AnyObject & Sendable>: Sendable {
  private struct Reference { weak var value: Value? }

  private let references = Guarded<[Key: Reference]>([:])

  package init() {}

  /// The objects that somebody has.
  package var values: [Value] { references.withLock { $0.values.compactMap(\.value) } }

  /// Returns the object of a key, which a closure makes if nobody has one; it runs under a lock, and must not wait.
  package func value<Failure>(for key: Key, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    try references.withLock { (references) throws(Failure) in
      if let value = references[key]?.value { return value }
      references = references.filter { $1.value != nil }
      let value = try make()
      references[key] = Reference(value: value)
      return value
    }
  }
}
