/// Lines whose cells stand below each other; the last cell of a line ends it.
struct Table {
  /// How many columns each cell but the last takes; a longer one pushes what follows it.
  let widths: [Int]
  /// How many columns a line has; what does not fit is cut from its last cell, and nothing where this is `nil`.
  let width: Int?

  private static let gap = "  "
  /// What is left to the last cell where the others take nearly everything.
  private static let smallestLastCell = 10

  func line(_ cells: [String]) -> String {
    let before = zip(cells, widths).map { $0.padded(to: $1) }
    let last = cells.last ?? ""
    guard let width else { return (before + [last]).joined(separator: Self.gap) }
    let taken = before.reduce(0) { $0 + $1.columns(upTo: width) + Self.gap.count }
    return (before + [last.cut(to: max(Self.smallestLastCell, width - taken))]).joined(separator: Self.gap)
  }
}
