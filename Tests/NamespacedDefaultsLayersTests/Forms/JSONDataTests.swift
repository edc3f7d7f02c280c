import Foundation
import NamespacedDefaults
import Testing

@testable import NamespacedDefaultsLayers

/// Data that are JSON come back from a JSON file byte for byte, whoever has written them.
struct JSONDataTests {
  @Test func dataComeBackByteForByte() throws {
    var random = RandomJSON(seed: 49)
    var objectCount = 0
    for _ in 0..<3000 {
      let data = random.data()
      let text = try edited("{}", ["n.a": .data(data)])
      let read = try #require(try JSONContents(Array(text.utf8)).value(forKey: "n.a"))
      #expect(try Data.value(fromPropertyList: read) == data, "\(String(decoding: data, as: UTF8.self))")
      if case .data = read { continue }
      objectCount += 1
    }
    #expect(objectCount > 1000, "many of them are objects and lists in the file")
  }

  @Test func longJSONStaysData() {
    let long = PropertyListValue.data(Data("[\"\(String(repeating: "x", count: 1 << 20))\"]".utf8))
    #expect(long.asInText == long)
  }

  @Test func aTextOfAPersonThatLooksLikeADateIsThatTextInData() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"a": {"when": ["2026-01-31T15:04:05.25Z"], "n": 1.5}}"#)
    let key = DefaultsKey<Data?>(
      "a",
      store: InMemoryStore(["a": try #require(try directory.store().value(forKey: "a"))])
    )
    #expect(try key.read() == Data(#"{"n":1.5,"when":["2026-01-31T15:04:05.25Z"]}"#.utf8))
  }

  @Test func dataInsideOfAnObjectAreNoJSON() throws {
    let stored: PropertyListValue = ["a": .data(Data([1]))]
    #expect(throws: DefaultsError.self) { try Data.value(fromPropertyList: stored) }
    #expect(throws: DefaultsError.self) { try Data.value(fromPropertyList: [.double(.infinity)]) }
    #expect(throws: DefaultsError.self) { try Data.value(fromPropertyList: 1) }
  }

  @Test func dataThatWouldNestTooDeepStayData() throws {
    let directory = try JSONDirectory()
    let store = try directory.store()
    let inner = Data((String(repeating: "[", count: 99) + String(repeating: "]", count: 99)).utf8)
    for depth in [29, 30, 100] {
      let value = (0..<depth).reduce(PropertyListValue.data(inner)) { value, _ in [value] }
      try store.set(value, forKey: "deep")
      var read = try #require(try store.value(forKey: "deep"))
      for _ in 0..<depth { if case .array(let elements) = read { read = elements[0] } }
      #expect(try Data.value(fromPropertyList: read) == inner)
    }
  }
}

/// Texts of JSON, as encoders and as people write them.
private struct RandomJSON {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func data() -> Data {
    if pick([true, false]) { return value(depth: 0).storedJSON ?? Data() }
    return Data(text(depth: 0).utf8)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return elements[Int((state >> 33) % UInt64(elements.count))]
  }

  private static let strings = [
    "", "a", "2026-01-31T15:04:05Z", "2001-01-01T00:00:00.1Z", "2026-01-31", "$data", "$date", "$value", "é",
    "e\u{301}", "/",
    "\u{0}\n", "\u{7f}", "\u{feff}", "🐢", "\"\\", "1", "a.b", "AA==", "inf",
  ]

  private mutating func value(depth: Int) -> PropertyListValue {
    switch depth == 0 ? pick([0, 1]) : pick(Array(0...8)) {
    case 0: .array((0..<pick([0, 1, 2, 3])).map { _ in value(depth: depth + 1) })
    case 1:
      .dictionary(
        Dictionary((0..<pick([0, 1, 1, 2, 3])).map { _ in (pick(Self.strings), value(depth: depth + 1)) }) { $1 }
      )
    case 2: .bool(pick([true, false]))
    case 3: .integer(pick([0, -1, .max, .min, 1 << 53]))
    case 4: .unsignedInteger(.max - pick([0, 1]))
    case 5: .double(pick([0.1, -0.5, 1e20, 1e300, .leastNonzeroMagnitude, 0x1p53, 1, -0.0, 1.7976931348623157e308]))
    case 6: depth > 4 ? 1 : .array([value(depth: depth + 1)])
    default: .string(pick(Self.strings))
    }
  }

  private mutating func text(depth: Int) -> String {
    let space = pick(["", "", "", "", " ", "\n"])
    switch depth == 0 ? pick([0, 1]) : pick(Array(0...6)) {
    case 0: return "[" + (0..<pick([0, 1, 2])).map { _ in text(depth: depth + 1) }.joined(separator: "," + space) + "]"
    case 1:
      let members = (0..<pick([0, 1, 2, 3])).map { _ in
        "\"\(pick(["a", "b", "$data", "e\u{301}", "é", "\\u0061"]))\":\(space)\(text(depth: depth + 1))"
      }
      return "{\(members.joined(separator: ","))}"
    case 2: return pick(["true", "false", "null"])
    case 3, 4:
      return pick([
        "0", "-0", "-0.0", "1.0", "1e2", "1E2", "1e+20", "1e20", "0.10", "0.1", "18446744073709551615",
        "9007199254740993",
        "18446744073709551616", "1e999", "5e-324", "100000000000000000000",
      ])
    default:
      return pick([
        #""a/b""#, #""a\/b""#, #""\u0041""#, #""\u00e9""#, #""é""#, #""\ud83d\udc22""#, #""2026-01-31T15:04:05Z""#,
        #""\t""#,
        #""\u0009""#, #""AA==""#, #""\u007f""#,
      ])
    }
  }
}
