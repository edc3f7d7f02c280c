import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import TestSupport
import Testing

/// Settings that are given by environment variables.
@Suite struct EnvironmentStoreTests {
  private func value(_ variable: String, _ text: String, forKey name: String) throws -> PropertyListValue? {
    try EnvironmentStore(prefix: "TOOL", environment: [variable: text]).value(forKey: name)
  }

  @Test(arguments: [
    ("Server.workers", "TOOL_SERVER_WORKERS"), ("http.maxRetries", "TOOL_HTTP_MAX_RETRIES"), ("x", "TOOL_X"),
    ("http.user-agent", "TOOL_HTTP_USER_AGENT"), ("isHTTPOnly", "TOOL_IS_HTTP_ONLY"), ("URLPath", "TOOL_URL_PATH"),
    ("v2Name", "TOOL_V2_NAME"), ("User.7.name", "TOOL_USER_7_NAME"), ("A", "TOOL_A"),
    ("max_size", "TOOL_MAX_SIZE"), ("a b=c", "TOOL_A_B_C"), ("AB", "TOOL_AB"), ("aB", "TOOL_A_B"),
    ("maxURLs2Go", "TOOL_MAX_URLS_2_GO"), ("httpURL", "TOOL_HTTP_URL"), ("IDs", "TOOL_IDS"), ("IDsOf", "TOOL_IDS_OF"),
    ("asXsd", "TOOL_AS_XSD"), ("HTTPSession", "TOOL_HTTP_SESSION"), ("a..b", "TOOL_A__B"),
    ("größe", "TOOL_GR_U00F6_U00DF_E"),
    ("Über.x", "TOOL_U00DC_BER_X"), ("Äber.x", "TOOL_U00C4_BER_X"), ("e\u{301}", "TOOL_E_U0301"), ("🐢", "TOOL_U1F422"),
  ])
  func aNameIsThatOfAVariable(name: String, variable: String) throws {
    #expect(EnvironmentStore(prefix: "TOOL", environment: [:]).variable(forKey: name) == variable)
    #expect(try value(variable, "text", forKey: name) == "text")
  }

  @Test(arguments: [("TOOL", "TOOL_X"), ("my-tool", "MY_TOOL_X"), ("myTool", "MY_TOOL_X"), ("", "X")])
  func aPrefixIsChangedAsNamesAre(prefix: String, variable: String) throws {
    let store = EnvironmentStore(prefix: prefix, environment: [variable: "text"])
    #expect(store.variable(forKey: "x") == variable)
    #expect(try store.value(forKey: "x") == "text")
  }

  @Test func namesOfOneVariableHaveItsValue() throws {
    let store = EnvironmentStore(prefix: "TOOL", environment: ["TOOL_SERVER_MAX_SIZE": "1"])
    for name in ["Server.maxSize", "Server.max.size", "server.max_size"] {
      #expect(try store.value(forKey: name) == "1")
    }
  }

  @Test func anEmptyVariableIsNone() throws {
    #expect(try value("TOOL_X", "", forKey: "x") == nil)
    #expect(try value("TOOLX", "1", forKey: "x") == nil)
    #expect(try value("TOOL_X", " ", forKey: "x") == " ")
  }

  @Test func whatTheLibraryRecordsIsInNoVariable() throws {
    #expect(try value("TOOL_NAMESPACED_DEFAULTS_MIGRATION_X", "1", forKey: "NamespacedDefaults.migration.x") == nil)
  }

  // Only a process of its own may change its environment.
  #if os(Linux) || os(macOS)
    @Test func theEnvironmentOfTheProcessIsReadOnce() async {
      await #expect(processExitsWith: .success) {
        setenv("LAYERS_TEST_GREETING", "hello", 1)
        let store = EnvironmentStore(prefix: "LAYERS_TEST")
        setenv("LAYERS_TEST_GREETING", "goodbye", 1)
        let greetings = try [store, EnvironmentStore(prefix: "LAYERS_TEST")].map { try $0.value(forKey: "greeting") }
        #expect(greetings == ["hello", "goodbye"])
      }
    }
  #endif

  #if !canImport(Darwin)
    @Test func aVariableThatIsNoTextIsReportedAndNotTaken() throws {
      let output = Pipe()
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      let script = "TOOL_X=$(printf 'a\\377') TOOL_Y=b OTHER=$(printf '\\377') exec \"$0\" \"$@\""
      shell.arguments =
        ["-c", script, JSONProcess.executable.path, "print-problems"]
        + ["open-environment", "TOOL", "open-environment", "TOOL", "get", "x", "get", "y"]
      shell.standardOutput = output
      try shell.run()
      let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(
        lines == """
          problem: ignoredVariable: what is not UTF-8 counts as not set: TOOL_X
          none
          "b"

          """
      )
      shell.waitUntilExit()
    }
  #endif

  @Test func itListsNoNames() throws {
    #expect(try EnvironmentStore(prefix: "TOOL", environment: ["TOOL_X": "1"]).keys() == [])
  }

  @Test func aWriteNamesTheVariable() throws {
    let store = EnvironmentStore(prefix: "TOOL", environment: ["TOOL_SERVER_WORKERS": "1"])
    let error = try #require(throws: DefaultsError.self) { try store.set(2, forKey: "Server.workers") }
    #expect(error.code == .readOnlyStore)
    #expect(error.message.contains("TOOL_SERVER_WORKERS"))
    #expect(throws: DefaultsError.self) { try store.set(nil, forKey: "Server.workers") }
    #expect(throws: DefaultsError.self) { try store.transaction { try store.set(["a": 1, "b": 2]) } }
    #expect(try store.value(forKey: "Server.workers") == "1")
    try store.set("1", forKey: "Server.workers")
    try store.set(nil, forKey: "Server.absent")
    store.synchronize()
  }

  @Test func itsLabelHasThePrefix() throws {
    #expect(EnvironmentStore(prefix: "tool", environment: [:]).label == "EnvironmentStore \"TOOL\"")
  }
}

