import Testing

@testable import NamespacedDefaults

@Suite struct LogContentsTests {
  /// Contents remember where they have found a value, and where that is changes.
  @Test func aValueIsFoundAfterOthersWereAddedAndRemoved() {
    var contents = LogContents()
    contents.set(true, forKey: "a", recordLength: 24)
    #expect(contents.value(forKey: "a") == true)
    for number in 1...100 { contents.set(.integer(Int64(number)), forKey: "\(number)", recordLength: 32) }
    #expect(contents.value(forKey: "a") == true)
    contents.set(false, forKey: "a", recordLength: 40)
    #expect(contents.value(forKey: "a") == false)
    #expect(contents.liveSize == 3_240)
    for number in 1...100 { contents.set(nil, forKey: "\(number)", recordLength: 24) }
    #expect(contents.value(forKey: "a") == false)
    contents.set(nil, forKey: "a", recordLength: 24)
    #expect(contents.value(forKey: "a") == nil)
    #expect(contents.liveSize == 0)
    contents.set(true, forKey: "a", recordLength: 24)
    #expect(contents.value(forKey: "a") == true)
    #expect(contents.entries.count == 1)
  }

  /// Of the values that are replaced, contents remember the places of the last ones.
  @Test func valuesThatAreReplacedInTurnAreTheirOwn() {
    var contents = LogContents()
    let names = ["a", "b", "c", "d", "e", "f"]
    for name in names { contents.set(.string(name), forKey: name, recordLength: 24) }
    for round in 0..<3 as Range<Int64> {
      for (number, name) in zip(Int64(0)..., names) {
        let former: PropertyListValue = round == 0 ? .string(name) : .integer((round - 1) * 10 + number)
        #expect(contents.valueToReplace(forKey: name)?.decoded == former)
        contents.set(.integer(round * 10 + number), forKey: name, recordLength: 32)
      }
    }
    #expect(contents.entries.mapValues(\.value) == ["a": 20, "b": 21, "c": 22, "d": 23, "e": 24, "f": 25])
    #expect(contents.liveSize == 192)
    contents.set(nil, forKey: "e", recordLength: 24)
    #expect(contents.valueToReplace(forKey: "e") == nil)
    #expect(contents.valueToReplace(forKey: "f")?.decoded == 25)
  }
}
