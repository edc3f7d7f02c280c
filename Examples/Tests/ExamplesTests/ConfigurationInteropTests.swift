import Configuration
import ConfigurationInterop
import ConfigurationTesting
import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import Synchronization
import Testing

/// The stores over which a provider is tried, each with the values of that project's own tests.
enum ProvidedStore: String, CaseIterable, CustomTestStringConvertible {
  case memory, file, powerLoss, userDefaults, json, written, directory, environment, layers, variablesOverFile

  static let magic = PropertyListValue.data(Data("magic".utf8))
  static let magic2 = PropertyListValue.data(Data("magic2".utf8))

  /// What `ProviderCompatTest` expects.
  static let values: [String: PropertyListValue] = [
    "string": "Hello", "other.string": "Other Hello", "int": 42, "other.int": 24, "double": 3.14, "other.double": 2.72,
    "bool": true, "other.bool": false, "bytes": magic, "other.bytes": magic2, "stringy.array": ["Hello", "World"],
    "other.stringy.array": ["Hello", "Swift"], "inty.array": [42, 24], "other.inty.array": [16, 32],
    "doubly.array": [3.14, 2.72], "other.doubly.array": [0.9, 1.8], "booly.array": [true, false],
    "other.booly.array": [false, true, true], "byteChunky.array": [magic, magic2],
    "other.byteChunky.array": [magic, magic2, magic],
  ]

  /// The same values as texts, as a variable or a file of a directory has them.
  static let texts: [String: String] = [
    "string": "Hello", "other.string": "Other Hello", "int": "42", "other.int": "24", "double": "3.14",
    "other.double": "2.72", "bool": "true", "other.bool": "false", "bytes": "bWFnaWM=", "other.bytes": "bWFnaWMy",
    "stringy.array": "Hello,World", "other.stringy.array": "Hello,Swift", "inty.array": "42,24",
    "other.inty.array": "16,32", "doubly.array": "3.14,2.72", "other.doubly.array": "0.9,1.8",
    "booly.array": "true,false", "other.booly.array": "false,true,true", "byteChunky.array": "bWFnaWM=,bWFnaWMy",
    "other.byteChunky.array": "bWFnaWM=,bWFnaWMy,bWFnaWM=",
  ]

  /// The same values as a person writes them in a JSON file, in objects.
  static let person = """
    {
      "string": "Hello", "int": 42, "double": 3.14, "bool": true, "bytes": "bWFnaWM=",
      "stringy": {"array": ["Hello", "World"]}, "inty": {"array": [42, 24]}, "doubly": {"array": [3.14, 2.72]},
      "booly": {"array": [true, false]}, "byteChunky": {"array": ["bWFnaWM=", "bWFnaWMy"]},
      "other": {
        "string": "Other Hello", "int": 24, "double": 2.72, "bool": false, "bytes": "bWFnaWMy",
        "stringy": {"array": ["Hello", "Swift"]}, "inty": {"array": [16, 32]}, "doubly": {"array": [0.9, 1.8]},
        "booly": {"array": [false, true, true]}, "byteChunky": {"array": ["bWFnaWM=", "bWFnaWMy", "bWFnaWM="]}
      }
    }
    """

  var testDescription: String { rawValue }

  private static func variables(where isIncluded: (String) -> Bool = { _ in true }) -> [String: String] {
    let store = EnvironmentStore(prefix: "TOOL", environment: [:])
    let included = texts.filter { isIncluded($0.key) }
    return Dictionary(uniqueKeysWithValues: included.map { (store.variable(forKey: $0), $1) })
  }

  func with(_ body: (any DefaultsStore) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "interop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    func path(_ name: String) -> String { directory.appending(path: name).path }
    let isUpper: (String) -> Bool = { $0.hasPrefix("other.") }
    let store: any DefaultsStore
    switch self {
    case .memory: store = InMemoryStore(Self.values)
    case .file: store = try FileStore(path: path("settings.defaults"))
    case .powerLoss: store = try FileStore(path: path("settings.defaults"), durability: .powerLoss)
    case .userDefaults: store = try UserDefaultsStore(suiteName: "interop-\(UUID().uuidString)")
    case .json: store = try JSONStore(path: path("settings.json"))
    case .written:
      try Data(Self.person.utf8).write(to: URL(filePath: path("settings.json")))
      store = try JSONStore(path: path("settings.json"))
    case .directory:
      for (name, text) in Self.texts { try Data(text.utf8).write(to: URL(filePath: path(name))) }
      for (name, text) in ["bytes": "magic", "other.bytes": "magic2"] {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
      }
      store = try DirectoryStore(url: directory)
    case .environment: store = EnvironmentStore(prefix: "TOOL", environment: Self.variables())
    case .layers:
      let upper = InMemoryStore(Self.values.filter { isUpper($0.key) })
      store = LayeredStore([upper, InMemoryStore(Self.values.filter { !isUpper($0.key) })])
    case .variablesOverFile:
      try Data(Self.person.utf8).write(to: URL(filePath: path("settings.json")))
      let variables = EnvironmentStore(prefix: "TOOL", environment: Self.variables(where: isUpper))
      store = LayeredStore([Layer(variables), Layer(try JSONStore(path: path("settings.json")))])
    }
    switch self {
    case .file, .powerLoss, .userDefaults, .json: try store.set(Self.values.mapValues { $0 })
    default: break
    }
    try await body(store)
    if case .userDefaults = self { try store.removeAll { _ in true } }
  }
}

