/// Lines whose cells stand below each other; the last cell of a line ends it.
struct Table {
  /// How many columns each cell but the last takes; a longer one pushes what follows it.
  let widths: [Int]
  /// How many columns a line has; what does not fit is cut from its last cell, and nothing where this is `nil`.
  let width: Int?

  private static let gap = "  "
  /// What is left to the last cell where the others take nearly everything.
  private static let smallestLastCell = 10
  /// With less, a last cell says nothing.
  private static let readableLastCell = 16

  /// Whether the cells before it leave the last one room enough to be read.
  var isReadable: Bool {
    width.map { widths.reduce(0) { $0 + $1 + Self.gap.count } + Self.readableLastCell <= $0 } ?? true
  }

  func line(_ cells: [Piece]) -> [Piece] {
    let before = zip(cells, widths).map { Piece($0.text.padded(to: $1) + Self.gap, $0.style) }
    guard let last = cells.last, let width else { return before + cells.suffix(1) }
    let taken = before.reduce(0) { $0 + $1.text.columns(upTo: width) }
    return before + [Piece(last.text.cut(to: max(Self.smallestLastCell, width - taken)), last.style)]
  }
}
