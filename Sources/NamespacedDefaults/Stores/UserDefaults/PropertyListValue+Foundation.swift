// The whole of Foundation, because FoundationEssentials has no `NSNumber`.
import Foundation

extension PropertyListValue {
  /// The largest number of arrays and dictionaries that may contain one another.
  ///
  /// Foundation writes nested collections by recursion. It can write far more of them even on a small stack.
  private static let depthLimit = 128

  /// Creates the value of a Foundation property list.
  ///
  /// A Bool stays a Bool, any integer type becomes an integer, and any floating-point type becomes a double. This holds
  /// for Swift values and for `NSNumber`, alone and in a collection.
  ///
  /// - Parameter propertyList: A Bool, number, string, date, data, array, or dictionary with strings as keys, of Swift
  ///   or of Foundation.
  /// - Throws: ``DefaultsError/Code/notPropertyList`` for anything else, such as a `URL` or a null, and
  ///   ``DefaultsError/Code/notEncodable`` for more than 128 nested collections.
  public init(propertyList: Any) throws {
    try self.init(propertyList, depth: 0)
  }

  private init(_ propertyList: Any, depth: Int) throws {
    if let value = Self(swiftValue: propertyList) {
      self = value
      return
    }
    switch propertyList {
    // Numbers come first, because on Apple platforms a cast of the number 1 to `Bool` succeeds.
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

  /// Creates the value of a Bool, number, string or data of Swift; `nil` for anything else.
  ///
  /// `UserDefaults` outside Apple platforms returns these types. To make a number object of one would cost as much as the
  /// rest of a read.
  init?(swiftValue: Any) {
    /// Gets the type with the value, because to ask for it, and to cast, takes hundreds of instructions.
    func value<Content>(_ content: Content) -> PropertyListValue? {
      // Each has the type that has just been compared.
      if Content.self == Bool.self { return .bool(unsafeBitCast(content, to: Bool.self)) }
      if Content.self == Int.self { return .integer(Int64(unsafeBitCast(content, to: Int.self))) }
      if Content.self == Double.self { return .double(unsafeBitCast(content, to: Double.self)) }
      if Content.self == String.self { return .string(unsafeBitCast(content, to: String.self)) }
      if Content.self == Data.self { return .data(unsafeBitCast(content, to: Data.self)) }
      return nil
    }
    guard let value = _openExistential(swiftValue, do: value) else { return nil }
    self = value
  }

  private init(_ number: NSNumber) {
    // There is one object for `true` and one for `false`. The C type does not help, because an `Int8` has the same.
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

  /// The value as a Foundation property list of Swift values.
  ///
  /// Use it with `UserDefaults` and `PropertyListSerialization`.
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
  /// Throws an error for a value that `UserDefaults` outside Apple platforms cannot keep in its XML file.
  ///
  /// Such a value would make the whole file unreadable, or end the process when it is written. It is refused on every
  /// platform, so that a program fails on the first one it is tried on.
  func checkXML(depth: Int = 0) throws {
    switch self {
    case .date(let date):
      // Beyond 30 million years the year overflows in the calendar. An infinite or NaN date makes the file unreadable.
      guard abs(date.timeIntervalSinceReferenceDate) <= 1e15 else {
        throw DefaultsError.notEncodable(type: "Date", reason: "it is out of the range of the file")
      }
    case .array(let elements):
      try Self.checkDepth(depth)
      for element in elements { try element.checkXML(depth: depth + 1) }
    case .dictionary(let members):
      try Self.checkDepth(depth)
      // Foundation reads such a dictionary as a reference in a keyed archive, or as damage if the number is not a valid
      // reference.
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

  /// Throws an error for a text that begins with U+FEFF.
  ///
  /// Foundation outside Apple platforms takes this character for a byte order mark and drops it.
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
