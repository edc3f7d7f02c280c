import NamespacedDefaults

extension PropertyListValue {
  /// The value as a person reads it, with data that are JSON as that, up to a number of characters.
  ///
  /// - Parameter limit: About how many characters there may be; where there are more, the text ends with an ellipsis.
  /// - Returns: The text.
  func displayText(limit: Int = .max) -> String {
    var writer = DisplayText(room: limit)
    writer.add(self)
    return writer.room < 0 ? writer.text + "…" : writer.text
  }
}

/// A description in the making, which ends when its room does.
private struct DisplayText {
  var text = ""
  /// How many characters there is room for; below 0, some were left out.
  var room: Int

  mutating func add(_ value: PropertyListValue) {
    switch value {
    case .string(let text): add(quoting: text)
    case .data(let data): add(StoredJSON(data)?.text ?? value.description)
    case .array(let elements):
      add("[")
      for (index, element) in elements.enumerated() where room >= 0 {
        if index > 0 { add(", ") }
        add(element)
      }
      add("]")
    case .dictionary(let members) where members.isEmpty: add("[:]")
    case .dictionary(let members):
      add("[")
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() where room >= 0 {
        if index > 0 { add(", ") }
        add(quoting: member.key)
        add(": ")
        add(member.value)
      }
      add("]")
    case .bool, .integer, .unsignedInteger, .double, .date: add(value.description)
    }
  }

  private mutating func add(quoting text: String) {
    guard room >= 0 else { return }
    let start = text.start(upTo: room)
    if start.endIndex < text.endIndex {
      add(String(String(start).debugDescription.dropLast()))
      room = -1
    } else {
      add(text.debugDescription)
    }
  }

  private mutating func add(_ piece: String) {
    guard room >= 0 else { return }
    let start = piece.start(upTo: room)
    text += start
    room = start.endIndex < piece.endIndex ? -1 : room - start.unicodeScalars.count
  }
}

extension String {
  /// So many characters; what a person takes for one can be a million of them.
  fileprivate func start(upTo count: Int) -> Substring {
    self[..<(unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)]
  }
}
