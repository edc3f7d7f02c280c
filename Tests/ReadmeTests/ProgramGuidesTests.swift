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
      ("InAService", "Service", 3), ("CommandLinePrograms", "CommandLineProgram", 3), ("Testing", "TestingGuide", 4),
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

  private let configuration = Configuration()

  @Test func aTextIsStoredAsItsKeyWritesIt() throws {
    #expect(configuration.run(["set", "Server.port", "9000"]) == 0)
    #expect(configuration.run(["set", "Server.host", "example.org"]) == 0)
    #expect(configuration.run(["set", "log.level", "debug"]) == 0)
    #expect(try Defaults.store.value(forKey: "Server.port") == 9000)
    #expect(try Defaults.store.value(forKey: "Server.host") == "example.org")
    #expect(Defaults[.logLevel] == .debug)
  }

  @Test(arguments: [
    ["set", "Server.port", "many"], ["set", "Server.prot", "9000"], ["set", "Server.workerCount", "400"],
    ["set", "log.level", "loud"], ["get", "Server.prot"], ["unset", "Server.prot"], ["explain", "Server.prot"], ["set"],
    ["show"], [],
  ])
  func whatIsNotUnderstoodIsAUsageError(arguments: [String]) throws {
    #expect(configuration.run(arguments) == 64)
    #expect(try Defaults.store.keys() == [])
  }

  @Test func aSettingIsUnset() throws {
    Server[.port] = 9001
    #expect(configuration.run(["unset", "Server.port"]) == 0)
    #expect(try Defaults.store.keys() == [])
  }

  @Test func aSettingThatCannotBePrintedHasAnExitCode() throws {
    #expect(configuration.run(["get", "Server.host"]) == 1)
    #expect(configuration.run(["get", "Server.port"]) == 0)
    try Defaults.store.set("many", forKey: "Server.port")
    #expect(configuration.run(["get", "Server.port"]) == 1)
  }

  @Test func theListShowsWhatTheProgramUsesAndNoSecret() throws {
    func lines() -> [String] {
      configuration.list().map { line in
        do { return try line.get() } catch { return "error: \(error)" }
      }
    }
    Defaults[.serverToken] = "swordfish"
    #expect(
      lines() == ["Server.host is not set", "Server.port = 8080", "Server.workerCount = 4", "log.level = info"]
    )
    #expect(configuration.run(["list"]) == 0)
    try Defaults.store.apply(["Server.host": "", "Server.port": "many", "Server.workerCount": 400])
    #expect(
      lines() == [
        "Server.host = ", #"error: Server.port takes a whole number, found "many""#,
        "Server.workerCount = 12", "log.level = info",
      ]
    )
    #expect(configuration.run(["list"]) == 1)
    #expect(!"\(configuration.audit)".contains("swordfish"))
  }

  @Test func eachPlaceIsExplained() throws {
    let directory = TemporaryFile()
    let (person, machine) = (
      try JSONStore(path: directory.directory.path + "/my-tool.json"),
      try JSONStore(path: directory.directory.path + "/machine.json")
    )
    try person.apply(["Server.port": 8000, "Server.token": "swordfish"])
    try machine.set("warning", forKey: "log.level")
    let environment = ["MY_TOOL_SERVER_PORT": "9000", "MY_TOOL_LOG_LEVEL": "debug"]
    let store = LayeredStore([
      Layer(EnvironmentStore(prefix: "my-tool", environment: environment)), Layer(person),
      Layer(machine, mandatory: ["log.*"], isReadOnly: true),
    ])
    func lines(_ name: String) throws -> [String] {
      let key = try #require(configuration.audit.keys.first { $0.name == name })
      return try configuration.explain(key).map { $0.replacingOccurrences(of: directory.directory.path, with: "~") }
    }
    let explained = try Defaults.withStore(store) {
      try ["Server.port", "log.level", "Server.token", "Server.workerCount"].map(lines)
    }
    #expect(
      explained[0] == [
        "* MY_TOOL_SERVER_PORT: 9000", "  JSONStore \"~/my-tool.json\": 8000",
        "  JSONStore \"~/machine.json\", read only: nothing", "  default: 8080",
      ]
    )
    #expect(
      explained[1] == [
        "  MY_TOOL_LOG_LEVEL: debug", "  JSONStore \"~/my-tool.json\": nothing",
        "* JSONStore \"~/machine.json\", mandatory: warning", "  default: info",
      ]
    )
    #expect(
      explained[2] == [
        "  MY_TOOL_SERVER_TOKEN: nothing", "* JSONStore \"~/my-tool.json\": a secret",
        "  JSONStore \"~/machine.json\", read only: nothing", "  default: nothing",
      ]
    )
    #expect(explained[3].last == "* default: 4")
    Server[.port] = 1
    #expect(try lines("Server.port") == ["* \(Defaults.store): 1", "  default: 8080"])
    #expect(configuration.run(["explain", "Server.port"]) == 0)
  }

  @Test func theTableOfRemovalsNamesWhatGoes() throws {
    let names = ["Server.port", "Server.host", "Server.a.port", "token", "NamespacedDefaults.migration.import"]
    func removed(by removal: (any DefaultsStore) throws -> Void) throws -> Set<String> {
      let store = InMemoryStore(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
      try removal(store)
      return Set(names).subtracting(store.keys())
    }
    #expect(try removed { try $0.set(nil, forKey: "Server.port") } == ["Server.port"])
    #expect(try removed { try $0.apply(["Server.port": nil, "Server.host": nil]) } == ["Server.port", "Server.host"])
    #expect(try removed { try $0.removeAll { $0.hasPrefix("Server.") } } == Set(names.prefix(3)))
    #expect(try removed { try $0.removeAll() } == Set(names.prefix(4)))
    let step = "NamespacedDefaults.migration.import"
    #expect(try removed { try $0.set(nil, forKey: "NamespacedDefaults.migration.import") } == [step])
  }

  @Test func aFailedWriteIsAnotherExitCode() {
    Defaults.withStore(FullStore()) {
      #expect(Configuration().run(["set", "Server.port", "9000"]) == 1)
    }
  }

  // Only a process of its own has streams and an environment of its own.
  #if os(Linux) || os(macOS)
    @Test func aCommandThatFailsSaysWhy() async throws {
      let result = try await #require(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
        let commands = [
          ["set", "log.level", "loud"], ["set", "Server.workerCount", "400"], ["set", "Server.prot", "80"],
          ["get", "Server.prot"], ["set", "Server.port", "9000"],
        ]
        exit(Defaults.withStore(FullStore()) { commands.map(Configuration().run).last ?? 0 })
      }
      #expect(
        String(decoding: result.standardErrorContent, as: UTF8.self).contains(
          """
          my-tool: log.level takes debug, info or warning
          my-tool: Server.workerCount takes a whole number from 1 to 12
          my-tool: there is no setting "Server.prot"
          my-tool: there is no setting "Server.prot"
          my-tool: the disk is full

          """
        )
      )
    }

    @Test func aStartTakesTheVariableAndSaysThatItHidesAWrite() async throws {
      let result = try await #require(
        processExitsWith: .exitCode(1),
        observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        let directory = TemporaryFile()
        setenv("XDG_CONFIG_HOME", directory.url.path + "/person", 1)
        setenv("XDG_CONFIG_DIRS", directory.url.path + "/machine", 1)
        setenv("MY_TOOL_SERVER_PORT", "9000", 1)
        _ = start(["config", "set", "Server.port", "8000"])
        _ = start(["config", "get", "Server.port"])
        setenv("MY_TOOL_SERVER_PORT", "nine", 1)
        _ = start(["config", "list"])
        exit(start(["config", "explain", "Server.port"]))
      }
      let output = String(decoding: result.standardOutputContent, as: UTF8.self)
      #expect(
        output.contains(
          "9000\nServer.host is not set\nServer.workerCount = 4\nlog.level = info\n* MY_TOOL_SERVER_PORT: \"nine\"\n"
        )
      )
      #expect(!output.contains("used:"))
      #expect(
        String(decoding: result.standardErrorContent, as: UTF8.self).contains(
          """
          my-tool: stored, but another value counts; see explain Server.port
          my-tool: MY_TOOL_SERVER_PORT: Server.port takes a whole number, found "nine"
          my-tool: MY_TOOL_SERVER_PORT: Server.port takes a whole number, found "nine"

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
        exit(start(["config", "list"]))
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
