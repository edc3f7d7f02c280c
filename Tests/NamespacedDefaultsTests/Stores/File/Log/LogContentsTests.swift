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
}
