// The whole of Foundation, for `NSNumber` and its kin are not in its essentials.
import Foundation

extension PropertyListValue {
  /// How many arrays and dictionaries may contain one another: as many as Foundation, which goes down by recursion,
  /// can write on a thread with a small stack, with a wide margin.
  private static let depthLimit = 128

  /// The value of a Foundation property list.
  ///
  /// A number that was a Bool stays one, a whole number an integer and any other a double, whether it comes as a Swift
  /// value or as an `NSNumber`, alone or inside.
  ///
  /// - Parameter propertyList: A Bool, number, text, date, data, array or dictionary by names, of Swift or of
  ///   Foundation.
  /// - Throws: ``DefaultsError/Code/notPropertyList`` for anything else, such as a `URL` or a null, and
  ///   ``DefaultsError/Code/notEncodable`` for more than 128 nested collections.
  public init(propertyList: Any) throws {
    try self.init(propertyList, depth: 0)
  }

  private init(_ propertyList: Any, depth: Int) throws {
    switch propertyList {
    // Numbers first: on Apple platforms a number 1 would pass for a Bool.
    case let number as NSNumber: self.init(number)
    case let text as String: self = .string(text)
    case let date as Date: self = .date(date)
    case let data as Data: self = .data(data)
    case let elements as [Any]:
      try Self.checkDepth(depth)
      self = .array(try elements.map { try Self($0, depth: depth + 1) })
    case let members as [String: Any]:
      try Self.checkDepth(depth)
      self = .dictionary(try members.mapValues { try Self($0, depth: depth + 1) })
    default: throw DefaultsError.notPropertyList(type(of: propertyList))
    }
  }

  private init(_ number: NSNumber) {
    // The two Bools are one object each; a number of the same C type as theirs is an `Int8`.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
    } else {
      switch UInt8(bitPattern: number.objCType.pointee) {
      case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
      case UInt8(ascii: "Q"):
        self = Int64(exactly: number.uint64Value).map(Self.integer) ?? .unsignedInteger(number.uint64Value)
      default: self = .integer(number.int64Value)
      }
    }
  }

  /// The value as a Foundation property list of Swift values, for `UserDefaults` and `PropertyListSerialization`.
  public var propertyList: any Sendable {
    switch self {
    case .bool(let value): value
    case .integer(let value): value
    case .unsignedInteger(let value): value
    case .double(let value): value
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .array(let value): value.map(\.propertyList)
    case .dictionary(let value): value.mapValues(\.propertyList)
    }
  }
}

extension PropertyListValue {
  /// Throws for a value that would make the XML file of `UserDefaults` outside Apple platforms unreadable as a whole,
  /// or the process trap as it is written.
  ///
  /// Refused on every platform, so that a program finds out on its first.
  func checkXML(depth: Int = 0) throws {
    switch self {
    case .date(let date):
      // Beyond these 30 million years the calendar's year overflows; one that is infinite or NaN breaks the file.
      guard abs(date.timeIntervalSinceReferenceDate) <= 1e15 else {
        throw DefaultsError.notEncodable(type: "Date", reason: "it is out of the range of the file")
      }
    case .array(let elements):
      try Self.checkDepth(depth)
      for element in elements { try element.checkXML(depth: depth + 1) }
    case .dictionary(let members):
      try Self.checkDepth(depth)
      // The reader takes it for a reference inside a keyed archive, or, with a number that is none, for damage.
      if members.count == 1, let value = members["CF$UID"], value.isNumber {
        throw DefaultsError.notEncodable(type: "Dictionary", reason: "its only name, CF$UID, is Foundation's own")
      }
      for (name, member) in members {
        try Self.checkText(name)
        try member.checkXML(depth: depth + 1)
      }
    case .string(let text): try Self.checkText(text)
    case .bool, .integer, .unsignedInteger, .double, .data: break
    }
  }

  /// Refuses a text whose first character Foundation outside Apple platforms would take for a byte order mark, and drop.
  static func checkText(_ text: String) throws {
    guard text.unicodeScalars.first != "\u{feff}" else {
      throw DefaultsError.notEncodable(type: "String", reason: "it begins with U+FEFF, which the file would lose")
    }
  }

  private static func checkDepth(_ depth: Int) throws {
    guard depth < depthLimit else {
      throw DefaultsError.notEncodable(type: "PropertyListValue", reason: "more than \(depthLimit) collections nest")
    }
  }

  private var isNumber: Bool {
    switch self {
    case .integer, .unsignedInteger, .double: true
    default: false
    }
  }
}
