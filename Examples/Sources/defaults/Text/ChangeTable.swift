import NamespacedDefaults

/// Changes as a person reads them while they happen: the time, the key, the value before and the value now.
struct ChangeTable {
  private var keyWidth = 0

  /// Creates a table in which keys stand below each other, those that come later too, unless they are longer.
  init(_ keys: [String]) {
    for key in keys { makeRoom(for: key) }
  }

  mutating func line(_ change: DefaultsChange) -> [Piece] {
    makeRoom(for: change.key)
    let key = change.key.printable.cut(to: keyWidth).padded(to: keyWidth)
    let time = Self.time
    let arrow = " → "
    let room = max(16, (Terminal.width ?? .max) - time.count - keyWidth - 4)
    let values = [change.oldValue, change.newValue].map { ($0?.displayText(limit: Self.valueLimit) ?? "-").printable }
    // The new value is to be seen, however long the old one is.
    let half = (room - arrow.count) / 2
    let old = values[0].cut(to: max(half, room - arrow.count - values[1].columns(upTo: room)))
    let new = values[1].cut(to: room - arrow.count - old.columns(upTo: room))
    return [Piece(time + "  ", .aside), Piece(key + "  ", .name), Piece(old, .old), Piece(arrow), Piece(new, .new)]
  }

  private mutating func makeRoom(for key: String) {
    let limit = max(10, (Terminal.width ?? 100) / 3)
    keyWidth = max(keyWidth, min(limit, key.printable.columns(upTo: limit)))
  }

  /// The time of day where the person is.
  private static var time: String {
    var (now, parts) = (time_t(Date().timeIntervalSince1970), tm())
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  private static let valueLimit = 1000
}
