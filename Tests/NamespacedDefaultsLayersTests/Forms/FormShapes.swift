import Foundation
import NamespacedDefaults

/// A `Codable` of members that JSON has no kind for.
struct FormTrip: Codable, Hashable, DefaultsSerializable {
  enum Kind: Codable, Hashable { case walk, drive(kilometres: Double) }

  var title = "2026-01-31T15:04:05Z"
  var start = Date(timeIntervalSinceReferenceDate: 0.1)
  var link = URL(string: "https://a.example/b?c=d#e")!
  var photo = Data([0, 255])
  var price = Decimal(string: "12345678901234567.89")!
  var ratio: Float = 0.1
  var days = 1...3
  var kind = Kind.drive(kilometres: 1.5)
  var stops: [FormTrip] = []
  var labels = ["": "", "a.b": "\u{0}\n\u{feff}", "$data": "AA=="]
  var note: String?
}

enum FormTheme: String, DefaultsSerializable, CaseIterable { case light, dark }

enum FormLevel: Int, Codable, DefaultsSerializable { case low = -1, high = 1 }

enum FormShape: Codable, Hashable, DefaultsSerializable {
  case point
  case circle(radius: Double)
}

struct FormFlags: OptionSet, Hashable, DefaultsSerializable {
  let rawValue: UInt64
}

/// A raw value that is data.
struct FormToken: RawRepresentable, Hashable, DefaultsSerializable {
  let rawValue: Data
}

/// A type with a form of its own, which is data.
struct FormBlob: DefaultsSerializable, Hashable {
  struct NoData: Error {}

  let bytes: [UInt8]

  func propertyListValue() -> PropertyListValue? { .data(Data(bytes)) }

  static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    guard case .data(let data) = stored else { throw NoData() }
    return Self(bytes: Array(data))
  }
}

extension DefaultsBridge<[UInt8]> {
  /// A bridge of a program's own, over data.
  static let ownData = Self {
    .data(Data($0))
  } decode: {
    guard case .data(let data) = $0 else { throw FormBlob.NoData() }
    return Array(data)
  }
}

extension DefaultsBridge<[String: Data]> {
  /// A bridge of a program's own, over data in a dictionary.
  static let ownMembers = Self {
    .dictionary(["members": .dictionary($0.mapValues(PropertyListValue.data))])
  } decode: {
    guard case .dictionary(let whole) = $0, case .dictionary(let members)? = whole["members"] else {
      throw FormBlob.NoData()
    }
    return try members.mapValues(Data.value)
  }
}

extension DefaultsBridge<FormTrip> {
  /// JSON with dates in ISO 8601, as other programs write it.
  static let isoJSON: Self = {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.dateEncodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
    return .json(encoder: encoder, decoder: decoder)
  }()
}

extension DefaultsBridge<[Int]> {
  static let ownJSON = Self.json(encoder: JSONEncoder(), decoder: JSONDecoder())
}

extension DefaultsBridge<[String: Double]> {
  /// JSON that is not compact, so that its own bytes count.
  static let prettyJSON: Self = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    return .json(encoder: encoder, decoder: JSONDecoder())
  }()
}
