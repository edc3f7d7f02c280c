import Foundation
import Testing

@testable import NamespacedDefaults

/// Numbers in texts, as people write them in arguments, variables and files, are read exactly or not at all.
@Suite struct NumberTextTests {
  private func read<Value: DefaultsSerializable & Sendable>(_ text: String, _ type: Value.Type) -> Value? {
    let key = DefaultsKey<Value?>("n", store: InMemoryStore())
    return (try? key.decode(.string(text))) ?? nil
  }

  @Test(arguments: [
    "-9223372036854775809", "9223372036854775808", "-9223372036854775808.5", "127.99999999999999999999",
    "1.00000000000000000001",
    "-0.00000000000000000000000001", "1279999999999999999999e-19", "9223372036854775807.5", "1e19", "1e400", "1e-400",
    "1e", "1.5",
  ])
  func aWholeNumberIsNeverCut(text: String) {
    #expect(read(text, Int.self) == nil)
    #expect(read(text, Int8.self) == nil)
    #expect(read(" \(text) ", Int64.self) == nil)
    #expect(read("\(text)", Level?.self) == nil)
  }

  enum Level: Int, Codable, DefaultsSerializable { case none = 0, low = 1, top = 128 }

  @Test(arguments: [
    ("-9223372036854775808", Int.min), ("9223372036854775807.00", .max), ("1e3", 1000), ("1.5e3", 1500),
    ("1500e-2", 15),
    ("-12E+1", -120), ("0e0", 0), ("0.0", 0), ("9.223372036854775807e18", .max),
  ])
  func aWholeNumberIsReadExactly(text: String, number: Int) {
    #expect(read(text, Int.self) == number)
    #expect(read(" \(text)", Int64.self) == Int64(number))
  }

  @Test func aNumberThatWouldBecomeZeroOrInfiniteIsNone() {
    #expect(read("1e-400", Double.self) == nil)
    #expect(read("1e400", Double.self) == nil)
    #expect(read("1e39", Float.self) == nil)
    #expect(read("1e-60", Float.self) == nil)
    #expect(read("9007199254740993", Double.self) == nil)
    #expect(read("0e-400", Double.self) == 0)
    #expect(read("0.1", Double.self) == 0.1)
    #expect(read("1e300", Double.self) == 1e300)
  }

  @Test func aBridgeThatTakesNumbersGetsThemExactly() throws {
    let bridge = DefaultsBridge<PropertyListValue?> {
      $0
    } decode: {
      guard $0.isNumber else { throw $0.mismatch(Int.self) }
      return $0
    }
    let key = DefaultsKey("n", bridge: bridge, store: InMemoryStore())
    #expect(try key.decode("5") == 5)
    #expect(try key.decode("18446744073709551615") == .unsignedInteger(.max))
    #expect(try key.decode("0.1") == 0.1)
    #expect(try key.decode("1e300") == 1e300)
    #expect(throws: DefaultsError.self) { try key.decode("9007199254740992.5") }
  }
}
