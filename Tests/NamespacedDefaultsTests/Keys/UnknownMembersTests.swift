import Foundation
import NamespacedDefaults
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import TestSupport
import Testing

/// Members of a stored object that its type does not have, because a newer release or a person has written them.
struct UnknownMembersTests {
  struct Page: Codable, Hashable, DefaultsSerializable {
    var title = "A"
    var zoom: Int?
  }

  struct Reader: Codable, Equatable, DefaultsSerializable {
    var size = 14
    var page = Page()
    var pages: [Page] = []
    var limits: [String: Int] = [:]
  }

  let store = InMemoryStore()
  var reader: DefaultsKey<Reader> { DefaultsKey("reader", defaultValue: Reader(), store: store) }

  private func json(_ text: String) -> PropertyListValue { .data(Data(text.utf8)) }

  private func text(_ name: String = "reader") -> String? {
    guard case .data(let data)? = store.value(forKey: name) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  // MARK: Ways of writing

  enum Write: CaseIterable { case set, write, inPlace, update, member, memberInPlace, migration, transaction }

  @Test(arguments: Write.allCases) func everyWriteKeepsThem(_ way: Write) throws {
    try store.set(json(#"{"limits":{},"page":{"title":"A"},"pages":[],"size":11,"theme":"dark"}"#), forKey: "reader")
    var value = reader.value
    value.size = 12
    switch way {
    case .set: reader.value = value
    case .write: try reader.write(value)
    case .inPlace: reader.value.size += 1
    case .update: try reader.update { $0.size += 1 }
    case .member: reader[\.size].value = 12
    case .memberInPlace: reader[\.size].value += 1
    case .migration:
      let step = DefaultsMigration(id: "a") { [value, reader] in try $0.write(value, to: reader) }
      try DefaultsAdapter(store: store).migrate([step])
    case .transaction: try store.transaction { reader.value.size = 12 }
    }
    #expect(text() == #"{"limits":{},"page":{"title":"A"},"pages":[],"size":12,"theme":"dark"}"#)
    #expect(reader.value == value)
  }

  @Test func theyStayAtEveryDepth() throws {
    try store.set(
      json(#"{"limits":{},"page":{"font":"Mono","title":"A"},"pages":[{"title":"B","x":[{"y":1}]}],"size":1}"#),
      forKey: "reader"
    )
    reader.value.page.title = "C"
    reader.value.pages[0].zoom = 2
    #expect(
      text() == #"{"limits":{},"page":{"font":"Mono","title":"C"},"#
        + #""pages":[{"title":"B","x":[{"y":1}],"zoom":2}],"size":1}"#
    )
  }

  /// A number of many digits, a null and the blanks of another library.
  @Test func theyStayAsTheyAreWritten() throws {
    try store.set(
      json(#"{ "size": 1, "z": [1.50, null, 0.12345678901234567890], "a": { "b" : null } }"#),
      forKey: "reader"
    )
    reader.value = Reader(size: 2)
    #expect(
      text() == #"{"a":{ "b" : null },"limits":{},"page":{"title":"A"},"pages":[],"size":2,"#
        + #""z":[1.50, null, 0.12345678901234567890]}"#
    )
  }

  // MARK: What is not kept

  @Test func aNameOfADictionaryThatIsRemovedIsRemoved() throws {
    try store.set(
      json(#"{"limits":{"a":1,"b":2},"page":{"title":"A"},"pages":[],"size":1,"theme":"dark"}"#),
      forKey: "reader"
    )
    reader.value.limits["a"] = nil
    #expect(text() == #"{"limits":{"b":2},"page":{"title":"A"},"pages":[],"size":1,"theme":"dark"}"#)
    let plain = DefaultsKey("plain", defaultValue: Reader(), bridge: .dictionary, store: store)
    try store.set(
      ["limits": ["a": 1, "b": 2], "page": ["title": "A", "x": 2], "pages": [], "size": 1],
      forKey: "plain"
    )
    plain.value.limits["a"] = nil
    #expect(
      store.value(forKey: "plain")
        == ["limits": ["b": 2], "page": ["title": "A", "x": 2], "pages": [], "size": 1]
    )
    let counts = DefaultsKey<[String: Int]>("counts", defaultValue: [:], store: store)
    counts.value = ["a": 1, "b": 2]
    counts.value["a"] = nil
    counts.value = ["c": 3]
    #expect(store.value(forKey: "counts") == ["c": 3])
  }

  @Test func theValuesOfADictionaryKeepTheirs() throws {
    try store.set(["a": json(#"{"title":"A","x":1}"#), "b": json(#"{"title":"B","x":2}"#)], forKey: "pages")
    let pages = DefaultsKey<[String: Page]>("pages", defaultValue: [:], store: store)
    pages.value["a"]?.title = "C"
    pages.value["b"] = nil
    #expect(store.value(forKey: "pages") == ["a": json(#"{"title":"C","x":1}"#)])
  }

  @Test func anOptionalMemberThatIsRemovedIsRemoved() throws {
    try store.set(json(#"{"theme":"dark","title":"A","zoom":2}"#), forKey: "page")
    let page = DefaultsKey("page", defaultValue: Page(), store: store)
    page.value.zoom = nil
    #expect(text("page") == #"{"theme":"dark","title":"A"}"#)
  }

  @Test func anotherCaseHasNothingOfTheFormerOne() throws {
    enum Shape: Codable, Equatable, DefaultsSerializable { case circle(radius: Int), square(side: Int) }
    try store.set(json(#"{"circle":{"color":"red","radius":1}}"#), forKey: "shape")
    let shape = DefaultsKey("shape", defaultValue: Shape.square(side: 1), store: store)
    shape.value = .circle(radius: 2)
    #expect(text("shape") == #"{"circle":{"color":"red","radius":2}}"#)
    shape.value = .square(side: 3)
    #expect(text("shape") == #"{"square":{"side":3}}"#)
  }

  /// The old name would win at the next read.
  @Test func whatWouldChangeTheValueIsNotKept() throws {
    struct Renamed: Codable, Equatable, DefaultsSerializable {
      enum CodingKeys: String, CodingKey { case color, colour }
      var color: String

      init(color: String) { self.color = color }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let old = try container.decodeIfPresent(String.self, forKey: .colour)
        color = try old ?? container.decode(String.self, forKey: .color)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(color, forKey: .color)
      }
    }
    try store.set(json(#"{"colour":"red","theme":"dark"}"#), forKey: "renamed")
    let key = DefaultsKey("renamed", defaultValue: Renamed(color: ""), store: store)
    key.value.color = "blue"
    #expect(text("renamed") == #"{"color":"blue"}"#)
    #expect(key.value == Renamed(color: "blue"))
  }

  @Test func whatCannotBeReadIsReplaced() throws {
    try store.set(json(#"{"size":"large","theme":"dark"}"#), forKey: "reader")
    reader.value = Reader(size: 2)
    #expect(text() == #"{"limits":{},"page":{"title":"A"},"pages":[],"size":2}"#)
  }

  /// As Boutique stores a value.
  @Test func aWrapperIsReplaced() throws {
    try store.set(json(#"{"value":{"title":"A"}}"#), forKey: "page")
    DefaultsKey("page", defaultValue: Page(), store: store).value = Page(title: "B")
    #expect(text("page") == #"{"title":"B"}"#)
  }

  // MARK: Lists

  static let lists: [(String, [Page], String)] = [
    ("the first changes", [Page(title: "Z"), Page(title: "B")], #"[{"title":"Z","x":1},{"title":"B","x":2}]"#),
    ("the first goes", [Page(title: "B")], #"[{"title":"B","x":2}]"#),
    (
      "one comes first", [Page(title: "N"), Page(title: "A"), Page(title: "B")],
      #"[{"title":"N"},{"title":"A","x":1},{"title":"B","x":2}]"#
    ),
    (
      "one comes last", [Page(title: "A"), Page(title: "B"), Page(title: "N")],
      #"[{"title":"A","x":1},{"title":"B","x":2},{"title":"N"}]"#
    ),
    ("they change places", [Page(title: "B"), Page(title: "A")], #"[{"title":"B","x":2},{"title":"A","x":1}]"#),
    (
      "one moves, and another one takes its place", [Page(title: "N"), Page(title: "B"), Page(title: "A")],
      #"[{"title":"N"},{"title":"B","x":2},{"title":"A","x":1}]"#
    ),
    ("all go", [], "[]"),
  ]

  @Test(arguments: lists) func anElementKeepsItsOwn(_ change: String, _ pages: [Page], _ expected: String) throws {
    let before = #"[{"title":"A","x":1},{"title":"B","x":2}]"#
    try store.set(json(#"{"limits":{},"page":{"title":"A"},"pages":\#(before),"size":1}"#), forKey: "reader")
    reader.value.pages = pages
    #expect(text() == #"{"limits":{},"page":{"title":"A"},"pages":\#(expected),"size":1}"#, "\(change)")
    // The elements of a list of its own are data each.
    try store.set([json(#"{"title":"A","x":1}"#), json(#"{"title":"B","x":2}"#)], forKey: "pages")
    let list = DefaultsKey<[Page]>("pages", defaultValue: [], store: store)
    list.value = pages
    let forms = try #require(store.value(forKey: "pages")?.array)
    let texts = forms.map { if case .data(let data) = $0 { String(decoding: data, as: UTF8.self) } else { "" } }
    #expect("[\(texts.joined(separator: ","))]" == expected, "\(change)")
  }

  // MARK: Formats

  @Test func aDictionaryKeepsThem() throws {
    try store.set(["title": "A", "theme": ["dark": true]], forKey: "page")
    let page = DefaultsKey("page", defaultValue: Page(), bridge: .dictionary, store: store)
    page.value.title = "B"
    #expect(store.value(forKey: "page") == ["title": "B", "theme": ["dark": true]])
  }

  @Test func aTextOfJSONKeepsThem() throws {
    try store.set(#"{"theme":"dark","title":"A"}"#, forKey: "page")
    let page = DefaultsKey("page", defaultValue: Page(), bridge: .jsonString, store: store)
    page.value.title = "B"
    #expect(store.value(forKey: "page") == #"{"theme":"dark","title":"B"}"#)
  }

  @Test func aTextThatLooksLikeAnObjectIsReplaced() throws {
    let key = DefaultsKey("text", defaultValue: "", store: store)
    key.value = #"{"a":1,"b":2}"#
    key.value = #"{"a":1}"#
    #expect(store.value(forKey: "text") == #"{"a":1}"#)
  }

  @Test func aRuleIsKeptToo() throws {
    try store.set(json(#"{"title":"A","zoom":2,"theme":"dark"}"#), forKey: "page")
    let rule = DefaultsValidation<Page>("any page") { $0 }
    let page = DefaultsKey("page", defaultValue: Page(), store: store).validating(rule)
    page.value.title = "B"
    #expect(text("page") == #"{"theme":"dark","title":"B","zoom":2}"#)
  }

  // MARK: Stores

  @Test func anEqualWriteWritesNothing() throws {
    try store.set(json(#"{"limits":{},"page":{"title":"A"},"pages":[],"size":11,"theme":"dark"}"#), forKey: "reader")
    let changes = Lockbox(0)
    let observation = store.observe { _ in changes.change { $0 += 1 } }
    defer { observation.cancel() }
    reader.value = reader.value
    try reader.update { $0.size = 11 }
    #expect(changes.value == 0)
  }

  @Test func aFileKeepsThem() throws {
    let directory = try TemporaryDirectory()
    let file = try FileStore(path: directory.file())
    try file.set(json(#"{"theme":"dark","title":"A"}"#), forKey: "page")
    DefaultsKey("page", defaultValue: Page(), store: file).value.title = "B"
    #expect(try FileStore(path: directory.file()).value(forKey: "page") == json(#"{"theme":"dark","title":"B"}"#))
  }

  @Test func aTransactionSeesItsOwnOnes() throws {
    try store.transaction {
      try store.set(json(#"{"theme":"dark","title":"A"}"#), forKey: "page")
      DefaultsKey("page", defaultValue: Page(), store: store).value.title = "B"
    }
    #expect(text("page") == #"{"theme":"dark","title":"B"}"#)
  }
}
