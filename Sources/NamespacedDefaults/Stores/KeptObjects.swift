/// Objects that keys leave with their store for other keys, by stored name.
///
/// A program that makes its keys anew at each use would otherwise decode their values each time. The objects live as long
/// as the store, so nothing of them keeps it alive. Their number is limited.
final class KeptObjects: Sendable {
  typealias Object = any AnyObject & Sendable

  private static let nameLimit = 512
  private static let limitForName = 4

  private let objects = Guarded([String: [Object]]())

  /// Returns the first object of a name that passes a test, which calls no code of the program.
  func first(forKey name: String, where passes: (Object) -> Bool) -> Object? {
    objects.withLock { $0[name]?.first(where: passes) }
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
