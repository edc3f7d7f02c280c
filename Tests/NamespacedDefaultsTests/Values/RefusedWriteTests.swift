import Foundation
import Testing

@testable import NamespacedDefaults

/// What could not be read again is refused when it is written, and the value that was there stays.
@Suite struct RefusedWriteTests {
  struct Price: Codable, Equatable, DefaultsSerializable {
    var amount: Decimal
    var name = "NaN"
  }

  /// A value that contains another one.
  struct Chain: Codable, Equatable, DefaultsSerializable {
    var next: [Chain] = []

    init(depth: Int) { if depth > 1 { next = [Chain(depth: depth - 1)] } }
  }

  let store = InMemoryStore()

  private func expectRefusal<Value: Equatable>(
    _ refused: Value,
    over value: Value,
    _ bridge: DefaultsBridge<Value>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let key = DefaultsKey("key", defaultValue: value, bridge: bridge, store: store)
    try key.write(value)
    let stored = store.value(forKey: "key")
    let error = #expect(throws: DefaultsError.self, sourceLocation: sourceLocation) { try key.write(refused) }
    #expect(error?.code == .unencodableValue, sourceLocation: sourceLocation)
    #expect(store.value(forKey: "key") == stored, sourceLocation: sourceLocation)
    #expect(try key.read() == value, sourceLocation: sourceLocation)
  }

  @Test func aDecimalThatIsNoNumberIsRefusedInJSON() throws {
    let (refused, value) = (Price(amount: .nan), Price(amount: 1))
    try expectRefusal(refused, over: value, .serializable)
    try expectRefusal(refused, over: value, .jsonData)
    try expectRefusal(refused, over: value, .jsonString)
    try expectRefusal(refused, over: value, .json(encoder: JSONEncoder(), decoder: JSONDecoder()))
    try expectRefusal([refused], over: [value], .serializable)
    try expectRefusal(["a": refused], over: [:], .serializable)
    try expectRefusal([.nan, nil], over: [1, nil], .serializable as DefaultsBridge<[Decimal?]>)
    try expectRefusal(.nan, over: 1, .jsonString as DefaultsBridge<Decimal>)
    #expect(
      throws: DefaultsError.notEncodable(type: "Price", reason: "a number in it is NaN")
    ) { try refused.propertyListValue() }
  }

  @Test func aDecimalThatIsNoNumberIsKeptWhereThereIsAFormForIt() throws {
    let price = Price(amount: .nan)
    for bridge in [DefaultsBridge<Price>.dictionary, .propertyList] {
      let form = try #require(try bridge.encode(price))
      #expect(try bridge.decode(form).amount.isNaN)
    }
    let list: [Decimal] = [.nan]
    #expect(try decodeStored([Decimal].self, from: #require(try list.propertyListValue()))[0].isNaN)
  }

  @Test func moreLevelsThanAPropertyListIsReadWithAreRefused() throws {
    for bridge in [DefaultsBridge<Chain>.propertyList, .dictionary] {
      try expectRefusal(Chain(depth: 65), over: Chain(depth: 64), bridge)
    }
  }

  @Test func moreLevelsThanJSONIsReadWithAreRefused() throws {
    try expectRefusal(Chain(depth: 300), over: Chain(depth: 200), .serializable)
  }

  @Test func moreTextThanAPropertyListIsReadWithIsRefused() throws {
    let text = String(repeating: "x", count: 1 << 20)
    try expectRefusal(Array(repeating: text, count: 65), over: ["a"], .propertyList)
  }
}
