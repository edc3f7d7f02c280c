#if UserDefaults
  // The whole of Foundation, because FoundationEssentials has no `NSNumber`.
  import Foundation
#else
  import NamespacedDefaultsFoundation
#endif

extension PropertyListValue {
  /// The largest number of collections that may contain one another, in every form of a value; the readers work by
  /// recursion.
  package static let depthLimit = 128

  /// The number of collections that contain one another, which is looked for to one more than the limit.
  package var depth: Int { depth(upTo: Self.depthLimit + 1) }

  private func depth(upTo limit: Int) -> Int {
    switch self {
    case .array(let elements) where limit > 0: 1 + (elements.lazy.map { $0.depth(upTo: limit - 1) }.max() ?? 0)
    case .dictionary(let members) where limit > 0:
      1 + (members.values.lazy.map { $0.depth(upTo: limit - 1) }.max() ?? 0)
    default: 0
    }
  }

  /// Creates the value of a Foundation property list.
  ///
  /// A Bool stays a Bool, any integer type becomes an integer, and any floating-point type becomes a double. This holds
  /// for Swift values and for `NSNumber`, alone and in a collection. Without the package's trait `UserDefaults` an `NSNumber`
  /// is refused, except on Apple platforms.
  ///
  /// - Parameter propertyList: A Bool, number, string, date, data, array, or dictionary with strings as keys, of Swift
  ///   or of Foundation.
  /// - Throws: ``DefaultsError/Code/notPropertyList`` for anything else, such as a `URL` or a null, and
  ///   ``DefaultsError/Code/unencodableValue`` for more than 128 nested collections.
  public init(propertyList: Any) throws {
    try self.init(propertyList, depth: 0)
  }

  private init(_ propertyList: Any, depth: Int) throws {
    #if !canImport(Darwin)
      if let value = Self(swiftValue: propertyList) {
        self = value
        return
      }
    #endif
    switch propertyList {
    #if UserDefaults
      // Numbers come first, because on Apple platforms a cast of the number 1 to `Bool` succeeds.
      case let number as NSNumber: self.init(number)
    #else
      case let number as any BinaryInteger: self = try Self(integer: number)
      case let number as any BinaryFloatingPoint: self = .double(number.shortestDouble)
    #endif
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

  #if !canImport(Darwin)
    /// Creates the value of a Bool, number, string or data of Swift; `nil` for anything else.
    ///
    /// `UserDefaults` outside Apple platforms returns these types, and there objects. To make a number object of one would
    /// cost as much as the rest of a read.
    init?(swiftValue: Any) {
      /// Generic, because it is called with the type in hand. To ask a value for its type, or to cast it, takes hundreds of
      /// instructions.
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
  #endif

  #if UserDefaults
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
  #else
    private init(integer number: any BinaryInteger) throws {
      if let value = Int64(exactly: number) {
        self = .integer(value)
      } else if let value = UInt64(exactly: number) {
        self = .unsignedInteger(value)
      } else {
        throw DefaultsError.notPropertyList(type(of: number))
      }
    }
  #endif

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

  static func checkDepth(_ depth: Int) throws {
    guard depth < depthLimit else {
      throw DefaultsError.notEncodable(type: "PropertyListValue", reason: "more than \(depthLimit) collections nest")
    }
  }
}
