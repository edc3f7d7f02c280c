import FoundationEssentials
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration

/// No message holds the value of a secret.
@Suite struct SecretsTests {
  enum Side: String { case left, right }
  enum Kind: String, Codable, DefaultsSerializable { case home, work }

  struct Door: Codable, DefaultsSerializable {
    var kind: Kind
    var name: Int8?
    var names: [String: Kind]?
  }

  struct Pair: Codable, DefaultsSerializable {
    var pin = 0
    var name = ""
  }

  struct Vault: IntegerDefaultSettable {
    static let isSecret = true
    enum IntegerKey: String { case pin }
    static let typed = key("typed", defaultValue: 0)
    var instanceKey: DefaultsKey<Int> { key("instance", defaultValue: 0) }
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
      _ = adapter[DefaultsKey<Door?>("door").secret()]
      _ = adapter[DefaultsKey<Int>("size", defaultValue: 1).secret().validating(.clamped(to: 1...2))]
      TaskOverrides.$current.withValue(.changed { $0.arguments = LaunchArguments(["-count", "hunter2"]) }) {
        _ = adapter[DefaultsKey<Int>("count", defaultValue: 1).secret()]
      }
      adapter[DefaultsKey<[String: Double]>("new", defaultValue: [:], bridge: .jsonData).secret()] = [
        "hunter2": .nan
      ]
    }
    let kinds = ["undecodableValue", "invalidValue", "malformedArgument", "undecodableValue", "unencodableValue"]
    #expect(reported.map(\.kind.rawValue) == kinds)
    for problem in reported { expectNoSecret(in: "\(problem)") }
  }

  /// Whoever says that a value is secret, and whatever is made of its key.
  @Test(arguments: [
    DefaultsKey<Int>("pin", defaultValue: 0).secret(), Vault.key(.pin), Vault.typed,
    DefaultsKey<Int>("pin", defaultValue: 0).secret().described(as: "The PIN."),
    DefaultsKey<Int>("pin", defaultValue: 0).secret().validating(.clamped(to: 0...9)),
    DefaultsKey<Int>("pin", defaultValue: 0).secret().bound(to: InMemoryStore()),
    DefaultsKey<Pair>("pin", defaultValue: Pair()).secret()[\.pin], Vault().instanceKey,
  ])
  func aSecretIsShownByNoKey(key: DefaultsKey<Int>) throws {
    let key = key.bound(to: InMemoryStore([key.name: "hunter2"]))
    let reported = problems { _ = key.value }
    let error = #expect(throws: DefaultsError.self) { try key.read() }
    let update = #expect(throws: DefaultsError.self) { try key.update { $0 += 1 } }
    let texts = reported.map(\.description) + [error, update].compactMap { $0.map { "\($0)" } }
    #expect(texts.count == 3)
    for text in texts { expectNoSecret(in: text) }
    if !key.isMember { expectNoSecret(in: "\(NamespaceAudit(keys: [key]))") }
  }

  /// The key of the name may be declared elsewhere, and be secret.
  @Test func aStringProxyShowsNoValue() {
    let adapter = DefaultsAdapter(store: InMemoryStore(["pin": "hunter2"]))
    let reported = problems { #expect(adapter["pin"].key(as: Int.self).value == nil) }
    #expect(reported.map { "\($0.error)" } == ["takes a whole number, found a string of 7 bytes"])
  }

  @Test func whatIsNoSecretIsShown() throws {
    let key = DefaultsKey<Int>("pin", defaultValue: 0, store: InMemoryStore(["pin": "hunter2"]))
    let reported = problems { _ = key.value }
    #expect(reported.map { "\($0.error)" } == [#"takes a whole number, found "hunter2""#])
    #expect("\(NamespaceAudit(keys: [key]))".contains("hunter2"))
  }

  @Test(
    arguments: [
      (true, "true"), (7, "7"), (1.5, "1.5"), (.date(Date(timeIntervalSinceReferenceDate: 0)), "2001-01-01T00:00:00Z"),
      ("\u{1B}\"", #""\u{1B}\"""#),
      (.string(String(repeating: "a", count: 41)), "\"\(String(repeating: "a", count: 39))…\""),
      (.data(Data([1])), "data of 1 byte"), (["a"], "an array of 1 element"), (["a": 1], "a dictionary of 1 member"),
    ] as [(PropertyListValue, String)]
  )
  func onlyAShortValueIsShown(form: PropertyListValue, text: String) throws {
    let key = DefaultsKey<UUID?>("id", store: InMemoryStore(["id": form]))
    #expect(throws: DefaultsError(.typeMismatch, "id takes a UUID, found \(text)")) { try key.read() }
  }

  @Test func noErrorOfAnImportHoldsTheValue() throws {
    let audit = NamespaceAudit(keys: [DefaultsKey<Door?>("door").secret()])
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
