import Foundation
@testable import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import NamespacedDefaultsTesting
import Synchronization
import Testing

/// The articles on services, command-line programs and tests: their code compiles, runs and does what they say.
@Suite(.isolatedDefaults)
struct ProgramGuidesTests {
  @Test(
    arguments: [
      ("InAService", "Service", 3), ("CommandLinePrograms", "CommandLineProgram", 4), ("Testing", "TestingGuide", 3),
    ]
  )
  func everyBlockIsCompiledHere(article: String, code: String, count: Int) throws {
    let file = try MarkdownFile(article: article)
    #expect(file.blocks.count == count)
    try file.expectBlocks(in: "\(code).swift")
  }

  // MARK: In a service

  // Only a process of its own may change its environment.
  #if os(Linux) || os(macOS)
    @Test func aServiceKeepsItsStateWhereTheUnitSays() async {
      await #expect(processExitsWith: .success) {
        let directory = TemporaryFile()
        unsetenv("XDG_STATE_HOME")
        for variable in ["STATE_DIRECTORY", "HOME"] { setenv(variable, directory.url.path, 1) }
        let problems = Mutex<[String]>([])
        try startService { text in problems.withLock { $0.append(text) } }
        try #require(Defaults.store as? FileStore).set("many", forKey: "Service.connectionLimit")
        #expect(Defaults[.connectionLimit] == 100)
        #expect(try FileStore.verify(path: directory.url.path + "/my-service.defaults").keyCount == 1)
        #expect(problems.withLock { $0.count } == 1)
      }
    }

    @Test func theAdministratorsSettingsAreReadableForAll() async {
      await #expect(processExitsWith: .success) {
        let directory = TemporaryFile()
        setenv("XDG_CONFIG_DIRS", directory.url.path + ":/etc/xdg", 1)
        umask(0o077)
        try limitConnections(to: 5)
        #expect(try machineSettings()[.connectionLimit] == 5)
        let file = directory.url.path + "/my-service/settings.defaults"
        let modes = try [file, directory.url.path + "/my-service"].map {
          try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
        }
        #expect(modes == [0o644, 0o755])
      }
    }

    @Test func aServiceFollowsALimit() async {
      await #expect(processExitsWith: .success) {
        let directory = TemporaryFile()
        setenv("XDG_CONFIG_DIRS", directory.url.path, 1)
        let limits = Mutex<[Int]>([])
        let following = Task {
          try await followConnectionLimit { limit in
            limits.withLock { $0.append(limit) }
            if limit == 100 { #expect(throws: Never.self) { try limitConnections(to: 5) } }
            if limit == 5 { withUnsafeCurrentTask { $0?.cancel() } }
          }
        }
        try await following.value
        #expect(limits.withLock { $0 } == [100, 5])
      }
    }
  #endif

  @Test func aBackupIsRestored() throws {
    let file = TemporaryFile()
    Defaults[.connectionLimit] = 5
    try backUp(to: file.url)
    Defaults[.connectionLimit] = 6
    Defaults["added"] = 1
    try restore(from: file.url)
    #expect(Defaults[.connectionLimit] == 5)
    #expect(!Defaults.hasKey("added"))
  }

  // MARK: Command-line programs

  @Test func aTextIsStoredAsItsKeyWritesIt() throws {
    try config(["set", "Server.port", "9000"])
    try config(["set", "Server.host", "example.org"])
    try config(["set", "log.level", "debug"])
    #expect(try Defaults.store.value(forKey: "Server.port") == 9000)
    #expect(try Defaults.store.value(forKey: "Server.host") == "example.org")
    #expect(Defaults[.logLevel] == .debug)
    try config(["unset", "Server.port"])
    #expect(try Defaults.store.keys().sorted() == ["Server.host", "log.level"])
  }

  @Test(arguments: [
    ["set", "Server.port", "many"], ["set", "Server.prot", "9000"], ["set", "Server.workerCount", "400"],
    ["set", "log.level", "loud"], ["get", "Server.prot"], ["unset", "Server.prot"], ["explain", "Server.prot"],
  ])
  func whatNoKeyTakesIsRefused(words: [String]) throws {
    #expect(throws: DefaultsError.self) { try config(words) }
    #expect(try Defaults.store.keys() == [])
  }

  @Test(arguments: [["set"], ["set", "Server.port"], ["list", "Server.port"], ["show"], []])
  func whatIsNoCommandIsAUsageError(words: [String]) {
    #expect(throws: UsageError.self) { try config(words) }
  }

  @Test func aFailedWriteIsAnError() {
    Defaults.withStore(FullStore()) {
      _ = #expect(throws: (any Error).self) { try config(["set", "Server.port", "9000"]) }
    }
  }

  @Test func theTableOfRemovalsNamesWhatGoes() throws {
    let names = ["Server.port", "Server.host", "Server.a.port", "token", "NamespacedDefaults.migration.import"]
    func removed(by removal: (any DefaultsStore) throws -> Void) throws -> Set<String> {
      let store = InMemoryStore(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
      try removal(store)
      return Set(names).subtracting(store.keys())
    }
    #expect(try removed { try $0.set(nil, forKey: "Server.port") } == ["Server.port"])
    #expect(try removed { try $0.set(["Server.port": nil, "Server.host": nil]) } == ["Server.port", "Server.host"])
    #expect(try removed { try $0.removeAll { $0.hasPrefix("Server.") } } == Set(names.prefix(3)))
    #expect(try removed { try $0.removeAll() } == Set(names.prefix(4)))
    let step = "NamespacedDefaults.migration.import"
    #expect(try removed { try $0.set(nil, forKey: "NamespacedDefaults.migration.import") } == [step])
  }

  // Only a process of its own has streams and an environment of its own.
  #if os(Linux) || os(macOS)
    /// What the program writes with variables and the files of a person and a machine, without the directory of these.
    private func outcome(
      of result: ExitTest.Result,
      _ stream: KeyPath<ExitTest.Result, [UInt8]>
    ) throws -> [String] {
      let lines = String(decoding: result[keyPath: stream], as: UTF8.self).split(separator: "\n").map(String.init)
      let output = String(decoding: result.standardOutputContent, as: UTF8.self).split(separator: "\n")
      let home = try #require(output.lazy.compactMap { $0.split(separator: "HOME ").last }.first)
      return lines.filter { !$0.contains("HOME ") }.map { $0.replacing(home, with: "~") }
    }

    @Test(arguments: [
      (
        "list",
        [
          "Server.host = example.org (person)", "Server.port = 9000 (environment)",
          "Server.token = (secret) (person)", "Server.workerCount = 12 (person)", "log.level = info (default)",
        ]
      ),
      ("get Server.port", ["9000"]),
      ("get Server.workerCount", ["12"]),
      ("set log.level debug", ["log.level = debug (person)"]),
      ("set Server.port 8001", ["Server.port = 9000 (environment)"]),
      ("unset Server.host", []),
      (
        "explain Server.port",
        [
          "* environment (MY_TOOL_SERVER_PORT): 9000", "  person (~/person/my-tool.json:2:45): 8000",
          "  machine (~/machine/my-tool.json:1:21, read only): 80", "  default: 8080",
        ]
      ),
      (
        "explain Server.workerCount",
        [
          "  environment (MY_TOOL_SERVER_WORKER_COUNT): nothing",
          "* person (~/person/my-tool.json:3:20): 400, used as 12",
          "  machine (~/machine/my-tool.json, read only): nothing", "  default: 4",
        ]
      ),
      (
        "explain Server.token",
        [
          "  environment (MY_TOOL_SERVER_TOKEN): nothing", "* person (~/person/my-tool.json:4:14): (secret)",
          "  machine (~/machine/my-tool.json, read only): nothing", "  default: nothing",
        ]
      ),
    ])
    func eachCommandPrints(command: String, lines: [String]) async throws {
      let result = try await #require(
        processExitsWith: .exitCode(0),
        observing: [\.standardOutputContent]
      ) { [command] in
        try Self.exitFromHome { start(["config"] + command.split(separator: " ").map(String.init)) }
      }
      let printed = try outcome(of: result, \.standardOutputContent)
      #expect(printed == lines)
    }

    /// Ends the process with the result of a function, for which there are variables and files of a person and a machine.
    ///
    /// It prints where the files are.
    private static func exitFromHome(_ body: () throws -> Int32) throws -> Never {
      let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      for (place, text) in [
        (
          "person",
          """
          {
            "Server": {"host": "example.org", "port": 8000,
              "workerCount": 400,
              "token": "swordfish"}
          }
          """
        ), ("machine", #"{"Server": {"port": 80}}"#),
      ] {
        let directory = home.appending(path: place)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: directory.appending(path: "my-tool.json"))
      }
      setenv("XDG_CONFIG_HOME", home.path + "/person", 1)
      setenv("XDG_CONFIG_DIRS", home.path + "/machine", 1)
      setenv("MY_TOOL_SERVER_PORT", "9000", 1)
      print("HOME \(home.path)")
      let code = try body()
      try FileManager.default.removeItem(at: home)
      exit(code)
    }

    @Test func aCheckPrintsWhatIsWrong() async throws {
      let result = try await #require(
        processExitsWith: .exitCode(1),
        observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        try Self.exitFromHome {
          setenv("MY_TOOL_SERVER_PROT", "1", 1)
          print(start(["config", "check"]))
          try config(["set", "Server.workerCount", "4"])
          setenv("MY_TOOL_SERVER_PORT", "nine", 1)
          _ = start(["config", "get", "Server.port"])
          print(start(["config", "explain", "Server.port"]))
          return start(["config", "check"])
        }
      }
      let errors = try outcome(of: result, \.standardErrorContent)
      #expect(
        errors.filter { $0.contains("Server") || $0.contains("SERVER") } == [
          "my-tool: ~/person/my-tool.json:3:20: Server.workerCount takes a whole number from 1 to 12, found 400, "
            + "which is not allowed",
          "warning: MY_TOOL_SERVER_PROT: nothing that this audit knows declares it; did you mean "
            + "MY_TOOL_SERVER_PORT? If not, list it in keys",
          "my-tool: MY_TOOL_SERVER_PORT: Server.port takes a whole number, found \"nine\"",
          "my-tool: MY_TOOL_SERVER_PORT: Server.port takes a whole number, found \"nine\"",
          "warning: MY_TOOL_SERVER_PROT: nothing that this audit knows declares it; did you mean "
            + "MY_TOOL_SERVER_PORT? If not, list it in keys",
        ]
      )
      let printed = try outcome(of: result, \.standardOutputContent)
      #expect(
        printed == [
          "1", "Server.workerCount = 4 (person)",
          "* environment (MY_TOOL_SERVER_PORT): takes a whole number, found \"nine\"",
          "  person (~/person/my-tool.json:2:45): 8000", "  machine (~/machine/my-tool.json:1:21, read only): 80",
          "  default: 8080", "0",
        ]
      )
    }

    @Test func anOptionIsALayerAboveTheOthers() async throws {
      let result = try await #require(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
        try Self.exitFromHome {
          try take(["Server.port": "9001"])
          try config(["explain", "Server.port"])
          Server[.host] = "b.example"
          #expect(try JSONStore(name: "my-tool").value(forKey: "Server.host") == "b.example")
          return 0
        }
      }
      #expect(
        try outcome(of: result, \.standardOutputContent).first == "* options (InMemoryStore, read only): 9001"
      )
    }

    @Test func aCommandThatFailsSaysWhy() async throws {
      let result = try await #require(processExitsWith: .exitCode(64), observing: [\.standardErrorContent]) {
        try Self.exitFromHome {
          let commands = [
            ["set", "log.level", "loud"], ["set", "Server.workerCount", "400"], ["set", "Server.prot", "80"], ["show"],
          ]
          return commands.map { start(["config"] + $0) }.last ?? 0
        }
      }
      #expect(
        String(decoding: result.standardErrorContent, as: UTF8.self).contains(
          """
          my-tool: log.level takes debug, info or warning
          my-tool: Server.workerCount takes a whole number from 1 to 12
          my-tool: there is no setting "Server.prot"
          my-tool: config takes list, get NAME, set NAME VALUE, unset NAME, explain NAME or check

          """
        )
      )
    }

    @Test func aStartWithABrokenFileSaysWhere() async throws {
      let result = try await #require(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
        let directory = TemporaryFile()
        for variable in ["XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"] { setenv(variable, directory.directory.path, 1) }
        try FileManager.default.createDirectory(at: directory.directory, withIntermediateDirectories: true)
        try Data("{\n  \"Server\": {\n".utf8).write(to: directory.directory.appending(path: "my-tool.json"))
        exit(start(["config", "get", "Server.port"]))
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("/my-tool.json:3:1: expected a name or '}', and the file ends"))
    }
  #endif

  @Test func aRunIsCountedOrThrows() throws {
    #expect(try countRun() == 1)
    #expect(try countRun() == 2)
    #expect(Defaults[.runCount] == 2)
    Defaults["Runs.count"] = "many"
    #expect(throws: DefaultsError.self) { try countRun() }
    #expect(try Defaults.store.value(forKey: "Runs.count") == "many")
    Defaults.withStore(FullStore()) {
      #expect(throws: DefaultsError.self) { try countRun() }
    }
  }

  @Test func aRunIsCountedFromWhatIsStored() throws {
    Defaults[.runCount] = 1
    let counts = try TaskOverrides.$current.withValue(
      .changed { $0.arguments = LaunchArguments(["-Runs.count", "5"]) }
    ) {
      (read: try DefaultsKeys.runCount.read(), counted: try countRun())
    }
    #expect(counts.read == 5)
    #expect(counts.counted == 2)
    #expect(try Defaults.store.value(forKey: "Runs.count") == 2)
  }

  @Test func loggingOutTakesTheTokenOutOfTheFile() throws {
    let file = TemporaryFile()
    let store = try FileStore(url: file.url)
    let secret = "swordfish"
    Defaults.withStore(store) { Defaults[.serverToken] = secret }
    #expect(try Data(contentsOf: file.url).contains(secret))
    try logOut(of: store)
    #expect(try !Data(contentsOf: file.url).contains(secret))
    #expect(try store.keys() == [])
  }

  // MARK: Testing

  // Only a process of its own may change its environment.
  #if os(Linux) || os(macOS)
    @Test func aTestOfXCTestTouchesNoFileOfAPerson() async {
      await #expect(processExitsWith: .success) {
        let home = TemporaryFile()
        for variable in ["HOME", "XDG_CONFIG_HOME"] { setenv(variable, home.url.path, 1) }
        IsolatedDefaults.setUp()
        try FileStore(name: "my-tool").set(1, forKey: "Runs.count")
        #expect(try FileStore(name: "my-tool").keys() == ["Runs.count"])
        #expect(!FileManager.default.fileExists(atPath: home.url.path))
      }
    }

    @Test func aTestOfXCTestBeginsWithNoSettings() async {
      await #expect(processExitsWith: .success) {
        IsolatedDefaults.setUp()
        logIn()
        IsolatedDefaults.setUp()
        let names = try Defaults.store.keys()
        #expect(names == [])
        #expect(Defaults.store is InMemoryStore)
      }
    }
  #endif

  #if UserDefaults
    @Test func aStartImportsFromTheStoreOfTheTest() throws {
      try openSettings(importingFrom: InMemoryStore(["volume": 0.7]))
      #if os(Linux)
        #expect(Defaults[.volume] == 0.7)
      #endif
      let line = "try openSettings(importingFrom: InMemoryStore([\"volume\": 0.7]))"
      let isShown = try MarkdownFile(article: "Testing").text.contains(line)
      #expect(isShown)
    }
  #endif

  @Test func registeredValuesBelongToAStore() {
    Defaults.register(["Service.connectionLimit": 7])
    #expect(Defaults[.connectionLimit] == 7)
    Defaults.withStore(InMemoryStore()) { #expect(Defaults[.connectionLimit] == 100) }
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
