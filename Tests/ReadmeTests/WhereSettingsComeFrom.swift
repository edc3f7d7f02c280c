// The code of the article "Where settings come from", in the order in which it stands there, and its tests.

import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import NamespacedDefaultsTesting
import Testing

struct Crawler: IntegerDefaultSettable, StringDefaultSettable {
  enum IntegerKey: String, CaseIterable { case workers }
  enum StringKey: String, CaseIterable { case host }

  static func defaultValue(forKey key: IntegerKey) -> Int { 4 }
}

func chooseLayers() throws {
  Defaults.store = LayeredStore([
    Layer(EnvironmentStore(prefix: "TOOL")),
    Layer(try FileStore(name: "tool")),
    Layer(
      try FileStore(name: "tool", in: .systemConfig),
      isReadOnly: true
    ),
  ])
}

func chooseStandardLayers() throws {
  Defaults.store = try LayeredStore.standard(name: "tool")
}

func addWorker() {
  // It begins with what the layers show, and writes the person's file.
  Crawler[.workers] += 1
}

func forgetWorkers() {
  // This shows the machine's value again, or the default.
  Crawler.remove(forKey: .workers)
}

func chooseLayersWithSecrets() throws {
  let secrets = try DirectoryStore(url: URL(filePath: "/run/secrets"))
  let layers = try LayeredStore.standard(name: "tool").layers
  Defaults.store = LayeredStore([Layer(secrets)] + layers)
}

func credentials() throws -> DirectoryStore? {
  // systemd sets this variable.
  let path = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
  return try path.map { try DirectoryStore(url: URL(filePath: $0)) }
}

func chooseMandatoryLayers() throws {
  Defaults.store = try LayeredStore.standard(
    name: "tool",
    mandatory: ["Crawler.workers", "Audit.*"]
  )
}

func setWorkers(_ count: Int) throws -> String {
  do {
    try Crawler.key(.workers).write(count)
    return "\(count) workers"
  } catch let error as DefaultsError where error.code == .managedValue {
    // "Crawler.workers can only be set in /etc/xdg/tool.json, so it cannot
    // be changed here"
    return "\(error)"
  }
}

extension DefaultsKeys {
  static let mandatoryNames = DefaultsKey<[String]>(
    "mandatory",
    defaultValue: []
  )
}

func chooseLayersOfAdministrator() throws {
  let machine = try JSONStore(name: "tool", in: .systemConfig)
  let mandatory = try DefaultsKeys.mandatoryNames.bound(to: machine).read()
  Defaults.store = LayeredStore([
    Layer(EnvironmentStore(prefix: "TOOL")),
    Layer(try JSONStore(name: "tool")),
    Layer(machine, mandatory: mandatory, isReadOnly: true),
  ])
}

func explain(_ name: String, in audit: NamespaceAudit) throws {
  //   environment (TOOL_CRAWLER_WORKERS): nothing
  // * person (/home/ada/.config/tool.json:3:26): 8
  //   machine (/etc/xdg/tool.json, read only): nothing
  //   default: 4
  for place in try audit.key(named: name).origins() { print(place) }
}

func remarks(on audit: NamespaceAudit) -> [String] {
  audit.keys.flatMap { key in
    key.origins()
      .filter { $0.isOverridden && (try? $0.value.get()) != nil }
      .map { "\(key.name) has no effect in \($0.place ?? "")" }
  }
}

func layersForTests() -> LayeredStore {
  LayeredStore([
    EnvironmentStore(
      prefix: "TOOL",
      environment: ["TOOL_CRAWLER_WORKERS": "8"]
    ),
    InMemoryStore(),
    InMemoryStore(["Crawler.workers": 2, "Crawler.host": "example.org"]),
  ])
}

func openLayers() throws {
  Defaults.store = LayeredStore([
    // Variables, as in TOOL_CRAWLER_WORKERS=8 tool.
    Layer(EnvironmentStore(prefix: "TOOL")),
    // The person's file, which is written.
    Layer(try FileStore(name: "tool")),
    // The machine's file.
    Layer(
      try FileStore(name: "tool", in: .systemConfig),
      isReadOnly: true
    ),
  ])
}

/// The article's code compiles, runs and does what it says.
@Suite(.isolatedDefaults)
struct WhereSettingsComeFromTests {
  @Test func everyBlockIsCompiledHere() throws {
    let file = try MarkdownFile(article: "WhereSettingsComeFrom")
    #expect(file.blocks.count == 9)
    try file.expectBlocks(in: "WhereSettingsComeFrom.swift")
    try MarkdownFile(article: "NamespacedDefaultsLayers").expectBlocks(in: "WhereSettingsComeFrom.swift")
  }

