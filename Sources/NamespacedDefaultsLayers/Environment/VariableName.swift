import NamespacedDefaults

/// The names of environment variables.
enum VariableName {
  /// Returns a name, or a part of one, as it is written in a variable: `maxRetries` as `MAX_RETRIES`.
  ///
  /// A word begins at a capital letter after a small one or a digit, and at the last capital letter of several before a small
  /// one, as in `isHTTPOnly`, `IS_HTTP_ONLY`. An `s` behind several capital letters belongs to them, as in `maxURLs2Go`,
  /// `MAX_URLS_2_GO`. A character that is not ASCII is a word, `U` and its number in Unicode: `Über` is `U00DC_BER`.
  static func part(_ name: String) -> String {
    let bytes = Array(name.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : 0 })
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8)
    for (index, (scalar, byte)) in zip(name.unicodeScalars, bytes).enumerated() {
      if index > 0, isStart(index, of: bytes), result.last != underscore { result.append(underscore) }
      if byte == 0 {
        result += "U\(String(scalar.value, radix: 16, digits: 4, uppercase: true))".utf8
      } else {
        result.append(byte.isSmall ? byte - 0x20 : byte.isCapital || byte.isSmallOrDigit ? byte : underscore)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns whether a word begins at an index that is not the first one.
  private static func isStart(_ index: Int, of bytes: [UInt8]) -> Bool {
    let (byte, last) = (bytes[index], bytes[index - 1])
    if byte == 0 || last == 0 { return byte.isLetterOrDigit || last.isLetterOrDigit || byte == last }
    if isPluralEnd(index - 1, of: bytes) { return byte.isLetterOrDigit }
    guard byte.isCapital else { return false }
    let isBeforeSmall = index + 1 < bytes.count && bytes[index + 1].isSmall && !isPluralEnd(index + 1, of: bytes)
    return last.isSmallOrDigit || last.isCapital && isBeforeSmall
  }

  /// Returns whether there is the `s` behind several capital letters that ends a word.
  private static func isPluralEnd(_ index: Int, of bytes: [UInt8]) -> Bool {
    index > 1 && bytes[index] == UInt8(ascii: "s") && bytes[index - 1].isCapital && bytes[index - 2].isCapital
      && (index + 1 == bytes.count || !bytes[index + 1].isSmall)
  }

  private static let underscore = UInt8(ascii: "_")
}

extension UInt8 {
  fileprivate var isCapital: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
  fileprivate var isSmall: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
  fileprivate var isSmallOrDigit: Bool { isSmall || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  fileprivate var isLetterOrDigit: Bool { isSmallOrDigit || isCapital }
}