/// The texts of variables as values of all settable protocols, and of other types.
@Suite struct EnvironmentValueTests {
  struct Point: Codable, Equatable, DefaultsSerializable {
    var x = 0
    var y = 0
  }

  struct Given:
    BoolDefaultSettable, IntegerDefaultSettable, FloatDefaultSettable, DoubleDefaultSettable, StringDefaultSettable,
    URLDefaultSettable, DataDefaultSettable, DateDefaultSettable, StringArrayDefaultSettable, ArrayDefaultSettable,
    DictionaryDefaultSettable, ObjectDefaultSettable
  {
    enum BoolKey: String { case isOn, isOff }
    enum IntegerKey: String { case count, hex }
    enum FloatKey: String { case gain }
    enum DoubleKey: String { case volume }
    enum StringKey: String { case name, digits, json }
    enum URLKey: String { case homepage }
    enum DataKey: String { case avatar }
    enum DateKey: String { case birthday }
    enum StringArrayKey: String { case tags }
    enum ArrayKey: String { case scores }
    enum DictionaryKey: String { case limits }
    enum ObjectKey: String { case point }
  }

  private static let environment = [
    "T_GIVEN_IS_ON": "YES", "T_GIVEN_IS_OFF": "0", "T_GIVEN_COUNT": "-3", "T_GIVEN_GAIN": "0.5",
    "T_GIVEN_VOLUME": "1e3",
    "T_GIVEN_NAME": "a b", "T_GIVEN_DIGITS": "007", "T_GIVEN_JSON": "[1]", "T_GIVEN_HOMEPAGE": "https://a.b/c?d",
    "T_GIVEN_AVATAR": "<0fbd>", "T_GIVEN_BIRTHDAY": "2001-01-01T00:00:07Z", "T_GIVEN_TAGS": #"["a", "b"]"#,
    "T_GIVEN_SCORES": "[1, [2]]", "T_GIVEN_LIMITS": #"{"a": 1, "b": {"c": "d"}}"#,
    "T_GIVEN_POINT": #"{"x": 1, "y": 2}"#, "T_GIVEN_HEX": "abc",
  ]

  static let stores: [@Sendable () -> any DefaultsStore] = [
    { EnvironmentStore(prefix: "T", environment: environment) },
    { LayeredStore([EnvironmentStore(prefix: "T", environment: environment), InMemoryStore()]) },
    { LayeredStore([LayeredStore([InMemoryStore(), EnvironmentStore(prefix: "T", environment: environment)])]) },
  ]

  /// Twice, because the second read may be a remembered one.
  @Test(arguments: stores.indices) func eachTypeReadsTheText(index: Int) throws {
    let store = Self.stores[index]()
    Defaults.withStore(store) {
      for _ in 1...2 {
        #expect(Given.bool(forKey: .isOn))
        #expect(!Given.bool(forKey: .isOff))
        #expect(Given.key(.isOff).hasValue)
        #expect(Given.integer(forKey: .count) == -3)
        #expect(Given.float(forKey: .gain) == 0.5)
        #expect(Given.double(forKey: .volume) == 1000)
        #expect(Given.string(forKey: .name) == "a b")
        #expect(Given.string(forKey: .digits) == "007")
        #expect(Given.string(forKey: .json) == "[1]")
        #expect(Given.url(forKey: .homepage) == URL(string: "https://a.b/c?d"))
        #expect(Given.data(forKey: .avatar) == Data([0x0F, 0xBD]))
        #expect(Given.date(forKey: .birthday) == Date(timeIntervalSinceReferenceDate: 7))
        #expect(Given.stringArray(forKey: .tags) == ["a", "b"])
        #expect(Given.array(forKey: .scores) == [1, [2]])
        #expect(Given.dictionary(forKey: .limits) == ["a": 1, "b": ["c": "d"]])
        #expect(Given.object(Point.self, forKey: .point) == Point(x: 1, y: 2))
      }
    }
  }

  @Test func aTextThatAKeyCannotReadIsReportedAndIsTheDefault() throws {
    let problems = Lockbox<[DefaultsProblem]>([])
    Defaults.withProblemHandler({ problem in problems.change { $0.append(problem) } }) {
      Defaults.withStore(Self.stores[1]()) {
        #expect(Given.integer(forKey: .hex) == 0)
        #expect(Given.integer(forKey: .hex) == 0)
      }
    }
    #expect(problems.value.map(\.kind) == [.undecodableValue])
    #expect(problems.value.first?.key == "Given.hex")
  }
}
