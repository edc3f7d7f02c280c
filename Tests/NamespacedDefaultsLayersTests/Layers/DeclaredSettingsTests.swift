import Foundation
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What an audit knows of the settings that a program declares.
struct DeclaredSettingsTests {
  private enum Viewer: BoolDefaultSettable {
    static let namespace = "Viewer"
    enum BoolKey: String, CaseIterable { case showsHints }
    static let theme = key("theme", defaultValue: "light")
    static let pages = key("pageList", defaultValue: [1])
  }

  private enum Listed: KeyNamespaceable {
    static let namespace = "Listed"
    static let width = key("width", defaultValue: 1)
    static let keys: [DefaultsKeys] = [width]
  }

  private class Model {
    @Default("name", in: Viewer.self) var name = ""
  }

  private final class ViewerSettings: Model {
    @Default(Viewer.theme) var theme
    @Default(Listed.width) var width
    @Default("zoom", in: Viewer.self) var zoom = 1.0
    let other = 1
  }

  private struct User: BoolDefaultSettable {
    let id: String
    var namespace: String { "User.\(id)" }
    static let namespace = "User"
    enum BoolKey: String, CaseIterable { case isAdmin }
    var accent: DefaultsKey<Int> { key("accent", defaultValue: 1) }
    var size: DefaultsKey<Double> { key("editor.size", defaultValue: 1) }
    var keys: [DefaultsKeys] { [accent, size] }
  }

  private func faultsAndWarnings(
    _ audit: NamespaceAudit,
    ignoring ignored: Set<String> = [],
    arguments: [String] = []
  ) -> (faults: [String], warnings: [String]) {
    TaskOverrides.$current.withValue(.changed { $0.arguments = LaunchArguments(arguments) }) {
      do { return ([], try audit.validate(ignoring: ignored)) } catch {
        let error = error as? DefaultsAuditError
        return (error?.faults ?? [], error?.warnings ?? [])
      }
    }
  }

