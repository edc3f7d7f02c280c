/// Objects that are shared while somebody has them, one for each key.
///
/// All objects of a table are of one type, to which they are cast unchecked. The table itself is not generic, because the
/// metadata of a generic one would be made when a program starts.
package final class WeakTable: Sendable {
  private struct Reference { weak var value: (any AnyObject & Sendable)? }

  private let references = Guarded<[String: Reference]>([:])

  package init() {}

  /// Returns the objects that somebody has, of the type that all of them have.
  package func values<Value: AnyObject & Sendable>(_ type: Value.Type = Value.self) -> [Value] {
    references.withLock { $0.values.compactMap { $0.value.map { unsafeDowncast($0, to: type) } } }
  }

  /// Returns the object of a key, which a closure makes if nobody has one; it runs under a lock, and must not wait.
  package func value<Value: AnyObject & Sendable, Failure>(
    for key: String,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try references.withLock { (references) throws(Failure) in
      if let value = references[key]?.value { return unsafeDowncast(value, to: Value.self) }
      references = references.filter { $1.value != nil }
      let value = try make()
      references[key] = Reference(value: value)
      return value
    }
  }
}
