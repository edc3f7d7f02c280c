import Foundation
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Numbers at the ends of their types, and texts that are numbers in part.
@Suite(.isolatedDefaults) struct NumberTests {
  static let clamped = DefaultsKey("clamped", defaultValue: 1.0).validating(.clamped(to: 0.5...100))
  static let required = DefaultsKey("required", defaultValue: 1.0).validating(.within(0.5...100))

  @Test(arguments: [clamped, required]) func noRuleTakesNaN(_ key: DefaultsKey<Double>) throws {
    let error = #expect(throws: DefaultsError.self) { try key.write(.nan) }
    #expect(error?.code == .invalidValue)
    for stored in [.double(.nan), "nan"] as [PropertyListValue] {
      try Defaults.store.set(stored, forKey: key.name)
      #expect(throws: DefaultsError.self) { try key.read() }
      #expect(key.value == 1)
    }
  }

  @Test(arguments: [(Double.infinity, 100), (-Double.infinity, 0.5)] as [(Double, Double)])
  func aRangeTakesItsBoundForAnInfinity(
    _ value: Double,
    bound: Double
  ) throws {
    try Self.clamped.write(value)
    #expect(Self.clamped.value == bound)
    #expect(throws: DefaultsError.self) { try Self.required.write(value) }
  }

  @Test(arguments: [
    (0.1, 0.1), (-3.3, -3.3), (16_777_216, 16_777_216), (1.5e-20, 1.5e-20), (1_234_567_936, 1_234_567_936),
  ])
  func aFloatIsStoredByItsDigits(_ value: Float, stored: Double) throws {
    #expect(value.propertyListValue() == .double(stored))
    #expect(try Float.value(fromPropertyList: .double(stored)) == value)
  }

  @Test func aHundredThousandFloatsAreReadAsTheyWereWritten() throws {
    for _ in 0..<100_000 {
      let value = Float(bitPattern: .random(in: .min ... .max))
      let stored = try #require(value.propertyListValue())
      let read = try Float.value(fromPropertyList: stored)
      #expect(read == value || read.isNaN && value.isNaN)
    }
  }

  @Test func aFloatsDigitsStandInFileSchemaAndList() throws {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let key = DefaultsKey("scale", defaultValue: Float(0.1), store: try JSONStore(path: path))
      .validating(.within(0.1...1.7))
    try key.write(0.3)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\n  \"scale\": 0.3\n}\n")
    let audit = NamespaceAudit(keys: [key])
    let schema = String(decoding: try audit.jsonSchema(), as: UTF8.self)
    #expect(schema.contains("\"minimum\": 0.1") || schema.contains("\"minimum\" : 0.1"))
    #expect(!schema.contains("0.10000000149011612"))
    #expect(audit.defaultsFile().contains("\"scale\": 0.1"))
  }

  @Test(
    arguments: [
      (.unsignedInteger(1 << 63), 1, .unsignedInteger(1 << 63 + 1)),
      (.unsignedInteger(1 << 63), -1, .integer(.max)), ("9223372036854775808", 2, .unsignedInteger(1 << 63 + 2)),
      (.integer(1), -3, .integer(-2)), (.double(1.5), 2, .double(3.5)), ("-4", 1, .integer(-3)),
    ] as [(PropertyListValue, Int, PropertyListValue)]
  )
  func aSumIsAnIntegerWithin64Bits(_ stored: PropertyListValue, step: Int, sum: PropertyListValue) throws {
    try Defaults.store.set(stored, forKey: "n")
    Defaults["n"] += step
    #expect(try Defaults.store.value(forKey: "n") == sum)
  }

  @Test(
    arguments: [(.unsignedInteger(.max), 1), (.integer(.max), 1), (.integer(.min), -1)] as [(PropertyListValue, Int)]
  )
  func aSumBeyond64BitsIsRefused(_ stored: PropertyListValue, step: Int) throws {
    try Defaults.store.set(stored, forKey: "n")
    Defaults["n"] += step
    #expect(try Defaults.store.value(forKey: "n") == stored)
  }

  @Test(arguments: ["1\0.2", "2\u{0}5\u{0}0", "0x10", "1 2", ""]) func aTextIsANumberAsAWholeOrNone(_ text: String)
    throws
  {
    #expect(throws: DefaultsError.self) { try Double.value(fromPropertyList: .string(text)) }
    #expect(throws: DefaultsError.self) { try Float.value(fromPropertyList: .string(text)) }
    #expect(throws: DefaultsError.self) { try Int.value(fromPropertyList: .string(text)) }
  }

  @Test func aRealOfAPropertyListHasDecimalDigits() {
    func list(_ real: String) -> Data { Data("<plist><dict><key>a</key><real>\(real)</real></dict></plist>".utf8) }
    #expect(throws: (any Error).self) { try Defaults.store.import(list("0x10"), as: .propertyList) }
    #expect(throws: Never.self) { try Defaults.store.import(list("1.5"), as: .propertyList) }
  }

  @Test func aNameThatReadsAsANumberWithoutDigitsIsAName() {
    let arguments = LaunchArguments(["-inf", "5", "-nan", "6", "-x", "-5"])
    #expect(arguments.texts == ["inf": "5", "nan": "6", "x": "-5"])
  }
}
