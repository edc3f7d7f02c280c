/// Returns the name that was most likely meant by a misspelt one; `nil` if none is near.
///
/// The distance is that of Damerau and Levenshtein in its restricted form: how many characters have to be added, removed,
/// replaced or exchanged with their neighbours. A third of the characters may be wrong.
///
/// - Complexity: O(*n* × *m*) for each name, where *n* and *m* are the lengths.
func nearest(to word: String, among names: Set<String>) -> String? {
  guard word.count <= 100 else { return nil }
  let limit = max(1, word.count / 3)
  // In the order of the names, so that of several the same one is found each time.
  let near = names.sorted().lazy.filter { abs($0.count - word.count) <= limit }
  let found = near.map { (name: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
  return found.flatMap { $0.distance <= limit ? $0.name : nil }
}

private func distance(_ left: String, _ right: String) -> Int {
  let (left, right) = (Array(left.lowercased()), Array(right.lowercased()))
  var (beforeLast, last) = ([Int](), Array(0...right.count))
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, beforeLast[j - 1] + 1) }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}
