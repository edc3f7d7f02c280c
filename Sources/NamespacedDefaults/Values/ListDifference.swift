/// Returns the offsets of the elements of a list that go, and of those that come in another one.
package func listDifference<Element: Equatable>(
  from old: [Element],
  to new: [Element]
) -> (removed: Set<Int>, inserted: Set<Int>) {
  let head = zip(old, new).prefix { $0 == $1 }.count
  let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
  let (oldPart, newPart) = (old[head..<old.count - tail], new[head..<new.count - tail])
  // The search takes time in proportion to the product of the two, where they have little in common.
  guard oldPart.count * newPart.count <= 1 << 20 else { return (Set(oldPart.indices), Set(newPart.indices)) }
  let difference = Array(newPart).difference(from: Array(oldPart))
  var (removed, inserted) = (Set<Int>(), Set<Int>())
  for case .remove(let offset, _, _) in difference.removals { removed.insert(head + offset) }
  for case .insert(let offset, _, _) in difference.insertions { inserted.insert(head + offset) }
  return (removed, inserted)
}

/// Returns for each element of a new list the offset of the one that it was; `nil` for one that comes.
///
/// An element that comes and is equal to one that goes is that one, which has moved. Another one that comes for one
/// that goes, at the same place, is that one with another value.
func counterparts<Element: Hashable>(of new: [Element], in old: [Element]) -> [Int?] {
  let (removed, inserted) = listDifference(from: old, to: new)
  var goneByValue = Dictionary(grouping: removed.sorted(by: >)) { old[$0] }
  var moved: [Int: Int] = [:]
  for index in inserted.sorted() { moved[index] = goneByValue[new[index]]?.popLast() }
  let stillHere = Set(moved.values)
  var places: [Int?] = []
  var place = 0
  while places.count < new.count {
    let first = place
    while removed.contains(place) { place += 1 }
    var gone = (first..<place).filter { !stillHere.contains($0) }[...]
    while inserted.contains(places.count) { places.append(moved[places.count] ?? gone.popFirst()) }
    if places.count < new.count {
      places.append(place)
      place += 1
    }
  }
  return places
}
