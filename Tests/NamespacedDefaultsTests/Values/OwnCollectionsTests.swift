import Foundation
import Testing

@testable import NamespacedDefaults

/// Collections and sets of a program's own, and formats for types without one.
@Suite struct OwnCollectionsTests {
  struct Bag: RangeReplaceableCollection, Equatable, DefaultsCollectionSerializable {
    var elements: [Theme] = []
    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }
    subscript(position: Int) -> Theme { elements[position] }
    func index(after index: Int) -> Int { index + 1 }
    mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Theme>) {
      elements.replaceSubrange(range, with: new)
    }
  }

  struct CodedBag: Collection, Codable, Equatable, DefaultsCollectionSerializable {
    var elements: [Int]
    init(_ elements: [Int]) { self.elements = elements }
    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }
    subscript(position: Int) -> Int { elements[position] }
    func index(after index: Int) -> Int { index + 1 }
  }

  struct Days: SetAlgebra, Sequence, Hashable, Codable, DefaultsSetAlgebraSerializable {
    var days: Set<Int> = []
    init() {}
    func makeIterator() -> Set<Int>.Iterator { days.makeIterator() }
    func contains(_ member: Int) -> Bool { days.contains(member) }
    func union(_ other: Days) -> Days { Days(days.union(other.days)) }
    func intersection(_ other: Days) -> Days { Days(days.intersection(other.days)) }
    func symmetricDifference(_ other: Days) -> Days { Days(days.symmetricDifference(other.days)) }
    mutating func insert(_ day: Int) -> (inserted: Bool, memberAfterInsert: Int) { days.insert(day) }
    mutating func remove(_ day: Int) -> Int? { days.remove(day) }
    mutating func update(with day: Int) -> Int? { days.update(with: day) }
    mutating func formUnion(_ other: Days) { days.formUnion(other.days) }
    mutating func formIntersection(_ other: Days) { days.formIntersection(other.days) }
    mutating func formSymmetricDifference(_ other: Days) { days.formSymmetricDifference(other.days) }
  }

  @Test func collectionsAreArrays() throws {
    try expectRoundTrip(Bag([.dark, .light]), ["dark", "light"])
    try expectRoundTrip(CodedBag([3, 1]), [3, 1])
    expectMismatch(Bag.self, 1, ["purple"])
  }

  @Test func setsAreSortedArrays() throws {
    try expectRoundTrip(Days([5, 3, 1]), [1, 3, 5])
    #expect(try decodeStored(Days.self, from: [3, 3]) == Days([3]))
    expectMismatch(Days.self, 1, ["x"])
  }

  @Test func aLosslessStringIsAString() throws {
    let bridge = DefaultsBridge<UInt128>.losslessString
    #expect(try bridge.encode(.max) == "340282366920938463463374607431768211455")
    #expect(try bridge.decode("340282366920938463463374607431768211455") == .max)
    #expect(throws: DefaultsError.self) { try bridge.decode("many") }
    #expect(throws: DefaultsError.self) { try bridge.decode([1]) }
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
