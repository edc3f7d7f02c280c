/// Objects that the keys of instances leave with their store, by the parts of which a stored name is built.
///
/// To build the name costs more than to find what was kept for it. They are the same objects that ``Names`` keeps, and their
/// number is limited too.
final class KeptByParts: Sendable {
  private static let limit = 512

  /// The name of a key in the namespace of an instance, in parts.
  struct Parts: Hashable {
    let namespace: String
    /// What distinguishes the key from all others of its process.
    let key: SIMD4<UInt>

    func hash(into hasher: inout Hasher) {
      hasher.combine(namespace)
      hasher.combine(key.wrappedSum())
    }
  }

  private let objects = Guarded([Parts: Names.Kept]())

  /// Returns the object that was kept last for the parts of a name.
  func object(for parts: Parts) -> Names.Kept? { objects.withLock { $0[parts] } }

  /// Keeps an object for the parts of a name, in place of another one.
  func keep(_ new: Names.Kept, for parts: Parts) {
    let released = objects.withLock { objects -> [Names.Kept] in
      guard objects[parts] == nil, objects.count >= Self.limit else {
        return objects.updateValue(new, forKey: parts).map { [$0] } ?? []
      }
      defer { objects = [parts: new] }
      return Array(objects.values)
    }
    // Outside the lock, because their release may run the program's code.
    withExtendedLifetime(released) {}
  }
}
