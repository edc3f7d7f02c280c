import Foundation
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults

/// A declared key knows where its value comes from.
struct OriginTests {
  private let directory: JSONDirectory

  init() throws {
    directory = try JSONDirectory()
    try directory.write("{\n  \"server\": {\"port\": 8000, \"max\": 400, \"token\": \"swordfish\"}\n}")
  }

  private func store(
    _ variables: [String: String] = [:],
    machine: any DefaultsStore = InMemoryStore(),
    mandatory: [String] = []
  ) throws -> LayeredStore {
    LayeredStore([
      Layer(EnvironmentStore(prefix: "TOOL", environment: variables), name: "environment"),
      Layer(try directory.store(), name: "person"),
      Layer(machine, name: "machine", mandatory: mandatory, isReadOnly: true),
    ])
  }

  private func port(in store: any DefaultsStore) throws -> DeclaredKey {
    try NamespaceAudit(keys: [DefaultsKey("server.port", defaultValue: 80, store: store)]).key(named: "server.port")
  }

  private func lines(of key: DeclaredKey) -> [String] {
    key.origins().map { "\($0)".replacing(directory.path, with: "~") }
  }

  @Test func eachPlaceIsALineAndTheOneThatCountsIsMarked() throws {
    let key = try port(in: store(["TOOL_SERVER_PORT": "9000"]))
    #expect(
      lines(of: key) == [
        "* environment (TOOL_SERVER_PORT): 9000", "  person (~/tool.json:2:22): 8000",
        "  machine (InMemoryStore, read only): nothing", "  default: 80",
      ]
    )
    #expect(key.origin.kind == .layer("environment"))
    #expect(key.origin.place == "TOOL_SERVER_PORT")
    #expect("\(key)" == "server.port = 9000 (environment)")
    #expect(try key.text() == "9000")
  }

  @Test func aMandatoryValueCounts() throws {
    let machine = InMemoryStore(["server.port": 443])
    let key = try port(in: store(["TOOL_SERVER_PORT": "9000"], machine: machine, mandatory: ["server.*"]))
    #expect(
      lines(of: key) == [
        "  environment (TOOL_SERVER_PORT): 9000", "  person (~/tool.json:2:22): 8000",
        "* machine (InMemoryStore, mandatory): 443", "  default: 80",
      ]
    )
    #expect(key.origins().map(\.isOverridden) == [true, true, false, false])
  }

  @Test func layersOfALayerAreSearchedThemselves() throws {
    let inner = LayeredStore([
      Layer(InMemoryStore(["server.port": 1]), name: "a"),
      Layer(InMemoryStore(["server.port": 2]), name: "b", mandatory: ["server.port"]),
    ])
    let key = try port(in: LayeredStore([Layer(InMemoryStore(), name: "top"), Layer(inner, name: "inner")]))
    #expect(
      lines(of: key) == [
        "  top (InMemoryStore): nothing", "  a (InMemoryStore): 1", "* b (InMemoryStore, mandatory): 2",
        "  default: 80",
      ]
    )
  }

  @Test(arguments: [
    (["-server.port", "9001"], "* launch argument (-server.port): 9001", "server.port = 9001 (launch argument)"),
    (
      ["-server.port", "many"], "* launch argument (-server.port): takes a whole number, found \"many\"",
      "-server.port: server.port takes a whole number, found \"many\""
    ),
    (
      ["-server.port=1"], "* launch argument (-server.port): is not given by -server.port; write -server.port VALUE",
      "-server.port: server.port is not given by -server.port; write -server.port VALUE"
    ),
  ])
  func aLaunchArgumentCountsBeforeAllPlaces(arguments: [String], line: String, description: String) throws {
    let key = try port(in: store(["TOOL_SERVER_PORT": "9000"]))
    TaskOverrides.$current.withValue(.changed { $0.arguments = LaunchArguments(arguments) }) {
      #expect(lines(of: key).prefix(2) == [line, "  environment (TOOL_SERVER_PORT): 9000"])
      #expect(key.origin.kind == .launchArgument)
      #expect("\(key)" == description)
    }
  }

  @Test func whatTheProgramHasRegisteredIsAPlace() throws {
    let store = InMemoryStore()
    let key = try port(in: store)
    #expect(lines(of: key) == ["  store (InMemoryStore): nothing", "* default: 80"])
    DefaultsAdapter(store: store).register(["server.port": 81])
    #expect(lines(of: key) == ["  store (InMemoryStore): nothing", "* registered: 81", "  default: 80"])
    try key.write(82)
    #expect(lines(of: key) == ["* store (InMemoryStore): 82", "  registered: 81", "  default: 80"])
    #expect([key.origin.kind, key.origins()[1].kind, key.origins()[2].kind] == [.store, .registered, .defaultValue])
  }

  @Test func aLayerThatCannotBeReadIsWhereASearchEnds() throws {
    let machine = Layer(InMemoryStore(["server.port": 443]), name: "machine", isReadOnly: true)
    let key = try port(
      in: LayeredStore([
        Layer(InMemoryStore(), name: "top"), Layer(UnreadableStore([:]), name: "person"), machine,
      ])
    )
    #expect(
      lines(of: key) == [
        "  top (InMemoryStore): nothing", "* person (UnreadableStore): the disk is gone",
        "  machine (InMemoryStore, read only): 443", "  default: 80",
      ]
    )
    #expect("\(key)" == "server.port cannot be read: the disk is gone")
  }

  @Test func aValueThatItsKeyCannotReadIsToldWithItsPlace() throws {
    let key = try port(in: store(["TOOL_SERVER_PORT": "many"]))
    #expect(lines(of: key)[0] == "* environment (TOOL_SERVER_PORT): takes a whole number, found \"many\"")
    #expect("\(key)" == "TOOL_SERVER_PORT: server.port takes a whole number, found \"many\"")
  }

  @Test func aCorrectedValueIsToldWithWhatIsUsed() throws {
    let rule: DefaultsValidation<Int> = .clamped(to: 1...12)
    let max = DefaultsKey("server.max", defaultValue: 4, store: try store()).validating(rule)
    let key = NamespaceAudit(keys: [max]).keys[0]
    #expect(lines(of: key)[1] == "* person (~/tool.json:2:35): 400, used as 12")
    #expect("\(key)" == "server.max = 12 (person)")
  }

  @Test func anOldNameIsTold() throws {
    let renamed = DefaultsKey("http.port", defaultValue: 80, store: try store()).renamed(from: "server.port")
    let key = NamespaceAudit(keys: [renamed]).keys[0]
    #expect(lines(of: key)[1] == "* person (~/tool.json:2:22, as server.port): 8000")
  }

  @Test func noLineHasASecret() throws {
    let secret = DefaultsKey<String?>("server.token", store: try store(["TOOL_SERVER_TOKEN": "hunter2"])).secret()
    let key = NamespaceAudit(keys: [secret]).keys[0]
    #expect(
      lines(of: key) == [
        "* environment (TOOL_SERVER_TOKEN): (secret)", "  person (~/tool.json:2:49): (secret)",
        "  machine (InMemoryStore, read only): nothing", "  default: nothing",
      ]
    )
    #expect("\(key)" == "server.token = (secret) (environment)")
    #expect(try key.text() == "hunter2")
  }

  @Test func whatIsMissingIsToldInALine() throws {
    let store = try store()
    let audit = NamespaceAudit(keys: [
      DefaultsKey<String?>("server.host", store: store),
      DefaultsKey("server.name", defaultValue: "", store: store).required(),
    ])
    #expect(
      audit.keys.map(\.description) == [
        "server.host is not set", "server.name must be given, as by TOOL_SERVER_NAME or -server.name",
      ]
    )
    #expect(try audit.keys[0].text() == nil)
  }

  /// A namespace whose store is not that of the program.
  private enum Window: IntegerDefaultSettable {
    enum IntegerKey: String, CaseIterable { case width }
    static let store: any DefaultsStore = InMemoryStore()
  }

  @Test func theOwnStoreOfAKeyIsSearchedAndWritten() throws {
    let own = try directory.store()
    let counter = DefaultsKey("server.port", defaultValue: 0, store: own)
    try Defaults.withStore(try store(["TOOL_SERVER_PORT": "9000", "TOOL_WINDOW_WIDTH": "3"])) {
      let audit = NamespaceAudit(Window.self, keys: [counter])
      let (port, width) = (try audit.key(named: "server.port"), try audit.key(named: "Window.width"))
      #expect(lines(of: port) == ["* store (~/tool.json:2:22): 8000", "  default: 0"])
      #expect(lines(of: width) == ["  store (InMemoryStore): nothing", "* default: 0"])
      try port.write(1)
      try width.write(640)
      #expect(try own.value(forKey: "server.port") == 1)
      #expect(try Window.store.value(forKey: "Window.width") == 640)
      #expect(audit.keys.map(\.description) == ["Window.width = 640 (store)", "server.port = 1 (store)"])
      try width.write(nil)
      #expect(try Window.store.keys() == [])
      #expect(try Defaults.store.value(forKey: "Window.width") == "3")
    }
  }

  @Test func aLayerWithoutANameIsCalledByItsStore() throws {
    let layers = [
      Layer(InMemoryStore()), Layer(EnvironmentStore(prefix: "TOOL", environment: [:])), Layer(try directory.store()),
    ]
    #expect(layers.map(\.name) == ["InMemoryStore", "EnvironmentStore \"TOOL\"", "JSONStore \"tool.json\""])
  }

  @Test func aNameThatNoKeyHasIsToldSo() throws {
    let error = #expect(throws: DefaultsError.self) { try NamespaceAudit().key(named: "server.prot") }
    #expect(error?.message == "there is no setting \"server.prot\"")
  }
}