  private func inFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    let directory = try JSONDirectory()
    try directory.write(text)
    return try Defaults.withStore(try directory.store()) { try body(directory.file) }
  }

  // MARK: Models

  @Test func thePropertiesOfAModelAreListedThoseOfSuperclassesToo() {
    Defaults.withStore(InMemoryStore()) {
      let audit = NamespaceAudit(Viewer.self, Listed.self, models: ViewerSettings(), ViewerSettings())
      let names = ["Listed.width", "Viewer.name", "Viewer.showsHints", "Viewer.theme", "Viewer.zoom"]
      #expect(audit.keys.map(\.name) == names)
      #expect(audit.collisions == [])
    }
  }

  @Test func aValueOfAModelIsChecked() throws {
    try inFile(#"{"Viewer": {"zoom": "x", "theme": "dark"}}"#) { file in
      let result = faultsAndWarnings(NamespaceAudit(models: ViewerSettings()))
      #expect(result.faults == [#"\#(file):1:21: Viewer.zoom takes a number, found "x""#])
      #expect(result.warnings == [])
    }
  }

  // MARK: Keys that are used

  @Test func aKeyThatWasUsedAndIsListedNowhereIsTold() throws {
    try inFile(#"{"Viewer": {"theme": "dark", "pageList": [2]}}"#) { file in
      let audit = NamespaceAudit(Viewer.self, models: ViewerSettings())
      let unused = "\(file):1:42: Viewer.pageList: nothing that this audit knows declares it; list it in keys"
      #expect(faultsAndWarnings(audit).warnings == [unused])
      #expect(audit.undeclaredKeys == ["Viewer.pageList"])
      #expect(Viewer.pages.value == [2])
      let used = "Viewer.pageList is used, and no list of this audit has it; list it in keys"
      #expect(faultsAndWarnings(audit).warnings == [used])
      #expect(audit.undeclaredKeys == [])
    }
  }

  @Test func aVariableOfAKeyThatWasUsedIsNoUnknownOne() {
    let store = EnvironmentStore(prefix: "TOOL", environment: ["TOOL_VIEWER_PAGE_LIST": "3"])
    Defaults.withStore(store) {
      #expect(Viewer.pages.value == [3])
      let used = "Viewer.pageList is used, and no list of this audit has it; list it in keys"
      #expect(faultsAndWarnings(NamespaceAudit(Viewer.self)).warnings == [used])
    }
  }

  @Test func anArgumentOfAKeyThatWasUsedIsNoUnknownOne() {
    Defaults.withStore(InMemoryStore()) {
      #expect(Viewer.pages.value == [1])
      let audit = NamespaceAudit(Viewer.self, instances: ["User.*": User(id: "0").keys])
      let arguments = ["-Viewer.pageList", "3", "-User.7.accent", "3", "-Viewer.frame", "3"]
      let frame = "-Viewer.frame: nothing that this audit knows declares it; list it in keys"
      #expect(faultsAndWarnings(audit, arguments: arguments).warnings.first == frame)
    }
  }

  // MARK: Names that nobody declares

  @Test func aNameInANamespaceWithoutAListIsNotSaidToBeWrong() throws {
    try inFile(#"{"Viewer": {"showHints": true, "frame": 1}, "Listed": {"frame": 1}}"#) { file in
      #expect(
        faultsAndWarnings(NamespaceAudit(Viewer.self, Listed.self)).warnings == [
          "\(file):1:26: Viewer.showHints: nothing that this audit knows declares it; did you mean Viewer.showsHints? "
            + "If not, list it in keys",
          "\(file):1:41: Viewer.frame: nothing that this audit knows declares it; list it in keys",
          "\(file):1:65: Listed.frame is no setting",
        ]
      )
    }
  }

  @Test func namesToLeaveAloneAreNotTold() {
    let store = EnvironmentStore(prefix: "TOOL", environment: ["TOOL_HOME": "/", "TOOL_HOMES": "/"])
    let audit = NamespaceAudit(keys: [DefaultsKey("a", defaultValue: 1, store: store)])
    #expect(faultsAndWarnings(audit, ignoring: ["TOOL_HOME"]).warnings == ["TOOL_HOMES is no setting"])
  }

  @Test func aVariableOfAMemberIsToldThatTheObjectIsGiven() {
    struct TLS: Codable, DefaultsSerializable { var port = 1 }
    let store = EnvironmentStore(prefix: "TOOL", environment: ["TOOL_SERVER_TLS_PORT": "1"])
    let audit = NamespaceAudit(keys: [
      DefaultsKey("Server.tls", defaultValue: TLS(), store: store),
      DefaultsKey("Server.tlsPorts", defaultValue: 1, store: store),
    ])
    #expect(
      faultsAndWarnings(audit).warnings == [
        "TOOL_SERVER_TLS_PORT is no setting; TOOL_SERVER_TLS gives the whole object"
      ]
    )
  }

  @Test(arguments: [
    (#"{"prot": 1}"#, "1:9: tls lacks port"),
    (#"{"prot": 1, "port": "x", "certificate": "c"}"#, "1:29: tls takes a whole number at port, found \"x\""),
  ])
  func aMisspeltMemberOfAnObjectThatCannotBeReadIsTold(object: String, fault: String) throws {
    struct TLS: Codable, DefaultsSerializable {
      var port = 1
      var certificate: String?
    }
    try inFile(#"{"tls": \#(object)}"#) { file in
      let result = faultsAndWarnings(NamespaceAudit(keys: [DefaultsKey("tls", defaultValue: TLS())]))
      #expect(result.faults == ["\(file):\(fault)"])
      #expect(result.warnings == ["\(file):1:18: tls.prot is no setting; did you mean tls.port?"])
    }
  }

  @Test func aFileInADirectoryOfADirectoryIsTold() throws {
    let directory = try JSONDirectory()
    try FileManager.default.createDirectory(atPath: "\(directory.path)/Work", withIntermediateDirectories: true)
    try Data("hunter2".utf8).write(to: URL(filePath: "\(directory.path)/Work/password"))
    let store = try DirectoryStore(url: URL(filePath: directory.path))
    let audit = NamespaceAudit(keys: [DefaultsKey<String?>("Work.password", store: store).secret()])
    let warning = "\(directory.path)/Work/password: Work/password is no setting; did you mean Work.password?"
    #expect(faultsAndWarnings(audit).warnings == [warning])
  }

  // MARK: Instances

  @Test(arguments: [#"{"User": {"7": {"accent": "x", "editor.size": 2, "isAdmin": true, "a": 1}}}"#])
  func theSettingsOfInstancesAreChecked(text: String) throws {
    try inFile(text) { file in
      let audit = NamespaceAudit(User.self, instances: ["User.*": User(id: "0").keys])
      let result = faultsAndWarnings(audit)
      #expect(result.faults == [#"\#(file):1:27: User.7.accent takes a whole number, found "x""#])
      #expect(
        result.warnings == ["\(file):1:72: User.7.a: nothing that this audit knows declares it; list it in keys"]
      )
    }
  }

  @Test func theSettingsOfInstancesAreCheckedInEachStore() {
    let store = InMemoryStore(["User.ann@example.com.accent": "x", "User.7.editor.size": 2, "Other.7.accent": "x"])
    Defaults.withStore(store) {
      let audit = NamespaceAudit(User.self, instances: ["User.*": User(id: "0").keys])
      let fault = #"User.ann@example.com.accent takes a whole number, found "x""#
      #expect(faultsAndWarnings(audit).faults == [fault])
      #expect(audit.undeclaredKeys == ["Other.7.accent"])
    }
  }

  private struct Limits: Codable, DefaultsSerializable { var burst = 1 }

  private struct Account: BoolDefaultSettable {
    let id: String
    var namespace: String { "Account.\(id)" }
    static let namespace = "Account"
    enum BoolKey: String, CaseIterable { case syncs }
    static let keys: [DefaultsKeys] = []
    var labels: DefaultsKey<[String]> { key("labels", defaultValue: []).renamed(from: "tags") }
    var limits: DefaultsKey<Limits> { key("limits", defaultValue: Limits()) }
    var width: DefaultsKey<Int> { key("width", defaultValue: 1).renamed(fromStoredName: "width") }
    var keys: [DefaultsKeys] { [labels, limits, width] }
    static var audit: NamespaceAudit { NamespaceAudit(Self.self, instances: ["Account.*": Self(id: "x").keys]) }
  }

  @Test(arguments: [true, false])
  func theKeyEnumsOfInstancesAreChecked(namesType: Bool) throws {
    try inFile(#"{"Account": {"ada": {"syncs": "maybe", "sincs": true, "lables": []}}}"#) { file in
      let keys = ["Account.*": Account(id: "x").keys]
      let audit = namesType ? NamespaceAudit(Account.self, instances: keys) : NamespaceAudit(instances: keys)
      let result = faultsAndWarnings(audit)
      #expect(result.faults == [#"\#(file):1:31: Account.ada.syncs takes true or false, found "maybe""#])
      #expect(
        result.warnings == [
          "\(file):1:49: Account.ada.sincs is no setting; did you mean Account.ada.syncs?",
          "\(file):1:65: Account.ada.lables is no setting; did you mean Account.ada.labels?",
        ]
      )
    }
  }

  @Test func theKeyEnumsOfInstancesAreCheckedInEachStore() {
    Defaults.withStore(InMemoryStore(["Account.ada.syncs": "maybe", "Account.syncs": true])) {
      let fault = #"Account.ada.syncs takes true or false, found "maybe""#
      #expect(faultsAndWarnings(Account.audit).faults == [fault])
    }
  }

  @Test func aMisspeltMemberOfAnObjectOfAnInstanceIsTold() throws {
    try inFile(#"{"Account": {"ada": {"limits": {"burst": 1, "brust": 2}}}}"#) { file in
      let warning = "\(file):1:54: Account.ada.limits.brust is no setting; did you mean Account.ada.limits.burst?"
      #expect(faultsAndWarnings(Account.audit).warnings == [warning])
    }
  }

  @Test func thePreviousNameOfAnInstanceIsTold() throws {
    let text = #"{"Account": {"ada": {"tags": ["a"]}, "bob": {"tags": [], "labels": []}}, "width": 2}"#
    try inFile(text) { file in
      let result = faultsAndWarnings(Account.audit, arguments: ["-Account.ada.tags", "a"])
      #expect(result.faults == [])
      #expect(
        result.warnings == [
          "-Account.ada.tags is renamed, write -Account.ada.labels",
          "\(file):1:30: Account.ada.tags is renamed, write Account.ada.labels",
          "\(file):1:54: Account.bob.tags is renamed, and has no effect beside Account.bob.labels",
          "\(file):1:83: width is renamed, write Account.*.width",
        ]
      )
      #expect(Account.audit.undeclaredKeys == ["Account.bob.tags"])
    }
  }

  @Test func theValueOfAPreviousNameOfAnInstanceIsChecked() throws {
    try inFile(#"{"Account": {"ada": {"tags": 3}}}"#) { file in
      let fault = #"\#(file):1:30: Account.ada.tags takes an array such as ["a", "b"], found 3"#
      #expect(faultsAndWarnings(Account.audit).faults == [fault])
    }
  }

  @Test func thePreviousNameOfAnInstanceIsDeclaredUntilTheNewOneIsStored() {
    let values: [String: PropertyListValue] = [
      "Account.ada.tags": ["a"], "Account.bob.tags": ["a"], "Account.bob.labels": ["b"], "width": 2,
    ]
    Defaults.withStore(InMemoryStore(values)) { #expect(Account.audit.undeclaredKeys == ["Account.bob.tags"]) }
  }

  @Test(arguments: [
    (#"{"ada": {"syncs": true}, "bob": {"labels": ["a"]}}"#, [String]()),
    (#"{"ada": {"syncs": true, "x": 1}, "bob": {"y": {"z": 1}}}"#, ["Account.ada.x", "Account.bob"]),
  ])
  func theObjectOfAnInstanceIsNoUndeclaredName(accounts: String, names: [String]) throws {
    try inFile(#"{"Account": \#(accounts)}"#) { _ in #expect(Account.audit.undeclaredKeys == names) }
  }

  @Test func theVariableOfAnInstanceIsNoUnknownOne() {
    let variables = ["TOOL_USER_7_EDITOR_SIZE": "3", "TOOL_USER_7_SIZE": "3"]
    let store = EnvironmentStore(prefix: "TOOL", environment: variables)
    Defaults.withStore(store) {
      let audit = NamespaceAudit(instances: ["User.*": User(id: "0").keys])
      #expect(faultsAndWarnings(audit).warnings == ["TOOL_USER_7_SIZE is no setting"])
      #expect(faultsAndWarnings(NamespaceAudit(User.self, instances: ["User.*": []])).warnings == [])
    }
  }

  // MARK: Values that must be given

  @Test func aSecretThatMustBeGivenIsNotAskedForAsAnArgument() throws {
    let directory = try JSONDirectory()
    let mounted = try DirectoryStore(url: URL(filePath: directory.path))
    let store = LayeredStore([EnvironmentStore(prefix: "TOOL", environment: [:]), mounted])
    let audit = NamespaceAudit(keys: [
      DefaultsKey<String?>("host", store: store).required(),
      DefaultsKey<String?>("password", store: store).required().secret(),
      DefaultsKey<String?>("token", store: InMemoryStore()).required().secret(),
    ])
    #expect(
      faultsAndWarnings(audit).faults == [
        "host must be given, as by TOOL_HOST or \(directory.path)/host or -host",
        "password must be given, as by TOOL_PASSWORD or \(directory.path)/password", "token must be given",
      ]
    )
  }

  @Test func anEmptyValueIsNotGiven() throws {
    let directory = try JSONDirectory()
    for name in ["token", "salt"] { try Data().write(to: URL(filePath: "\(directory.path)/\(name)")) }
    let mounted = try DirectoryStore(url: URL(filePath: directory.path))
    let store = LayeredStore([EnvironmentStore(prefix: "TOOL", environment: [:]), mounted])
    let audit = NamespaceAudit(keys: [
      DefaultsKey<String?>("token", store: store).required().secret(),
      DefaultsKey<Data?>("salt", store: store).required(),
      DefaultsKey("host", defaultValue: "localhost", store: InMemoryStore(["host": "a"])).required(),
      DefaultsKey("name", defaultValue: "a", store: InMemoryStore(["name": ""])).required(),
      DefaultsKey("optional", defaultValue: "", store: InMemoryStore(["optional": ""])),
    ])
    #expect(
      faultsAndWarnings(audit).faults == [
        "InMemoryStore: name must be given, and is empty",
        "\(directory.path)/salt: salt must be given, and is empty",
        "\(directory.path)/token: token must be given, and is empty",
      ]
    )
    #expect("\(try audit.key(named: "name"))" == "InMemoryStore: name must be given, and is empty")
    #expect(
      faultsAndWarnings(audit, arguments: ["-host", ""]).faults.first == "-host: host must be given, and is empty"
    )
  }

  @Test(arguments: [["Server.*"], ["Server.host"], ["*"]])
  func onlyPlacesThatCountAreNamed(mandatory: [String]) throws {
    let (directory, machine) = (try JSONDirectory(), try JSONDirectory())
    let store = LayeredStore([
      Layer(EnvironmentStore(prefix: "TOOL", environment: [:])),
      Layer(try DirectoryStore(url: URL(filePath: directory.path))),
      Layer(try machine.store(), mandatory: mandatory, isReadOnly: true),
    ])
    let audit = NamespaceAudit(keys: [DefaultsKey<String?>("Server.host", store: store).required()])
    let fault = "Server.host must be given, as by \(machine.file) or -Server.host"
    #expect(faultsAndWarnings(audit).faults == [fault])
  }

  #if os(macOS) || os(Linux)
    @Test func argumentsAreNamedOnlyWhereTheyAreRead() async {
      await #expect(processExitsWith: .success) {
        Defaults.readsLaunchArguments = false
        let audit = NamespaceAudit(keys: [DefaultsKey<String?>("host", store: InMemoryStore()).required()])
        let error = #expect(throws: DefaultsAuditError.self) { try audit.validate() }
        #expect(error?.faults == ["host must be given"])
      }
    }
  #endif

  @Test func aLineOfTheFileOfDefaultsCanBeUncommented() throws {
    let audit = NamespaceAudit(keys: [
      DefaultsKey<String?>("a.b"), DefaultsKey("a.c", defaultValue: 1), DefaultsKey<String?>("a.d"),
      DefaultsKey<String?>("b.a"), DefaultsKey<String?>("b.b"), DefaultsKey("c", defaultValue: 1),
    ])
    let lines = audit.defaultsFile().split(separator: "\n", omittingEmptySubsequences: false)
    let comments = lines.indices.filter { lines[$0].contains(#"// ""#) }
    #expect(comments.count == 4)
    for uncommented in [[], comments] + comments.map({ [$0] }) {
      let text = lines.indices.map { index in
        let line = String(lines[index])
        return uncommented.contains(index) ? line.replacing("// ", with: "").replacing("null", with: #""x""#) : line
      }
      let directory = try JSONDirectory()
      try directory.write(text.joined(separator: "\n"))
      #expect(try directory.store().keys().count == 2 + uncommented.count)
    }
  }
}
