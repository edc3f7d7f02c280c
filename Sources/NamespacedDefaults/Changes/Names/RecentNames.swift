/// The places of the names that were used last, because a program writes few names again and again.
///
/// To compare a name with four others costs less than to hash it.
struct RecentNames<Place> {
  private static var limit: Int { 4 }

  // Two arrays, because that of a pair would be a type of its own, which is made at run time.
  private var names: [String] = []
  private var places: [Place] = []
  private var next = 0

  /// Returns the place of a name, if that is known.
  @inline(__always)  // on the way of every write
  func place(of name: String) -> Place? {
    let count = name.utf8.count
    return names.withUnsafeBufferPointer { names in
      // Names of other lengths can be equal, in another Unicode form. Then the place is just not known.
      for index in names.indices where names[index].utf8.count == count && names[index] == name {
        return places[index]
      }
      return nil
    }
  }

  /// Adds a name that is not known, in place of the one that was added first.
  mutating func add(_ name: String, at place: Place) {
    if names.count < Self.limit {
      names.append(name)
      places.append(place)
    } else {
      (names[next], places[next]) = (name, place)
      next = (next + 1) % Self.limit
    }
  }

  /// Forgets all places, because they are not valid any more.
  mutating func removeAll() {
    next = 0
    guard !names.isEmpty else { return }
    names.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }
}
