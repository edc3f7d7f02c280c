import Foundation
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What code of the program's own throws for a value is told with the name, the place and what was found.
struct OwnErrorTests {
  private struct TooYoung: LocalizedError { var errorDescription: String? { "too young" } }
  private struct Odd: Error, CustomStringConvertible { var description: String { "an odd number" } }

  private struct Person: Codable, DefaultsSerializable {
    var age: Int
    private enum CodingKeys: CodingKey { case age }
    init(from decoder: any Decoder) throws {
      age = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .age)
      if age < 18 { throw TooYoung() }
    }
  }

  private struct Version: DefaultsSerializable {
    func propertyListValue() -> PropertyListValue? { "1.0" }
    static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
      guard case .string(let text) = stored, text.contains(".") else { throw TooYoung() }
      return Self()
    }
  }

  /// Its errors have a code of their own.
  private struct Port: DefaultsSerializable {
    func propertyListValue() -> PropertyListValue? { 80 }
    static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
      throw DefaultsError(DefaultsError.Code(rawValue: "port"), "must be open")
    }
  }

  /// Its errors are those of a decoder that it uses itself.
  private struct Wrapped: DefaultsSerializable {
    func propertyListValue() -> PropertyListValue? { "1" }
    static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "hunter2"))
    }
  }

  private struct Keys {
    let person, twin: DefaultsKey<Person?>
    let version: DefaultsKey<Version?>
    let versions: DefaultsKey<[Version]>
    let bridged: DefaultsKey<Int>
    let even: DefaultsKey<Int>
    let port: DefaultsKey<Port?>
    let wrapped: DefaultsKey<Wrapped?>

    init(in store: any DefaultsStore) {
      person = DefaultsKey("A.person", store: store)
      twin = DefaultsKey("A.twin", store: store)
      version = DefaultsKey("A.version", store: store)
      versions = DefaultsKey("A.versions", defaultValue: [], store: store)
      let bridge = DefaultsBridge<Int> {
        .int($0)
      } decode: { _ in
        throw Odd()
      }
      bridged = DefaultsKey("A.bridged", defaultValue: 1, bridge: bridge, store: store)
      even = DefaultsKey("A.even", defaultValue: 2, store: store)
        .validating(
          DefaultsValidation("even") { number in
            guard number % 2 == 0 else { throw Odd() }
            return number
          }
        )
      port = DefaultsKey("A.port", store: store)
      wrapped = DefaultsKey("A.wrapped", store: store)
    }

    var all: [DefaultsKeys] { [person, twin, version, versions, bridged, even, port, wrapped] }
  }

  private static let file = """
    {"A": {"person": {"age": 3}, "twin": {"age": 3}, "version": "1", "versions": ["1.0", "2"], "bridged": 5,
      "even": 7, "port": 80, "wrapped": "x"}}
    """

  /// The lines after the place of the file.
  private static let lines = [
    "1:103: A.bridged takes a whole number, found 5, which is not allowed: an odd number",
    "2:11: A.even takes a whole number (even), found 7, which is not allowed: an odd number",
    "1:18: A.person takes Person, found a dictionary of 1 member, which is not allowed: too young",
    "2:22: A.port must be open",
    "1:38: A.twin takes Person, found a dictionary of 1 member, which is not allowed: too young",
    #"1:61: A.version takes Version, found "1", which is not allowed: too young"#,
    #"1:86: A.versions takes Version at [1], found "2", which is not allowed: too young"#,
    #"2:37: A.wrapped takes Wrapped, found "x""#,
  ]

  private func lines(_ lines: [String], of directory: JSONDirectory) -> [String] {
    lines.map { line in line.replacing("\(directory.file):", with: "") }
  }

  @Test func eachIsAFaultOfItsOwn() throws {
    let directory = try JSONDirectory()
    try directory.write(Self.file)
    let audit = NamespaceAudit(keys: Keys(in: try directory.store()).all)
    let error = #expect(throws: DefaultsAuditError.self) { try audit.validate() }
    #expect(lines(error?.faults ?? [], of: directory) == Self.lines)
  }

  @Test func readingSaysTheSame() throws {
    let directory = try JSONDirectory()
    try directory.write(Self.file)
    let keys = Keys(in: try directory.store())
    let declared = NamespaceAudit(keys: keys.all).keys
    let messages = declared.map { key in
      (#expect(throws: DefaultsError.self) { _ = try key.read() })?.message ?? ""
    }
    #expect(lines(messages, of: directory) == Self.lines)
    let error = #expect(throws: DefaultsError.self) { try keys.even.read() }
    #expect(lines(["\(error?.message ?? "")"], of: directory) == [Self.lines[1]])
    let change = #expect(throws: DefaultsError.self) { try keys.even.update { _ in } }
    #expect(change?.message == String(Self.lines[1].dropFirst("2:11: ".count)))
  }

  @Test func aProblemSaysTheSame() throws {
    let problems = Lockbox<[String]>([])
    Defaults.withProblemHandler { problem in
      problems.change { $0.append("\(problem)") }
    } operation: {
      #expect(Keys(in: InMemoryStore(["A.even": 7])).even.value == 2)
      TaskOverrides.$current.withValue(.changed { $0.arguments = LaunchArguments(["-A.even", "9"]) }) {
        #expect(Keys(in: InMemoryStore()).even.value == 2)
      }
    }
    #expect(
      problems.value == [
        """
        undecodableValue for "A.even": takes a whole number (even), found 7, which is not allowed: an odd number; \
        the default is used, the stored value stays
        """,
        """
        malformedArgument for "A.even": takes a whole number (even), found "9", which is not allowed: an odd number; \
        the argument is ignored
        """,
      ]
    )
  }

  /// Nobody needs to be told what one has just typed.
  @Test func aTypedTextIsRefusedInTheSameWords() {
    let audit = NamespaceAudit(keys: Keys(in: InMemoryStore()).all)
    for (name, text, message) in [
      ("A.even", "7", "A.even takes a whole number (even)"),
      ("A.person", #"{"age": 3}"#, "A.person takes Person"),
      ("A.port", "80", "A.port must be open"),
    ] {
      let error = #expect(throws: DefaultsError.self) { try audit.parse(text, forKey: name) }
      #expect(error?.message == message)
    }
  }

  /// An error of the program's own may quote the value.
  @Test func aSecretIsToldWithoutTheReason() {
    let keys = Keys(in: InMemoryStore(["A.even": 7, "A.version": "1"]))
    let even = #expect(throws: DefaultsError.self) { try keys.even.secret().read() }
    #expect(even?.message == "A.even takes a whole number (even), found an integer, which is not allowed")
    let audit = NamespaceAudit(keys: [keys.version.secret()])
    let version = #expect(throws: DefaultsError.self) { try audit.parse("1", forKey: "A.version") }
    #expect(version?.message == "A.version takes Version")
    var text = ""
    dump(even, to: &text)
    #expect(!text.contains("odd"), "\(text)")
  }

  /// Such a store has no place.
  @Test func anErrorOfAnOwnStoreIsToldWithTheName() {
    let store = InMemoryStore()
    let keys = [
      DefaultsKey("a", defaultValue: 1, store: UnreadableStore([:])), DefaultsKey("b", defaultValue: 1, store: store),
    ]
    let error = #expect(throws: DefaultsAuditError.self) { try NamespaceAudit(keys: keys).validate() }
    #expect(error?.faults == ["a cannot be read: the disk is gone"])
  }
}
