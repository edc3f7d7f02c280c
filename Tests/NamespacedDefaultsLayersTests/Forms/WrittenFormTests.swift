import Foundation
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import Testing

@testable import NamespacedDefaults

/// What is printed for a value is read as the same value, by each way in which a person can give it.
@Suite struct WrittenFormTests {
  /// A way in which a text comes to a key.
  enum Way: String, CaseIterable, Sendable {
    case variable, argument, file, quoted, stored, parsed, layers
    /// As a member of a JSON file that is not quoted, as `NamespaceAudit.defaultsFile()` writes it.
    case plain
  }

  @Test(arguments: WrittenRow.all.indices, Way.allCases)
  func whatIsPrintedIsReadAsTheSameValue(index: Int, way: Way) throws {
    let row = WrittenRow.all[index]
    try row.check(way)
  }
}

/// A value of a type that people write.
struct WrittenRow: Sendable {
  let title: String
  let check: @Sendable (WrittenFormTests.Way) throws -> Void

  init<Value: DefaultsSerializable>(_ value: Value, _ isSame: @escaping @Sendable (Value, Value) -> Bool) {
    let title = "\(Value.self): \(String(reflecting: value))"
    self.title = title
    check = { way in
      let directory = try ValueDirectory()
      let audit = NamespaceAudit(keys: [DefaultsKey<Value?>("form.value", store: InMemoryStore())])
      let form = try #require(try value.propertyListValue())
      let text = try audit.text(form, forKey: "form.value")
      func expectSame(in store: any DefaultsStore) throws {
        let read = try DefaultsKey<Value?>("form.value", store: store).read()
        let same = try #require(read, "\(title) as \(way), \(text)")
        #expect(isSame(same, value), "\(title) as \(way), \(text)")
      }
      func file(_ json: String) throws -> JSONStore {
        try directory.write("{\"form\": {\"value\": \(json)}}", to: "tool.json")
        return try JSONStore(path: directory.path + "/tool.json")
      }
      switch way {
      case .variable, .layers:
        // An empty variable is none.
        guard !text.isEmpty, !text.utf8.contains(0) else { return }
        let environment = EnvironmentStore(prefix: "T", environment: ["T_FORM_VALUE": text])
        try expectSame(in: way == .layers ? LayeredStore([environment, InMemoryStore()]) : environment)
      case .argument:
        // What begins with a dash is the name of another argument.
        guard let arguments = try? DefaultsKey<Value?>("form.value").launchArguments(for: value) else { return }
        try TaskOverrides.$current.withValue(.changed { $0.arguments = LaunchArguments(arguments) }) {
          try expectSame(in: InMemoryStore())
        }
      case .file:
        // Data are the bytes of the file. One byte order mark is no part of a text.
        if case .data(let bytes) = form {
          try directory.write(bytes, to: "form.value")
        } else {
          try directory.write("\u{FEFF}\(text)\n", to: "form.value")
        }
        try expectSame(in: try directory.store())
      case .quoted: try expectSame(in: file(String(decoding: JSONEncoder().encode(text), as: UTF8.self)))
      case .stored: try expectSame(in: InMemoryStore(["form.value": .string(text)]))
      case .parsed: try expectSame(in: InMemoryStore(["form.value": try audit.parse(text, forKey: "form.value")]))
      case .plain:
        let key = DefaultsKey<Value>("form.value", defaultValue: value, store: InMemoryStore())
        try directory.write(NamespaceAudit(keys: [key]).defaultsFile(), to: "tool.json")
        try expectSame(in: try JSONStore(path: directory.path + "/tool.json"))
      }
    }
  }

  init<Value: DefaultsSerializable & Equatable>(_ value: Value) { self.init(value) { $0 == $1 } }

  static let all = scalars + texts + others + collections + codables