  @Test func aWriteShowsWhenTheVariableIsGone() throws {
    let store = layersForTests()
    try Defaults.withStore(store) { () throws in
      addWorker()
      #expect(Crawler.integer(forKey: .workers) == 8)
      let keys = NamespaceAudit(Crawler.self).keys
      #expect(keys.map(\.name) == ["Crawler.host", "Crawler.workers"])
      #expect(keys.map(\.origin.place) == ["InMemoryStore", "TOOL_CRAWLER_WORKERS"])
    }
    try Defaults.withStore(LayeredStore(Array(store.layers.dropFirst()))) {
      #expect(Crawler.integer(forKey: .workers) == 9)
      forgetWorkers()
      #expect(Crawler.integer(forKey: .workers) == 2)
      try store.layers[2].store.removeAll()
      #expect(Crawler.integer(forKey: .workers) == 4)
    }
  }

  // Only a process of its own may change its environment.
  #if os(Linux) || os(macOS)
    @Test func peopleEditTheFiles() async {
      await #expect(processExitsWith: .success) {
        let directory = TemporaryFile()
        setenv("XDG_CONFIG_DIRS", directory.directory.path + "/machine", 1)
        setenv("XDG_CONFIG_HOME", directory.directory.path + "/person", 1)
        let machine = directory.directory.appending(path: "machine")
        try FileManager.default.createDirectory(at: machine, withIntermediateDirectories: true)
        let text = "{\n  // Half of the machine's processors.\n  \"Crawler\": {\"workers\": 8}\n}\n"
        try Data(text.utf8).write(to: machine.appending(path: "tool.json"))
        try chooseStandardLayers()
        #expect(Crawler.integer(forKey: .workers) == 8)
        addWorker()
        #expect(Crawler.integer(forKey: .workers) == 9)
        #expect(try JSONStore(name: "tool").value(forKey: "Crawler.workers") == 9)
        #expect(try Data(contentsOf: machine.appending(path: "tool.json")) == Data(text.utf8))
        forgetWorkers()
        #expect(Crawler.integer(forKey: .workers) == 8)
      }
    }

    @Test func theMachinesMandatoryValueCounts() async {
      await #expect(processExitsWith: .success) {
        let directory = TemporaryFile()
        setenv("XDG_CONFIG_DIRS", directory.url.path + "/machine", 1)
        setenv("XDG_CONFIG_HOME", directory.url.path + "/person", 1)
        setenv("TOOL_CRAWLER_WORKERS", "16", 1)
        try chooseStandardLayers()
        #expect(Crawler.integer(forKey: .workers) == 16)
        try JSONStore(name: "tool", in: .systemConfig).set(2, forKey: "Crawler.workers")
        try chooseMandatoryLayers()
        let file = "\(directory.url.path)/machine/tool.json"
        #expect(Crawler.integer(forKey: .workers) == 2)
        #expect(try setWorkers(8) == "Crawler.workers can only be set in \(file), so it cannot be changed here")
        let origin = try NamespaceAudit(Crawler.self).key(named: "Crawler.workers").origin
        #expect(origin.kind == .layer("machine"))
        #expect(origin.place == "\(file):3:16")
        try openLayers()
        #expect(try setWorkers(8) == "8 workers")
        #expect(try FileStore(name: "tool").value(forKey: "Crawler.workers") == 8)
      }
    }

    @Test func theMachinesFileSaysWhatIsMandatory() async {
      await #expect(processExitsWith: .success) {
        let directory = TemporaryFile()
        setenv("XDG_CONFIG_DIRS", directory.url.path + "/machine", 1)
        setenv("XDG_CONFIG_HOME", directory.url.path + "/person", 1)
        try chooseLayersOfAdministrator()
        #expect(try setWorkers(8) == "8 workers")
        try JSONStore(name: "tool", in: .systemConfig)
          .set(["mandatory": ["Crawler.workers"], "Crawler.workers": 2, "Crawler.hots": "a"])
        try chooseLayersOfAdministrator()
        #expect(Crawler.integer(forKey: .workers) == 2)
        #expect(
          remarks(on: NamespaceAudit(Crawler.self, keys: [.mandatoryNames])) == [
            "Crawler.workers has no effect in \(directory.url.path)/person/tool.json:3:16"
          ]
        )
        #expect(
          try NamespaceAudit(Crawler.self, keys: [.mandatoryNames]).validate() == [
            "\(directory.url.path)/machine/tool.json:3:13: Crawler.hots: nothing that this audit knows declares it; "
              + "did you mean Crawler.host? If not, list it in keys"
          ]
        )
      }
    }
  #endif
}
