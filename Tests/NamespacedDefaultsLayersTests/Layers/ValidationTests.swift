import Foundation
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What a program checks of its settings when it starts.
struct ValidationTests {
  private enum Level: String, CaseIterable, DefaultsSerializable { case debug, info, warning }

  private struct Settings {
    let level: DefaultsKey<Level>
    let workers: DefaultsKey<Int>
    let host: DefaultsKey<String?>

    init(in store: any DefaultsStore) {
      level = DefaultsKey("log.level", defaultValue: .info, store: store).renamed(from: "verbosity")
      workers = DefaultsKey("Server.maxWorkers", defaultValue: 4, store: store).validating(.clamped(to: 1...12))
      host = DefaultsKey("Server.host", store: store).required()
    }

    var audit: NamespaceAudit { NamespaceAudit(keys: [level, workers, host]) }
  }

  /// The faults and warnings of a check.
  private func result(
    of audit: NamespaceAudit,
    arguments: [String] = ["-Server.host", "a"],
    unknownNames: NamespaceAudit.UnknownNames = .areWarnings,
    reporting kinds: [DefaultsProblem.Kind] = []
  ) -> (faults: [String], warnings: [String]) {
    let problems = Lockbox<[DefaultsProblem]>([])
    defer { #expect(problems.value.map(\.kind) == kinds) }
    return Defaults.withProblemHandler { problem in
      problems.change { $0.append(problem) }
    } operation: {
      TaskOverrides.$current.withValue(.changed { $0.arguments = LaunchArguments(arguments) }) {
        do {
          return ([], try audit.validate(unknownNames: unknownNames))
        } catch let error as DefaultsAuditError {
          return (error.faults, error.warnings)
        } catch {
          Issue.record(error)
          return ([], [])
        }
      }
    }
  }

  private func environment(_ variables: [String: String]) -> EnvironmentStore {
    EnvironmentStore(prefix: "TOOL", environment: variables)
  }

  @Test func nothingIsWrongWithWhatIsRight() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"log": {"level": "debug"}, "Server": {"host": "a"}}"#)
    let store = LayeredStore([environment(["TOOL_SERVER_MAX_WORKERS": "3", "OTHER": "1"]), try directory.store()])
    let result = result(of: Settings(in: store).audit, arguments: ["-v", "--port", "80", "input.txt"])
    #expect(result.faults == [])
    #expect(result.warnings == [])
  }

  @Test func allFaultsAreToldAtOnceEachWithItsPlace() throws {
    let directory = try JSONDirectory()
    try directory.write("{\n  \"log\": {\"level\": \"loud\"}\n}")
    let store = LayeredStore([environment(["TOOL_SERVER_MAX_WORKERS": "50"]), try directory.store()])
    let result = result(of: Settings(in: store).audit, arguments: [])
    #expect(
      result.faults == [
        "Server.host must be given, as by TOOL_SERVER_HOST or -Server.host",
        #"TOOL_SERVER_MAX_WORKERS: Server.maxWorkers takes a whole number from 1 to 12, found "50", which is not allowed"#,
        #"\#(directory.file):2:20: log.level takes debug, info or warning, found "loud""#,
      ]
    )
  }

  @Test func aValueThatMustBeGivenMayBeStoredOrAnArgument() {
    let store = InMemoryStore(["Server.host": "a"])
    #expect(result(of: Settings(in: store).audit, arguments: []).faults == [])
    #expect(result(of: Settings(in: InMemoryStore()).audit).faults == [])
    #expect(Settings(in: InMemoryStore()).host.value == nil)
  }

  @Test func aFileThatCannotBeReadIsOneFault() throws {
    let directory = try JSONDirectory()
    let store = try directory.store()
    try directory.write("{\n  \"log\": ]\n}")
    // Such a file may be one that is being saved.
    #expect(waitUntil { (try? store.synchronize()) == nil })
    let result = result(of: Settings(in: store).audit)
    #expect(result.faults.count == 1)
    #expect(result.faults.first?.contains("\(directory.file):2:") == true, "\(result.faults)")
  }

  /// As `/run/secrets` is on a developer's machine.
  @Test func aDirectoryThatIsMissingHasNoNames() throws {
    let directory = try JSONDirectory()
    let missing = try DirectoryStore(url: URL(filePath: "\(directory.path)/secrets"))
    let store = LayeredStore([missing, InMemoryStore(["Server.host": "a"])])
    let result = result(of: Settings(in: store).audit)
    #expect(result.faults == [])
    #expect(result.warnings == [])
  }

  @Test func aNameInAFileThatNobodyDeclaresIsToldWithTheNearest() throws {
    let directory = try JSONDirectory()
    try directory.write("{\"log\": {\"levle\": \"debug\"},\n \"window\": {\"frame\": [1]}}")
    let result = result(of: Settings(in: LayeredStore([try directory.store()])).audit)
    #expect(result.faults == [])
    #expect(
      result.warnings == [
        "\(directory.file):1:19: log.levle is no setting; did you mean log.level?",
        "\(directory.file):2:22: window.frame is no setting",
      ]
    )
  }

  /// A name with three parts stands in an object of an object.
  @Test func theObjectsOfADeclaredNameAreNoUnknownNames() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"log": {"file": {"size": 1, "sise": 2}, "x": 3}}"#)
    let audit = NamespaceAudit(keys: [DefaultsKey("log.file.size", defaultValue: 0, store: try directory.store())])
    #expect(audit.undeclaredKeys == ["log.x"])
    let warnings = result(of: audit).warnings
    #expect(warnings.count == 2)
    #expect(warnings.contains("\(directory.file):1:47: log.x is no setting"), "\(warnings)")
    #expect(
      warnings.contains { $0.hasSuffix("log.file.sise is no setting; did you mean log.file.size?") },
      "\(warnings)"
    )
  }

  @Test func aVariableThatNobodyDeclaresIsToldWithTheNearest() {
    let store = environment(["TOOL_SERVER_HOSTS": "a", "TOOLS": "1"])
    #expect(
      result(of: Settings(in: store).audit).warnings == [
        "TOOL_SERVER_HOSTS is no setting; did you mean TOOL_SERVER_HOST?"
      ]
    )
  }

  @Test func anArgumentThatNobodyDeclaresIsToldIfItLooksLikeASetting() {
    let arguments = ["-Server.host", "a", "-Server.prot", "1", "-log.leve", "debug", "-o", "file", "-ui.size", "3"]
    #expect(
      result(of: Settings(in: InMemoryStore()).audit, arguments: arguments).warnings == [
        "-Server.prot is no setting; did you mean -Server.host?", "-log.leve is no setting; did you mean -log.level?",
      ]
    )
  }

  @Test func anArgumentWithAnEqualsSignIsToldOnce() {
    let audit = Settings(in: InMemoryStore()).audit
    let result = result(of: audit, arguments: ["-Server.host", "a", "-Server.maxWorkers=5", "-Server.prot=1"])
    #expect(result.warnings == ["-Server.prot is no setting; did you mean -Server.host?"])
  }

  @Test func unknownNamesCanBeFaults() {
    let audit = Settings(in: environment(["TOOL_SERVER_HOSTS": "a"])).audit
    let result = result(of: audit, unknownNames: .areErrors)
    #expect(result.faults == ["TOOL_SERVER_HOSTS is no setting; did you mean TOOL_SERVER_HOST?"])
    #expect(result.warnings == [])
  }

  @Test(arguments: [
    ["--Server.maxWorkers", "5"], ["--Server.maxWorkers=5"], ["-Server.maxWorkers=5"],
  ])
  func anArgumentThatMeansASettingAndCannotBeTakenIsAFault(arguments: [String]) {
    let result = result(of: Settings(in: InMemoryStore()).audit, arguments: ["-Server.host", "a"] + arguments)
    let written = arguments[0].prefix { $0 != "=" }
    #expect(
      result.faults == [
        "-Server.maxWorkers: Server.maxWorkers is not given by \(written); write -Server.maxWorkers VALUE"
      ]
    )
  }

  @Test(arguments: [
    (["-Server.maxWorkers"], ""), (["-Server.maxWorkers", "--"], ""),
    (["-Server.maxWorkers", "-log.level", "debug"], ", for what follows begins with a dash and is no number"),
    (["-Server.maxWorkers", "-x"], ", for what follows begins with a dash and is no number"),
  ])
  func anArgumentWithoutAValueIsAFault(arguments: [String], reason: String) {
    let result = result(of: Settings(in: InMemoryStore()).audit, arguments: ["-Server.host", "a"] + arguments)
    let message = "-Server.maxWorkers: Server.maxWorkers has no value\(reason); write -Server.maxWorkers VALUE"
    #expect(result.faults == [message])
  }

  /// A program without an audit hears of it at the first read.
  @Test func anArgumentThatCannotBeTakenIsReportedOnce() {
    let problems = Lockbox<[String]>([])
    let key = Settings(in: InMemoryStore()).workers
    let arguments = LaunchArguments(["-Server.maxWorkers=5"])
    Defaults.withProblemHandler { problem in
      problems.change { $0.append("\(problem)") }
    } operation: {
      TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) {
        #expect(key.value == 4)
        #expect(key.value == 4)
      }
    }
    let message = "is not given by -Server.maxWorkers; write -Server.maxWorkers VALUE; the argument is ignored"
    #expect(problems.value == [#"malformedArgument for "Server.maxWorkers": \#(message)"#])
  }

  /// An option of the program's own may have the name of a setting without a namespace.
  @Test func twoDashesBeforeANameWithoutADotAreTheProgramsOwn() {
    let key = DefaultsKey("verbose", defaultValue: false, store: InMemoryStore())
    #expect(result(of: NamespaceAudit(keys: [key]), arguments: ["--verbose", "--verbose=1"]).faults == [])
  }

  @Test func anOldNameCountsAndIsTold() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"verbosity": "debug"}"#)
    let file = Settings(in: try directory.store())
    #expect(file.level.value == .debug)
    #expect(result(of: file.audit).warnings == ["\(directory.file):1:15: verbosity is renamed, write log.level"])

    let variable = Settings(in: environment(["TOOL_VERBOSITY": "debug"]))
    #expect(variable.level.value == .debug)
    #expect(result(of: variable.audit).warnings == ["TOOL_VERBOSITY is renamed, write TOOL_LOG_LEVEL"])

    let none = Settings(in: InMemoryStore())
    let arguments = ["-Server.host", "a", "-verbosity", "debug"]
    TaskOverrides.$current.withValue(.changed { $0.arguments = LaunchArguments(arguments) }) {
      #expect(none.level.value == .debug)
    }
    #expect(result(of: none.audit, arguments: arguments).warnings == ["-verbosity is renamed, write -log.level"])
  }

  @Test func anOldNameCountsBesideANullUnderTheNewOne() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"verbosity": "debug", "log.level": null}"#)
    let file = Settings(in: try directory.store())
    #expect(file.level.value == .debug)
    #expect(result(of: file.audit).warnings == ["\(directory.file):1:15: verbosity is renamed, write log.level"])
  }

  /// A default is no value that somebody has written, and so has no other place.
  @Test func aDefaultThatBreaksItsRuleIsNamed() {
    let key = DefaultsKey("level", defaultValue: 50, store: InMemoryStore()).validating(.within(0...10))
    #expect(
      result(of: NamespaceAudit(keys: [key])).faults == [
        "default: level takes a whole number from 0 to 10, found an integer, which is not allowed"
      ]
    )
  }

  /// The value of the new name counts, in one file or in a layer above.
  @Test func anOldNameThatHasNoEffectIsTold() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"verbosity": "debug", "log.level": "warning"}"#)
    let file = Settings(in: try directory.store())
    #expect(file.level.value == .warning)
    let warning = "\(directory.file):1:15: verbosity is renamed, and has no effect beside log.level"
    #expect(result(of: file.audit).warnings == [warning])

    try directory.replace(by: #"{"verbosity": "debug"}"#)
    let upper = InMemoryStore(["log.level": "warning"])
    let layers = Settings(in: LayeredStore([upper, try directory.store()]))
    #expect(layers.level.value == .warning)
    #expect(result(of: layers.audit).warnings == [warning])
    // A higher layer counts, under whichever name.
    try upper.set(["log.level": nil, "verbosity": "info"])
    try directory.replace(by: #"{"log.level": "warning"}"#)
    try layers.level.store.synchronize()
    #expect(layers.level.value == .info)
    #expect(result(of: layers.audit).warnings == [])
  }

  @Test func anObjectThatHidesMembersOfOneBeneathIsTold() throws {
    let (person, machine) = (try JSONDirectory(), try JSONDirectory())
    try person.write(#"{"tls": {"port": "9443"}}"#)
    try machine.write(#"{"tls": {"port": "443", "key": "k", "certificate": "c"}}"#)
    let store = LayeredStore([try person.store(), try machine.store()])
    let audit = NamespaceAudit(keys: [DefaultsKey<[String: String]>("tls", defaultValue: [:], store: store)])
    let warning = "\(person.file):1:9: tls hides certificate, key of \(machine.file):1:9"
    #expect(result(of: audit).warnings.filter { $0.contains("hides") } == [warning])
    try person.replace(by: #"{"tls": {"port": "9443", "key": "k", "certificate": "own"}}"#)
    try store.synchronize()
    #expect(result(of: audit).warnings.filter { $0.contains("hides") } == [])
  }

  @Test(arguments: ["argument", "variable", "directory", "text", "store"])
  func anObjectThatIsATextHidesMembersToo(place: String) throws {
    struct TLS: Codable, DefaultsSerializable {
      var port: String
      var key: String?
    }
    let (person, machine, text) = (try JSONDirectory(), try JSONDirectory(), #"{"port": "9443"}"#)
    try machine.write(#"{"tls": {"port": "443", "key": "k"}}"#)
    let beneath = try machine.store()
    var (layers, arguments, words): ([any DefaultsStore], [String], String) = ([beneath], [], "-tls")
    switch place {
    case "argument": arguments = ["-tls", text]
    case "variable": (layers, words) = ([environment(["TOOL_TLS": text]), beneath], "TOOL_TLS")
    case "directory":
      try Data(text.utf8).write(to: URL(filePath: "\(person.path)/tls"))
      (layers, words) = ([try DirectoryStore(url: URL(filePath: person.path)), beneath], "\(person.path)/tls")
    case "text":
      try person.write(#"{"tls": "{\"port\": \"9443\"}"}"#)
      (layers, words) = ([try person.store(), beneath], "\(person.file):1:9")
    default:
      let file = try FileStore(path: person.file)
      try file.set(.data(Data(text.utf8)), forKey: "tls")
      (layers, words) = ([file, beneath], person.file)
    }
    let store = LayeredStore(layers.map { Layer($0) })
    let object = DefaultsKey("tls", defaultValue: TLS(port: "", key: nil), store: store)
    let warnings = result(of: NamespaceAudit(keys: [object]), arguments: arguments).warnings
    #expect(warnings == ["\(words): tls hides key of \(machine.file):1:9"])
  }

  /// What a text looks like does not matter to its key.
  @Test func aTextThatLooksLikeAnObjectHidesNothing() throws {
    let machine = try JSONDirectory()
    try machine.write(#"{"pattern": "{\"b\": 1}"}"#)
    let store = LayeredStore([environment(["TOOL_PATTERN": #"{"a": 1}"#]), try machine.store()])
    let audit = NamespaceAudit(keys: [DefaultsKey("pattern", defaultValue: "", store: store)])
    #expect(result(of: audit).warnings == [])
  }

  @Test func anOldNameInObjectsOfObjectsIsTold() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"log": {"file": {"size": 1}}}"#)
    let key = DefaultsKey("logSize", defaultValue: 0, store: try directory.store()).renamed(from: "log.file.size")
    let warnings = result(of: NamespaceAudit(keys: [key])).warnings
    #expect(warnings == ["\(directory.file):1:27: log.file.size is renamed, write logSize"])
  }

  @Test(arguments: [
    ("Server", #""Server" is mandatory and means nothing; write "Server.*" for all that is in it"#),
    ("Sever.*", #""Sever.*" is mandatory and means nothing; no setting has that name"#),
    ("Server.h*", #""Server.h*" is mandatory and means nothing; no setting has that name"#),
  ])
  func aMandatoryNameThatMeansNothingIsAFault(pattern: String, message: String) {
    let machine = InMemoryStore()
    let store = LayeredStore([
      Layer(InMemoryStore()), Layer(machine, mandatory: [pattern, "*", "Server.*", "log.level"]),
    ])
    #expect(result(of: Settings(in: store).audit).faults == ["\(machine.label): \(message)"])
  }

  @Test func theVariablesOfKeysThatAreNotListedAreNoUnknownOnes() {
    enum Window: IntegerDefaultSettable {
      enum IntegerKey: String { case width }
      static let namespace = "Window"
      static let store: any DefaultsStore = EnvironmentStore(prefix: "TOOL", environment: ["TOOL_WINDOW_WIDTH": "3"])
    }
    #expect(result(of: NamespaceAudit(Window.self)).warnings == [])
  }

  @Test func anErrorIsALineForEachFaultAndWarning() {
    let audit = Settings(in: environment(["TOOL_SERVER_HOSTS": "a", "TOOL_LOG_LEVEL": "loud"])).audit
    let error = TaskOverrides.$current.withValue(.changed { $0.arguments = LaunchArguments([]) }) {
      #expect(throws: DefaultsAuditError.self) { try audit.validate() }
    }
    #expect(
      error.map { "\($0)" } == """
        Server.host must be given, as by TOOL_SERVER_HOST or -Server.host
        TOOL_LOG_LEVEL: log.level takes debug, info or warning, found "loud"
        warning: TOOL_SERVER_HOSTS is no setting; did you mean TOOL_SERVER_HOST?
        """
    )
  }
}