  private static let scalars: [WrittenRow] = [
    WrittenRow(true), WrittenRow(false), WrittenRow(0), WrittenRow(Int.min), WrittenRow(Int.max),
    WrittenRow(Int8.min), WrittenRow(UInt64.max), WrittenRow(UInt16.max), WrittenRow(1_234), WrittenRow(20_260_131),
    WrittenRow(0.1), WrittenRow(3.0), WrittenRow(-0.0) { $0.sign == $1.sign }, WrittenRow(1e300), WrittenRow(0x1p53),
    WrittenRow(Double.leastNonzeroMagnitude), WrittenRow(Double.greatestFiniteMagnitude), WrittenRow(Double.infinity),
    WrittenRow(-Double.infinity), WrittenRow(Double.nan) { $0.isNaN && $1.isNaN }, WrittenRow(Float(0.1)),
    WrittenRow(Float.infinity), WrittenRow(Float.greatestFiniteMagnitude),
    WrittenRow(Decimal(string: "-12345678901234567890.123456789")!), WrittenRow(Decimal(string: "0.1")!),
  ]

  private static let texts: [WrittenRow] =
    [
      "", " ", " a ", "a ", "\ta", "a\n", "\r\n", "a,b", "\"", "\"a\"", "\"a", "'a'", "null", "true", "5", "1e400",
      "[1,2]",
      "{\"a\":1}", "{", "(a, b)", "<0fbd>", "YES", "45s", "2026-01-31", "2026-01-31T15:04:05Z", "AAE=", "$data",
      "żółw 🐢 e\u{301}", "e\u{301}", "\u{feff}a", "\u{1}\u{7f}", "/", "-a", "--", "//no comment", "#", "a=b", "${HOME}",
      "\\n",
    ].map { WrittenRow($0) }

  private static let others: [WrittenRow] =
    [
      WrittenRow(Date(timeIntervalSinceReferenceDate: 0)), WrittenRow(Date(timeIntervalSinceReferenceDate: 0.25)),
      WrittenRow(Date(timeIntervalSinceReferenceDate: 817_044_482.6241012)), WrittenRow(Date.distantPast),
      WrittenRow(Date.distantFuture), WrittenRow(Date(timeIntervalSinceReferenceDate: -14_000_000_000)),
      WrittenRow(Duration.zero), WrittenRow(Duration.seconds(45)), WrittenRow(Duration.milliseconds(250)),
      WrittenRow(Duration.seconds(5400)), WrittenRow(Duration(secondsComponent: -5, attosecondsComponent: -1)),
      WrittenRow(URL(string: "https://user:p@a.example:80/%E2%82%AC?q=%22,b#f")!),
      WrittenRow(URL(fileURLWithPath: "/a b")),
      WrittenRow(UUID(uuidString: "C0FFEE00-1234-4ABC-8DEF-0123456789AB")!), WrittenRow(FormTheme.dark),
      WrittenRow(FormLevel.low), WrittenRow(FormFlags(rawValue: 1 << 63)), WrittenRow(0.5...1.5), WrittenRow(1..<3),
      WrittenRow(Date(timeIntervalSinceReferenceDate: 0)..<Date(timeIntervalSinceReferenceDate: 1)),
      WrittenRow(FormToken(rawValue: Data([1, 2, 3]))), WrittenRow(FormToken(rawValue: Data("[1]".utf8))),
      WrittenRow(FormBlob(bytes: [0, 255])), WrittenRow(FormBlob(bytes: Array("[1]".utf8))),
      WrittenRow(FormBlob(bytes: Array("12".utf8))),
    ]
    + [
      "", "a", "5", "1234", "true", "null", "\"a\"", "\"info\"", "1.0", "1.5", "-3", "{}", "[]", "[1,2]", "{\"a\":1}",
      "{ \"a\": 1 }",
      "{\"$data\":\"AA==\"}", "bplist00", "<plist/>", "2026-01-31",
    ].map { WrittenRow(Data($0.utf8)) } + [WrittenRow(Data([0, 255])), WrittenRow(Data(repeating: 7, count: 3))]

