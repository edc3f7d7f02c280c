import Foundation
import NamespacedDefaults

func propertyListValues() throws {
  let literals: [PropertyListValue] = [true, 1, 1.5, "a", "\(1)", [1, "a"], ["a": 1, "b": [true]]]
  let cases: [PropertyListValue] = [
    .bool(true), .integer(1), .unsignedInteger(.max), .double(1), .string("a"), .date(.now), .data(Data()), .array([]),
    .dictionary([:]),
  ]
  for value in cases {
    switch value {
    case .bool(let value): print(value)
    case .integer(let value): print(value)
    case .unsignedInteger(let value): print(value)
    case .double(let value): print(value)
    case .string(let value): print(value)
    case .date(let value): print(value)
    case .data(let value): print(value)
    case .array(let value): print(value)
    case .dictionary(let value): print(value)
    }
  }
  var hasher = Hasher()
  literals[0].hash(into: &hasher)
  let propertyList: any Sendable = literals[0].propertyList
  print(literals[0] == literals[1], literals[0].description, propertyList)
  print(try PropertyListValue(propertyList: ["a": 1] as [String: Any]))
  let explicit = [
    PropertyListValue(booleanLiteral: true), PropertyListValue(integerLiteral: 1), PropertyListValue(floatLiteral: 1),
    PropertyListValue(stringLiteral: "a"), PropertyListValue(arrayLiteral: 1, 2),
    PropertyListValue(dictionaryLiteral: ("a", 1)),
  ]
  print(explicit)
}

func propertyListAccess(_ value: PropertyListValue, count: Int) throws {
  let made: [PropertyListValue] = [.int(count), .int(3), try PropertyListValue(Theme.dark)]
  let read: [(any DefaultsSerializable)?] = [
    value.array, value.dictionary, value["a"]?[0], value.decoded(as: Theme.self), value.decoded() as Int?,
  ]
  print(made, read)
}

/// Every type that can be stored, and both ways of each.
func serializables(_ stored: PropertyListValue) throws {
  var forms: [PropertyListValue?] = []
  forms += [stored.propertyListValue(), true.propertyListValue(), "a".propertyListValue()]
  forms += try [Int(1).propertyListValue(), Int8(1).propertyListValue(), Int16(1).propertyListValue()]
  forms += try [Int32(1).propertyListValue(), Int64(1).propertyListValue(), UInt(1).propertyListValue()]
  forms += try [UInt8(1).propertyListValue(), UInt16(1).propertyListValue(), UInt32(1).propertyListValue()]
  forms += try [UInt64(1).propertyListValue(), Double(1).propertyListValue(), Float(1).propertyListValue()]
  forms += [Data().propertyListValue(), Date.now.propertyListValue(), UUID().propertyListValue()]
  forms += try [Decimal(1).propertyListValue(), URL(filePath: "/").propertyListValue()]
  forms += try [Duration.zero.propertyListValue(), (0..<1).propertyListValue(), (0...1).propertyListValue()]
  forms += try [Int?.none.propertyListValue(), [1].propertyListValue(), Set([1]).propertyListValue()]
  forms += try [["a": 1].propertyListValue(), [1: 1].propertyListValue(), [Theme.dark: 1].propertyListValue()]
  forms += try [Theme.dark.propertyListValue(), Flags(rawValue: 1).propertyListValue()]
  forms += try [CodableTheme.dark.propertyListValue(), Profile().propertyListValue()]

  var values: [any DefaultsSerializable] = []
  values += [PropertyListValue.value(fromPropertyList: stored)]
  values +=
    try [Bool.value(fromPropertyList: stored), String.value(fromPropertyList: stored)] as [any DefaultsSerializable]
  values += try [Int.value(fromPropertyList: stored)]
  values += try [Int8.value(fromPropertyList: stored)]
  values += try [UInt64.value(fromPropertyList: stored)]
  values += try [Double.value(fromPropertyList: stored)]
  values += try [Float.value(fromPropertyList: stored)]
  values += try [Data.value(fromPropertyList: stored)]
  values += try [Date.value(fromPropertyList: stored)]
  values += try [UUID.value(fromPropertyList: stored)]
  values += try [Decimal.value(fromPropertyList: stored)]
  values += try [URL.value(fromPropertyList: stored)]
  values += try [Duration.value(fromPropertyList: stored)]
  values += try [Range<Int>.value(fromPropertyList: stored)]
  values += try [ClosedRange<Int>.value(fromPropertyList: stored)]
  values += try [Int?.value(fromPropertyList: stored)]
  values += try [[Int].value(fromPropertyList: stored)]
  values += try [Set<Int>.value(fromPropertyList: stored)]
  values += try [[String: Int].value(fromPropertyList: stored)]
  values += try [[Int: Int].value(fromPropertyList: stored)]
  values += try [[Theme: Int].value(fromPropertyList: stored)]
  values += try [Theme.value(fromPropertyList: stored)]
  values += try [Flags.value(fromPropertyList: stored)]
  values += try [CodableTheme.value(fromPropertyList: stored)]
  values += try [Profile.value(fromPropertyList: stored)]
  print(forms, values)
}

/// A form of its own needs the two requirements.
struct Own: DefaultsSerializable {
  func propertyListValue() throws -> PropertyListValue? { nil }
  static func value(fromPropertyList stored: PropertyListValue) throws -> Own { Own() }
}

struct Named: Codable, DefaultsFallback {
  var number = 1

  static let fallback = Named()
}

func fallbacks() {
  let type: any DefaultsFallback.Type = Named.self
  print(type.fallback, Named.fallback)
}

func validations() throws {
  let own = DefaultsValidation<Int>("even") { $0 / 2 * 2 }
  print(DefaultsKey("a", defaultValue: 0).validating(own), DefaultsKey<Int?>("a").validating(own))
}

func bridges() throws {
  let own = DefaultsBridge<Plain> {
    .integer(Int64($0.number))
  } decode: {
    Plain(number: try Int.value(fromPropertyList: $0))
  }
  let stored: PropertyListValue? = try own.encode(Plain())
  let value: Plain = try own.decode(1)
  let jsonData: DefaultsBridge<Plain> = .jsonData
  let jsonString: DefaultsBridge<Plain> = .jsonString
  let dictionary: DefaultsBridge<Plain> = .dictionary
  print(dictionary)
  let propertyList: DefaultsBridge<Plain> = .propertyList
  let json: DefaultsBridge<Plain> = .json(encoder: JSONEncoder(), decoder: JSONDecoder())
  print(propertyList, json)
  let rawValue: DefaultsBridge<PlainTheme> = .rawValue
  print(stored as Any, value, jsonData, jsonString, rawValue)
}
