#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Refuses JSON whose decoder would drop something without a word, or would not say what is wrong.
///
/// That is a name that an object has twice, half a surrogate pair, and text that is not UTF-8. Anything else is the
/// decoder's to find.
///
/// - Throws: ``DefaultsImportError``.
func checkJSON(_ data: Data) throws {
  // A zero byte stands in no JSON but one in UTF-16 or UTF-32.
  guard String(validating: data, as: UTF8.self) != nil, !data.contains(0) else {
    throw DefaultsImportError.malformed("the JSON is not UTF-8")
  }
  var check = JSONCheck(bytes: Array(data))
  try check.run()
}

private struct JSONCheck {
  let bytes: [UInt8]
  private var position = 0
  /// The names so far of each object that is open; of an array, which has none, they stay empty.
  private var names: [Set<String>] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() throws {
    var text = 0..<0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): names.append([])
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = names.popLast()
      case UInt8(ascii: "\""): text = try string()
      case UInt8(ascii: ":"): try add(nameIn: text)
      default: break
      }
      position += 1
    }
  }

  /// The place of a string, its quotes among it; ends at the second one.
  private mutating func string() throws -> Range<Int> {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") { try escape() } else { position += 1 }
    }
    return start..<min(position + 1, bytes.count)
  }

  private mutating func escape() throws {
    guard let unit = codeUnit else { return position += 2 }
    position += 6
    guard UTF16.isSurrogate(unit) else { return }
    guard UTF16.isLeadSurrogate(unit), let next = codeUnit, UTF16.isTrailSurrogate(next) else {
      throw DefaultsImportError.malformed("the JSON has half a surrogate pair, \\u\(String(unit, radix: 16))")
    }
    position += 6
  }

  /// The number of an escape such as `\u00e9`, where one begins.
  private var codeUnit: UInt16? {
    guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(String(decoding: bytes[position + 2..<position + 6], as: UTF8.self), radix: 16)
  }

  private mutating func add(nameIn text: Range<Int>) throws {
    guard !names.isEmpty, let name = try? JSONDecoder().decode(String.self, from: Data(bytes[text])) else { return }
    guard names[names.count - 1].insert(name).inserted else {
      throw DefaultsImportError.malformed("the JSON has \(name.debugDescription) twice in one object")
    }
  }
}