@Suite struct StoreProviderTests {
  @Test(arguments: ProvidedStore.allCases)
  func passesTheProviderTestsOfSwiftConfiguration(_ kind: ProvidedStore) async throws {
    try await kind.with { try await ProviderCompatTest(provider: StoreProvider($0)).runTest() }
  }

  @Test func aReaderFindsASettingByItsNamespace() throws {
    let store = InMemoryStore(["Server.maxConnections": "200"])
    let reader = ConfigReader(provider: StoreProvider(store)).scoped(to: "Server")
    #expect(reader.int(forKey: "maxConnections", default: 1) == 200)
  }

  @Test func aWatcherGetsAChangeOfTheStore() async throws {
    let store = InMemoryStore(["Server.maxConnections": 100])
    let values = try await StoreProvider(store).watchValue(forKey: ["Server", "maxConnections"], type: .int) {
      updates in
      var values: [ConfigContent?] = []
      for await update in updates {
        values.append(try update.get().value?.content)
        if values.count == 2 { break }
        try store.set(200, forKey: "Server.maxConnections")
      }
      return values
    }
    #expect(values == [.int(100), .int(200)])
  }

  @Test func aSnapshotStaysAsItIs() throws {
    let store = InMemoryStore(["a": 1])
    let snapshot = StoreProvider(store).snapshot()
    try store.set(2, forKey: "a")
    try store.set(3, forKey: "b")
    #expect(try snapshot.value(forKey: ["a"], type: .int).value?.content == .int(1))
    #expect(try snapshot.value(forKey: ["b"], type: .int).value == nil)
  }

  @Test func aSecretIsMarked() throws {
    let provider = StoreProvider(InMemoryStore(["token": "x", "host": "y"])) { $0 == "token" }
    #expect(try provider.value(forKey: ["token"], type: .string).value?.isSecret == true)
    #expect(try provider.value(forKey: ["host"], type: .string).value?.isSecret == false)
  }

  @Test func aValueOfAnotherTypeIsAnErrorWithoutTheValue() {
    let provider = StoreProvider(InMemoryStore(["port": "secret"]))
    let error = #expect(throws: DefaultsError.self) { try provider.value(forKey: ["port"], type: .int) }
    #expect(error?.code == .typeMismatch)
    #expect(error?.description.contains("secret") == false)
  }
}

@Suite struct ProviderStoreTests {
  private static let contents: [(ConfigContent, PropertyListValue)] = [
    (.string("Hello"), "Hello"), (.int(42), 42), (.double(3.14), 3.14), (.bool(true), true),
    (.bytes(Array("magic".utf8)), ProvidedStore.magic), (.stringArray(["a", "b"]), ["a", "b"]),
    (.intArray([1, 2]), [1, 2]),
    (.doubleArray([0.5]), [0.5]), (.boolArray([true, false]), [true, false]),
    (.byteChunkArray([Array("magic".utf8)]), [ProvidedStore.magic]),
  ]

  @Test(arguments: contents)
  func hasEachTypeOfValue(_ content: ConfigContent, _ stored: PropertyListValue) throws {
    let provider = InMemoryProvider(values: [["Server", "x"]: ConfigValue(content, isSecret: false)])
    #expect(try ProviderStore(provider).value(forKey: "Server.x") == stored)
  }

  @Test func aTextIsReadByTheTypeOfTheSetting() throws {
    let provider = EnvironmentVariablesProvider(environmentVariables: ["SERVER_PORT": "8080", "SERVER_IS_ON": "true"])
    let store = ProviderStore(provider)
    #expect(DefaultsKey("server.port", defaultValue: 80, store: store).value == 8080)
    #expect(DefaultsKey("server.isOn", defaultValue: false, store: store).value)
    #expect(DefaultsKey("server.host", defaultValue: "localhost", store: store).value == "localhost")
  }

  @Test func isALayerBeneathAPersonsSettings() throws {
    let person = InMemoryStore(["Server.host": "here"])
    let provider = InMemoryProvider(values: [["Server", "host"]: "there", ["Server", "port"]: 8080])
    let store = LayeredStore([Layer(person), Layer(ProviderStore(provider), isReadOnly: true)])
    #expect(try store.value(forKey: "Server.host") == "here")
    #expect(try store.value(forKey: "Server.port") == 8080)
    try store.set(nil, forKey: "Server.host")
    #expect(try store.value(forKey: "Server.host") == "there")
  }

  @Test func cannotBeWritten() {
    let store = ProviderStore(InMemoryProvider(values: [:]))
    let error = #expect(throws: DefaultsError.self) { try store.set(1, forKey: "a") }
    #expect(error?.code == DefaultsError.Code(rawValue: "readOnlyStore"))
  }

  @Test func observersGetAChangeOfTheProvider() async throws {
    let provider = MutableInMemoryProvider(initialValues: [["Server", "port"]: 80])
    let store = ProviderStore(provider)
    let key = DefaultsKey("Server.port", defaultValue: 0, store: store)
    #expect(key.value == 80)
    let running = Task { try await store.run() }
    defer { running.cancel() }
    var updates = key.updates(initial: true).makeAsyncIterator()
    #expect(await updates.next() == 80)
    provider.setValue(8080, forKey: ["Server", "port"])
    #expect(await updates.next() == 8080)
    #expect(key.value == 8080)
    provider.setValue(nil, forKey: ["Server", "port"])
    #expect(await updates.next() == 0)
    #expect(key.value == 0)
  }
}
