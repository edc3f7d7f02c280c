/// Rows whose cells stand below each other.
struct Table {
  var rows: [[String]]

  private static let gap = "  "
  /// What is left to the last column where the others take nearly everything.
  private static let smallestLastColumn = 10

  /// The rows as lines.
  ///
  /// - Parameter width: How many columns there are; what does not fit is cut from the last cell. `nil` cuts nothing.
  /// - Returns: A line for each row.
  func lines(width: Int?) -> [String] {
    let count = rows.first?.count ?? 0
    let widths = (0..<max(0, count - 1)).map { column in rows.map { $0[column].columns }.max() ?? 0 }
    let left = widths.reduce(0) { $0 + $1 + Self.gap.count }
    return rows.map { row in
      let cells = zip(row, widths).map { $0.padded(to: $1) }
      let last = row.last ?? ""
      return (cells + [width.map { last.cut(to: max(Self.smallestLastColumn, $0 - left)) } ?? last])
        .joined(separator: Self.gap)
    }
  }
}
