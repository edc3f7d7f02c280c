import FoundationEssentials
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration

/// No message holds a value, because a setting may be a secret.
@Suite struct SecretsTests {
  enum Side: String { case left, right }
  enum Kind: String, Codable, DefaultsSerializable { case home, work }

  struct Door: Codable, DefaultsSerializable {
    var kind: Kind
    var name: Int8?
    var names: [String: Kind]?
  }

  /// A text and a number that are in every value, and in no message.
  private static let secrets = ["hunter2", "31337"]

  private static let json = #"{"kind":"hunter2","name":31337,"names":{"hunter2":"31337","31337":7}}"#

  private static let forms: [PropertyListValue] = [
    "hunter2", "31337", .string(json), .string(#"{"kind":"home","names":{"hunter2":"31337"}}"#),
    .string(#"{"kind":"home","name":31337}"#), .data(Data("hunter2 31337".utf8)), .data(Data(json.utf8)), 31337,
    .unsignedInteger(31337), 31337.5, .date(Date(timeIntervalSinceReferenceDate: 31337)), ["hunter2", 31337],
    ["hunter2": "31337", "31337": "hunter2"], ["kind": "hunter2"], ["kind": "home", "names": ["31337": "hunter2"]],
    [["hunter2": [31337]]],
  ]

  private func expectNoSecret(in message: String, sourceLocation: SourceLocation = #_sourceLocation) {
    for secret in Self.secrets {
      #expect(!message.contains(secret), "\(message)", sourceLocation: sourceLocation)
    }
  }

  private func errors<Value: DefaultsSerializable>(of type: Value.Type) -> [any Error] {
    func errors<Read>(_ bridge: DefaultsBridge<Read>) -> [any Error] {
      Self.forms.compactMap { form in
        do {
          _ = try bridge.decode(form)
          return nil
        } catch {
          return error
        }
      }
    }
    return errors(DefaultsBridge<Value>.serializable) + errors(DefaultsBridge<[Value]>.serializable)
      + errors(DefaultsBridge<[String: Value]>.serializable)
  }

  private static let types: [any DefaultsSerializable.Type] = [
    Bool.self, Int8.self, UInt8.self, Int.self, Double.self, Float.self, String.self, Data.self, Date.self, UUID.self,
    URL.self, Decimal.self, Duration.self, Range<Int>.self, ClosedRange<String>.self, Set<Int8>.self, [Int: Bool].self,
    Kind.self, Door.self, Door?.self,
  ]

  @Test(arguments: types.indices)
  func noErrorOfAReadHoldsTheValue(index: Int) {
    let errors = errors(of: Self.types[index])
    #expect(errors.count > 20)
    for error in errors { expectNoSecret(in: "\(error)") }
  }

  @Test func noErrorOfABridgeHoldsTheValue() {
    let bridges: [DefaultsBridge<Door>] = [.jsonData, .jsonString, .dictionary]
    for form in Self.forms {
      for bridge in bridges {
        expectNoSecret(in: "\(#expect(throws: (any Error).self) { try bridge.decode(form) } as Any)")
      }
      expectNoSecret(
        in: "\(#expect(throws: (any Error).self) { try DefaultsBridge<Side>.rawValue.decode(form) } as Any)"
      )
    }
  }

  @Test func noProblemHoldsTheValue() {
    let store = InMemoryStore(["door": .string(Self.json), "size": 31337, "count": "hunter2"])
    let adapter = DefaultsAdapter(store: store)
    let reported = problems {
      _ = adapter[DefaultsKey<Door?>("door")]
      _ = adapter[DefaultsKey<Int>("size", defaultValue: 1).validating(.clamped(to: 1...2))]
      TaskOverrides.$current.withValue(.changed { $0.arguments = LaunchArguments(["-count", "hunter2"]) }) {
        _ = adapter[DefaultsKey<Int>("count", defaultValue: 1)]
      }
      adapter[DefaultsKey<[String: Double]>("new", defaultValue: [:], bridge: .jsonData)] = ["hunter2": .nan]
    }
    let kinds = ["undecodableValue", "invalidValue", "malformedArgument", "undecodableValue", "unencodableValue"]
    #expect(reported.map(\.kind.rawValue) == kinds)
    for problem in reported { expectNoSecret(in: "\(problem)") }
  }

  @Test func noErrorOfAnImportHoldsTheValue() throws {
    let audit = NamespaceAudit(keys: [DefaultsKey<Door?>("door")])
    for json in [#"{"door":{"kind":"hunter2"}}"#, #"{"door":"hunter2"}"#, #"{"other":[null,"hunter2"]}"#] {
      let error = #expect(throws: DefaultsImportError.self) {
        try InMemoryStore().import(Data(json.utf8), as: .json, validate: audit.validate)
      }
      expectNoSecret(in: "\(try #require(error))")
    }
  }

  @Test func noErrorOfAMigrationHoldsTheValue() throws {
    let adapter = DefaultsAdapter(store: InMemoryStore(["a": "hunter2", "b": 31337]))
    let error = #expect(throws: DefaultsMigrationError.self) { try adapter.migrate([.rename("a", to: "b")]) }
    expectNoSecret(in: "\(try #require(error))")
    let reported = try problems {
      let plan = try adapter.migrate([.rename("a", to: DefaultsKey<Door?>("door"))])
      expectNoSecret(in: "\(plan)")
    }
    #expect(reported.count == 1)
    for problem in reported { expectNoSecret(in: "\(problem)") }
  }
}
