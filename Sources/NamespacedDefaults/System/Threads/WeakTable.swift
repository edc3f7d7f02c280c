/// Objects that are shared while somebody has them, one for each key.
///
/// All objects of a table are of one type, to which they are cast unchecked. The table itself is not generic, because the
/// metadata of a generic one would be made when a program starts.
package final class WeakTable: Sendable {
  private struct Reference {
    weak var value: (any AnyObject & Sendable)?
    /// What lives as long as the object.
    weak var life: (any AnyObject & Sendable)?
  }

  private let references = Guarded<[String: Reference]>([:])

  package init() {}

  /// Returns the objects that somebody has, of the type that all of them have.
  ///
  /// The caller may be the last one to have them, so it must not release them under a lock.
  package func values<Value: AnyObject & Sendable>(_ type: Value.Type = Value.self) -> [Value] {
    references.withLock { $0.values.compactMap { $0.value.map { unsafeDowncast($0, to: type) } } }
  }

  /// Returns what a closure finds out about the first object of a store that the thread has locked beside another one.
  ///
  /// The objects are released when the thread has no store locked, because that may run the program's code.
  package func first<Value: AnyObject & Sendable, Result>(_ find: (Value) -> Result?) -> Result? {
    // A thread that waits with one store locked would keep them all for as long.
    guard ThreadState.current.pointee.lockCount > 1 else { return nil }
    let values = values(Value.self)
    defer { ThreadState.whenUnlocked { withExtendedLifetime(values) {} } }
    return values.lazy.compactMap(find).first
  }

  /// Returns the object of a key, which a closure makes if nobody has one; it runs under a lock, and must not wait.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - life: A closure that returns a part of an object, which ends with it. Whether an object lives is seen by that part:
  ///     who looks may be the last one to have it, under a lock. So its release must run no code of the program's.
  ///   - make: The closure that makes the object.
  /// - Returns: The object.
  /// - Throws: The error of `make`.
  package func value<Value: AnyObject & Sendable, Failure>(
    for key: String,
    life: (Value) -> any AnyObject & Sendable,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try references.withLock { (references) throws(Failure) in
      if let value = references[key]?.value { return unsafeDowncast(value, to: Value.self) }
      references = references.filter { $1.life != nil }
      let value = try make()
      references[key] = Reference(value: value, life: life(value))
      return value
    }
  }
}