  private static let collections: [WrittenRow] = [
    WrittenRow([Int]()), WrittenRow([80, 443]), WrittenRow([-1]), WrittenRow([true, false]),
    WrittenRow([0.1, 3, .infinity]),
    WrittenRow([String]()), WrittenRow([""]), WrittenRow(["", ""]), WrittenRow(["a"]), WrittenRow(["a", "b c"]),
    WrittenRow(["a,b", " c", "d ", "\"", "\\", "\n"]), WrittenRow(["true", "5", "[1]", "{", "(", "<"]),
    WrittenRow(["info"]),
    WrittenRow(["WzFd"]), WrittenRow(["2026-01-31T15:04:05Z", "2026-01-31"]), WrittenRow(["żółw 🐢", "e\u{301}"]),
    WrittenRow([Date(timeIntervalSinceReferenceDate: 0.25), .distantPast]),
    WrittenRow([Duration.seconds(1), .milliseconds(5)]),
    WrittenRow([URL(string: "https://a.b/c,d")!]),
    WrittenRow([UUID(uuidString: "C0FFEE00-1234-4ABC-8DEF-0123456789AB")!]),
    WrittenRow([Data(), Data([0, 255]), Data("[1]".utf8), Data("5".utf8), Data("\"a\"".utf8)]),
    WrittenRow(FormTheme.allCases),
    WrittenRow([FormLevel.low, .high]), WrittenRow([Decimal(string: "0.1")!]), WrittenRow([UInt64.max]),
    WrittenRow([Float(0.1)]),
    WrittenRow([[1], [], [2, 3]]), WrittenRow([["a": [true]], [:]]), WrittenRow([1...3]),
    WrittenRow([1, nil, 3] as [Int?]),
    WrittenRow(Set([7, 8])), WrittenRow(Set(["a", "b,c"])), WrittenRow(Set<String>()),
    WrittenRow([String: Int]()), WrittenRow(["a": 1, "b.c": 2, "": 3]), WrittenRow(["a": "45s", "b": " "]),
    WrittenRow(["a": Duration.seconds(90)]), WrittenRow(["a": Data([1]), "b": Data("{}".utf8)]),
    WrittenRow(["a": Date(timeIntervalSinceReferenceDate: 0.25)]), WrittenRow(["$data": "AA=="]),
    WrittenRow(["$value": 1]),
    WrittenRow(["$json": [1]]), WrittenRow([1: "a", -2: "b"]), WrittenRow(["a": nil, "b": 1] as [String: Int?]),
    WrittenRow([true: 1]), WrittenRow(Int?.some(3)), WrittenRow(String?.some("")),
    WrittenRow(Duration?.some(.seconds(1))),
  ]

  private static let codables: [WrittenRow] = [
    WrittenRow(FormTrip()), WrittenRow(FormTrip(stops: [FormTrip(note: ""), FormTrip()])), WrittenRow([FormTrip()]),
    WrittenRow(["a.b": FormTrip()]), WrittenRow(FormShape.circle(radius: 0.1)), WrittenRow(FormShape.point),
    WrittenRow(WholeValue(value: 8080)), WrittenRow(WholeValue(value: true)), WrittenRow(WholeValue(value: 0.5)),
    WrittenRow(WholeValue(value: "hello")), WrittenRow(WholeValue(value: "info")), WrittenRow(WholeValue(value: "5")),
    WrittenRow(WholeValue(value: "")), WrittenRow(WholeValue(value: "\"")), WrittenRow(WholeValue(value: [1, 2])),
    WrittenRow(WholeValue(value: "2026-01-31T15:04:05Z")), WrittenRow(WholeValue(value: Duration.seconds(5))),
    WrittenRow([WholeValue(value: 1), WholeValue(value: 2)]), WrittenRow([WholeValue(value: "a")]),
  ]
}

/// A `Codable` that is stored as the one value that it has.
struct WholeValue<Value: Codable & Hashable & Sendable>: Codable, Hashable, DefaultsSerializable {
  var value: Value

  init(value: Value) { self.value = value }

  init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
