package import NamespacedDefaultsFoundation

extension Data {
  /// Creates data from pairs of hexadecimal digits in angle brackets, between which white space may stand: `<0fbd 77>`.
  ///
  /// It is the form of data in the old text form of property lists.
  package init?(hexadecimalText text: String) {
    let text = text.trimmed
    guard text.first == "<", text.last == ">", text.count > 1 else { return nil }
    let digits = text.dropFirst().dropLast().filter { !$0.isWhitespace }.map(\.hexDigitValue)
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let numbers = digits.compactMap(\.self)
    self.init(stride(from: 0, to: numbers.count, by: 2).map { UInt8(numbers[$0] << 4 | numbers[$0 + 1]) })
  }
}
