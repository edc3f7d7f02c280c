import Foundation
import Testing

@testable import NamespacedDefaults

/// Copies of stored values that share no memory with them.
@Suite struct UnsharedCopyTests {
  static let text = "That brain of mine is more than mortal"

  static let values: [PropertyListValue] = [
    true, 7, .unsignedInteger(.max), 0.5, .date(Date(timeIntervalSinceReferenceDate: 1)), "", "short", .string(text),
    .data(Data()), .data(Data(text.utf8)), [], [:], ["short", .string(text)],
    ["key": .string(text), text: [["a": 1], .data(Data(text.utf8))]],
  ]

  @Test(arguments: values)
  func aCopyIsEqual(_ value: PropertyListValue) {
    #expect(value.unsharedCopy(ofAtMost: 10_000) == value)
  }

  @Test(
    arguments: [
      ("", 0), ("short", 5), (.string(text), 38), (.data(Data(text.utf8)), 38), ([], 0), ([:], 0),
      // The element of an array takes 24 bytes, and that of a dictionary 16 more for its key.
      ([.string(text), "short"], 2 * 24 + 38 + 5), ([[]], 24), (["key": .string(text)], 40 + 3 + 38),
    ] as [(PropertyListValue, Int)]
  )
  func aValueIsNotCopiedBeyondALimit(_ value: PropertyListValue, size: Int) {
    #expect(value.unsharedCopy(ofAtMost: size) == value)
    #expect(value.unsharedCopy(ofAtMost: size - 1) == nil)
  }
}
