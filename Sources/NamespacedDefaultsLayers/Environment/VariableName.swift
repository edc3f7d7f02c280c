/// The names of environment variables.
enum VariableName {
  /// Returns a name, or a part of one, as it is written in a variable: `maxRetries` as `MAX_RETRIES`.
  ///
  /// A word begins at a capital letter after a small one or a digit, and at the last capital letter of several before a small
  /// one, as in `isHTTPOnly`, `IS_HTTP_ONLY`.
  static func part(_ name: String) -> String {
    let bytes = Array(name.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8)
    for (index, byte) in bytes.enumerated() where !byte.continuesCharacter {
      if index > 0, byte.isCapital {
        let isBeforeSmall = index + 1 < bytes.count && bytes[index + 1].isSmall
        if bytes[index - 1].isSmallOrDigit || bytes[index - 1].isCapital && isBeforeSmall { result.append(underscore) }
      }
      result.append(byte.isSmall ? byte - 0x20 : byte.isCapital || byte.isSmallOrDigit ? byte : underscore)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let underscore = UInt8(ascii: "_")
}

extension UInt8 {
  fileprivate var isCapital: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
  fileprivate var isSmall: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
  fileprivate var isSmallOrDigit: Bool { isSmall || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  /// Whether it is not the first byte of a character outside of ASCII.
  fileprivate var continuesCharacter: Bool { self & 0xC0 == 0x80 }
}
