/// What a thread knows: for each location the oldest store that it may still read, and for each thread how far it has
/// followed it.
struct View {
  private(set) var places: [Int] = []

  /// How far it has followed a location or a thread.
  subscript(index: Int) -> Int {
    get { index < places.count ? places[index] : 0 }
    set {
      if index >= places.count { places.append(contentsOf: repeatElement(0, count: index + 1 - places.count)) }
      places[index] = newValue
    }
  }

  /// Adds what another view knows.
  mutating func join(_ other: View) {
    for index in other.places.indices where other.places[index] > self[index] { self[index] = other.places[index] }
  }
}
