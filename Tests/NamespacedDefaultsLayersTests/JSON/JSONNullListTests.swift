import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import Testing

/// Lists with a null, as people write them and as a program does.
@Suite struct JSONNullListTests {
  struct Lists: Codable, Equatable, DefaultsSerializable {
    var a: [Int?]
    var name: String?
  }

  private func directory(_ text: String) throws -> JSONDirectory {
    let directory = try JSONDirectory()
    try directory.write(text)
    return directory
  }

  static let numbers: [(text: String, value: [Int?])] = [
    ("[1, null]", [1, nil]), ("[1, /* c */ null]", [1, nil]), ("[0x10, null,]", [16, nil]), ("[null]", [nil]),
  ]

  @Test(arguments: numbers) func aKeyOfOptionalNumbersReadsIt(_ text: String, _ value: [Int?]) throws {
    let directory = try directory("{list: \(text), n: {list: \(text)}}")
    let store = try directory.store()
    #expect(try DefaultsKey<[Int?]?>("list", store: store).read() == value)
    #expect(try DefaultsKey<[Int?]>("n.list", defaultValue: [], store: store).read() == value)
  }

  @Test func aKeyOfATextRefusesIt() throws {
    let store = try directory("{list: [null]}").store()
    #expect(throws: DefaultsError.self) { try DefaultsKey<String?>("list", store: store).read() }
  }

  @Test func aKeyOfOptionalTextsReadsIt() throws {
    let store = try directory("{list: ['a', null]}").store()
    #expect(try DefaultsKey<[String?]?>("list", store: store).read() == ["a", nil])
  }

  @Test(arguments: [#"{"x": {"v": {"a": [1, null]}}}"#, #"{"x": {"v": {"a": [1, null], "name": "Ann"}}}"#])
  func aMemberOfACodableReadsIt(_ text: String) throws {
    let store = try directory(text).store()
    let key = DefaultsKey<Lists?>("x.v", store: store)
    #expect(try key.read()?.a == [1, nil])
  }

  @Test func aDictionaryOfListsReadsIt() throws {
    let store = try directory(#"{"x": {"v": {"a": [1, null], "b": [2]}}}"#).store()
    #expect(try DefaultsKey<[String: [Int?]]?>("x.v", store: store).read() == ["a": [1, nil], "b": [2]])
  }

  @Test func aProgramWritesAPlainList() throws {
    let directory = try directory("{\"n\": 0}")
    let store = try directory.store()
    let list = DefaultsKey<[Int?]?>("list", store: store)
    let whole = DefaultsKey<Lists?>("x.v", store: store)
    list.value = [1, nil]
    whole.value = Lists(a: [nil, 2], name: "Ann")
    #expect(
      try directory.text() == #"{"n": 0, "list": [1, null], "x": {"v": {"a": [null, 2], "name": "Ann"}}}"#
    )
    #expect(try list.read() == [1, nil])
    #expect(try whole.read() == Lists(a: [nil, 2], name: "Ann"))
    #expect(try store.value(forKey: "list") == .data(Data("[1,null]".utf8)))
    // An equal write is none.
    let text = try directory.text()
    list.value = [1, nil]
    whole.value = Lists(a: [nil, 2], name: "Ann")
    #expect(try directory.text() == text)
  }

  @Test(arguments: ["[1,null]", #"{"a":[1,null]}"#, #"[{"a":[null]},null]"#, #"[[null],["x"]]"#, "[ 1,null]"])
  func dataOfItComeBackByteForByte(_ json: String) throws {
    let directory = try directory("{}")
    let key = DefaultsKey<Data?>("n.data", store: try directory.store())
    key.value = Data(json.utf8)
    #expect(try key.read() == Data(json.utf8))
    #expect(try DefaultsKey<Data?>("n.data", store: try directory.store()).read() == Data(json.utf8))
  }
}
