/// Objects that keys leave with their store for other keys, by stored name.
///
/// A program that makes its keys anew at each use would otherwise decode their values each time. The objects live as long
/// as the store, so nothing of them keeps it alive. Their number is limited.
final class KeptObjects: Sendable {
  typealias Object = any AnyObject & Sendable

  private static let nameLimit = 512
  private static let limitForName = 4

  /// The name of a key in the namespace of an instance, in the parts of which a stored name is built.
  ///
  /// To build the name costs more than to find what was kept for it.
  struct Parts: Hashable {
    let namespace: String
    /// What distinguishes the key from all others of its process.
    let key: SIMD4<UInt>

    func hash(into hasher: inout Hasher) {
      hasher.combine(namespace)
      hasher.combine(key.wrappedSum())
    }
  }

  private let objects = Guarded([String: [Object]]())
  private let objectsByParts = Guarded([Parts: Object]())

  /// Returns the first object of a name that passes a test, which calls no code of the program.
  func first(forKey name: String, where passes: (Object) -> Bool) -> Object? {
    objects.withLock { $0[name]?.first(where: passes) }
  }

  /// Returns the object that was kept last for the parts of a name.
  func object(for parts: Parts) -> Object? { objectsByParts.withLock { $0[parts] } }

  /// Keeps an object of a name for its parts, in place of another one.
  func keep(_ new: Object, for parts: Parts) {
    let released = objectsByParts.withLock { objects -> [Object] in
      guard objects[parts] == nil, objects.count >= Self.nameLimit else {
        return objects.updateValue(new, forKey: parts).map { [$0] } ?? []
      }
      defer { objects = [parts: new] }
      return Array(objects.values)
    }
    // As below.
    withExtendedLifetime(released) {}
  }

  /// Keeps an object of a name, unless one that passes the test was kept before.
  ///
  /// - Returns: The object that is kept.
  func keep(_ new: Object, forKey name: String, unless passes: (Object) -> Bool) -> Object {
    // The others are released outside the lock, because their release may run the program's code.
    let (kept, released) = objects.withLock { objects -> (Object, [Object]) in
      var known = objects[name] ?? []
      if let other = known.first(where: passes) { return (other, []) }
      var released: [Object] = []
      if known.isEmpty, objects.count >= Self.nameLimit {
        released = objects.values.flatMap { $0 }
        objects.removeAll()
      }
      if known.count >= Self.limitForName { released.append(known.removeFirst()) }
      objects[name] = known + [new]
      return (new, released)
    }
    return withExtendedLifetime(released) { kept }
  }
}
