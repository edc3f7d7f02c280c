import Foundation
import Testing

@testable import NamespacedDefaults

/// What users of `[String: Any]` do.
@Suite struct PropertyListValueAccessTests {
  let value: PropertyListValue = [
    "name": "Ada", "age": 36, "height": 1.5, "isMember": true, "scores": [1, 2, 3], "home": ["city": "London"],
  ]

  @Test func subscriptsLeadInside() {
    #expect(value["home"]?["city"]?.decoded() == "London")
    #expect(value["scores"]?[1]?.decoded() == 2)
    #expect(value["scores"]?[3] == nil)
    #expect(value["scores"]?[-1] == nil)
    #expect(value["scores"]?["x"] == nil)
    #expect(value["missing"] == nil)
    #expect(value[0] == nil)
  }

  @Test func accessorsReadAsStoredValuesAreRead() throws {
    #expect(value["age"]?.decoded(as: Int.self) == 36)
    #expect(value["age"]?.decoded(as: Double.self) == 36)
    #expect(value["age"]?.decoded(as: String.self) == "36")
    #expect(value["height"]?.decoded(as: Int.self) == nil)
    #expect(PropertyListValue.string("YES").decoded(as: Bool.self) == true)
    #expect(value["name"]?.decoded(as: Int.self) == nil)
    #expect(value["scores"]?.array == [1, 2, 3])
    #expect(value["name"]?.array == nil)
    #expect(value["home"]?.dictionary == ["city": "London"])
    #expect(value["scores"]?.dictionary == nil)
  }

  @Test func getReadsAsAnyType() {
    #expect(value["scores"]?.decoded() == [1, 2, 3] as Set<Int>)
    #expect(value["home"]?.decoded(as: [String: String].self) == ["city": "London"])
    #expect(value["name"]?.decoded(as: Theme.self) == nil)
    #expect(PropertyListValue.string("dark").decoded(as: Theme.self) == .dark)
  }

  @Test func aValueBecomesItsStoredForm() throws {
    let count = 1
    let made: [PropertyListValue] = [
      .int(count), try PropertyListValue(someDate), try PropertyListValue(Theme.dark),
      try PropertyListValue([1, 2]), try PropertyListValue(Int?(7)),
    ]
    #expect(made == [1, .date(someDate), "dark", [1, 2], 7])
    #expect(throws: DefaultsError.notEncodable(type: "Optional<Int>", reason: "nil has no stored form")) {
      try PropertyListValue(Int?.none)
    }
  }
}
