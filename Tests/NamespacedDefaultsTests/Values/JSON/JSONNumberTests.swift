import Foundation
import Testing

@testable import NamespacedDefaults

/// The stored values of numbers in JSON, none of which is another number than was written.
@Suite struct JSONNumberTests {
  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("-0.0", .double(-0.0)), ("127", 127), ("127.5", 127.5), ("3.0", 3.0), ("1e3", 1000.0),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775807", .integer(.max)),
      ("18446744073709551615", .unsignedInteger(.max)), ("18446744073709551616", 18446744073709551616.0),
      ("100000000000000000000", 1e20), ("1e19", 1e19), ("1e23", 1e23), ("1.5e300", 1.5e300), ("5e-324", 5e-324),
      ("0.1000000000000000055511151231257827", 0.1), ("9007199254740992.0", 9007199254740992.0),
    ] as [(String, PropertyListValue)]
  )
  func aNumberIsWhatIsWritten(text: String, value: PropertyListValue) {
    #expect(JSONNumber.value(of: text) == value)
  }

  /// An `Int` would read most of them as a number that nobody wrote.
  static let lost = [
    "-9223372036854775809", "18446744073709551617", "127.99999999999999999999", "-0.99999999999999999999", "1e-400",
    "9007199254740993.0", "9.007199254740993e15", "123456789012345678901234567890", "1e999", "1e99999999999999999999",
  ]

  @Test(arguments: lost) func aNumberThatNothingFitsIsNone(text: String) { #expect(JSONNumber.value(of: text) == nil) }

  @Test(arguments: lost.filter { $0 != "9007199254740993.0" }) func itIsRefusedByAnImport(text: String) throws {
    let store = InMemoryStore()
    let error = #expect(throws: DefaultsImportError.self) {
      try store.import(Data(#"{"a": 1, "b": [\#(text)]}"#.utf8), as: .json)
    }
    #expect(error?.description.contains("\"b\": a number that does not fit has no stored form") == true)
    #expect(store.keys() == [])
  }
}
