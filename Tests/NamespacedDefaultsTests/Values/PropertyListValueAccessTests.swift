import Foundation
import Testing

@testable import NamespacedDefaults

/// What users of `[String: Any]` do.
@Suite struct PropertyListValueAccessTests {
  let value: PropertyListValue = [
    "name": "Ada", "age": 36, "height": 1.5, "isMember": true, "scores": [1, 2, 3], "home": ["city": "London"],
  ]

  @Test func subscriptsLeadInside() {
    #expect(value["home"]?["city"]?.string == "London")
    #expect(value["scores"]?[1]?.int == 2)
    #expect(value["scores"]?[3] == nil)
    #expect(value["scores"]?[-1] == nil)
    #expect(value["scores"]?["x"] == nil)
    #expect(value["missing"] == nil)
    #expect(value[0] == nil)
  }

  @Test func accessorsReadAsStoredValuesAreRead() throws {
    #expect(value["age"]?.int == 36)
    #expect(value["age"]?.double == 36)
    #expect(value["age"]?.string == "36")
    #expect(value["height"]?.double == 1.5)
    #expect(value["height"]?.int == nil)
    #expect(value["isMember"]?.bool == true)
    #expect(PropertyListValue.string("YES").bool == true)
    #expect(value["name"]?.int == nil)
    #expect(value["scores"]?.array == [1, 2, 3])
    #expect(value["name"]?.array == nil)
    #expect(value["home"]?.dictionary == ["city": "London"])
    #expect(value["scores"]?.dictionary == nil)
    #expect(PropertyListValue.date(someDate).date == someDate)
    #expect(PropertyListValue.data(Data([1])).data == Data([1]))
    #expect(PropertyListValue.string("https://a.b").url?.host() == "a.b")
  }

  @Test func getReadsAsAnyType() {
    #expect(value["scores"]?.get() == [1, 2, 3] as Set<Int>)
    #expect(value["home"]?.get([String: String].self) == ["city": "London"])
    #expect(value["name"]?.get(Theme.self) == nil)
    #expect(PropertyListValue.string("dark").get(Theme.self) == .dark)
  }

  @Test func aValueBecomesItsStoredForm() throws {
    // Not literals, which take the initializers of literals.
    let (flag, count, size, name) = (true, 1, 1.5, "a")
    let made: [PropertyListValue] = [
      PropertyListValue(flag), PropertyListValue(count), PropertyListValue(size), PropertyListValue(name),
      PropertyListValue(someDate), PropertyListValue(Data([1])), try PropertyListValue(Theme.dark),
      try PropertyListValue([1, 2]), try PropertyListValue(Int?(7)),
    ]
    #expect(made == [true, 1, 1.5, "a", .date(someDate), .data(Data([1])), "dark", [1, 2], 7])
    #expect(throws: DefaultsError.notEncodable(type: "Optional<Int>", reason: "nil has no stored form")) {
      try PropertyListValue(Int?.none)
    }
  }
}
