import Foundation
import Testing

@testable import NamespacedDefaults

/// A collection of a program's own, and a format for a type without one.
@Suite struct OwnCollectionsTests {
  struct Bag: Collection, Codable, Equatable, DefaultsSerializable {
    var elements: [Int]
    init(_ elements: [Int]) { self.elements = elements }
    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }
    subscript(position: Int) -> Int { elements[position] }
    func index(after index: Int) -> Int { index + 1 }

    func propertyListValue() throws -> PropertyListValue? { try elements.propertyListValue() }
    static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
      Self(try [Int].value(fromPropertyList: stored))
    }
  }

  @Test func theFunctionsOfATypeWinOverItsCodingAsJSON() throws {
    try expectRoundTrip(Bag([3, 1]), [3, 1])
    expectMismatch(Bag.self, 1, ["x"])
  }

  @Test func aCodableCanBeADictionary() throws {
    let bridge = DefaultsBridge<Profile>.dictionary
    #expect(try bridge.encode(Profile(name: "Ann", age: 3)) == ["name": "Ann", "age": 3])
    #expect(try bridge.decode(["name": "Ann", "age": 3]) == Profile(name: "Ann", age: 3))
    #expect(try bridge.decode(.data(Data(#"{"age":3,"name":"Ann"}"#.utf8))) == Profile(name: "Ann", age: 3))
    let dated = DefaultsBridge<[String: Date]>.dictionary
    #expect(try dated.encode(["a": someDate]) == ["a": .date(someDate)])
    #expect(try DefaultsBridge<Profile?>.dictionary.encode(nil) == nil)
  }
}
