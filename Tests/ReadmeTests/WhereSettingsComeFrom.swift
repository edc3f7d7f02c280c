// The code of the article "Where settings come from", in the order in which it stands there, and its tests.

import Foundation
import NamespacedDefaults
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
    Layer(try FileStore(name: "tool", in: .systemConfig), isReadOnly: true),
  ])
}

func chooseStandardLayers() throws {
  Defaults.store = try LayeredStore.standard(name: "tool")
}

func addWorker() {
  Crawler[.workers] += 1  // begins with what shows, and writes the person's file
}

func forgetWorkers() {
  Crawler.remove(forKey: .workers)  // shows the machine's value again, or the default
}

func chooseMandatoryLayers() throws {
  Defaults.store = LayeredStore([
    Layer(EnvironmentStore(prefix: "TOOL")),
    Layer(try FileStore(name: "tool")),
    Layer(try FileStore(name: "tool", in: .systemConfig), mandatory: ["Crawler.workers", "Audit.*"], isReadOnly: true),
  ])
}

func setWorkers(_ count: Int) throws -> String {
  do {
    try Crawler.key(.workers).write(count)
    return "\(count) workers"
  } catch let error as DefaultsError where error.code == .managedValue {
    return "\(error)"  // Crawler.workers is mandatory in FileStore "/etc/xdg/tool.defaults", so …
  }
}

func origin(of name: String) throws -> String {
  guard let layers = Defaults.store as? LayeredStore else { return Defaults.store.label }
  guard let store = try layers.origin(of: name) else { return "the default" }
  if let environment = store as? EnvironmentStore { return "the variable \(environment.variable(forKey: name))" }
  return store.label  // FileStore "tool.defaults"
}

func layersForTests() -> LayeredStore {
  LayeredStore([
    EnvironmentStore(prefix: "TOOL", environment: ["TOOL_CRAWLER_WORKERS": "8"]),
    InMemoryStore(),
    InMemoryStore(["Crawler.workers": 2, "Crawler.host": "example.org"]),
  ])
}

func openLayers() throws {
  Defaults.store = LayeredStore([
    Layer(EnvironmentStore(prefix: "TOOL")),  // TOOL_CRAWLER_WORKERS=8 tool
    Layer(try FileStore(name: "tool")),  // the person's, which is written
    Layer(try FileStore(name: "tool", in: .systemConfig), isReadOnly: true),  // the machine's
  ])
}

/// The article's code compiles, runs and does what it says.
@Suite(.isolatedDefaults)
struct WhereSettingsComeFromTests {
  @Test func everyBlockIsCompiledHere() throws {
    let file = try MarkdownFile(article: "WhereSettingsComeFrom")
    #expect(file.blocks.count == 6)
    try file.expectBlocks(in: "WhereSettingsComeFrom.swift")
    try MarkdownFile(article: "NamespacedDefaultsLayers").expectBlocks(in: "WhereSettingsComeFrom.swift")
  }

  @Test func aWriteShowsWhenTheVariableIsGone() throws {
    let store = layersForTests()
    try Defaults.withStore(store) { () throws in
      addWorker()
      #expect(Crawler.integer(forKey: .workers) == 8)
      #expect(try origin(of: "Crawler.workers") == "the variable TOOL_CRAWLER_WORKERS")
      #expect(try origin(of: "Crawler.host") == "InMemoryStore")
      #expect(try origin(of: "Crawler.port") == "the default")
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
        try chooseLayers()
        #expect(Crawler.integer(forKey: .workers) == 16)
        try FileStore(name: "tool", in: .systemConfig).set(2, forKey: "Crawler.workers")
        try chooseMandatoryLayers()
        #expect(Crawler.integer(forKey: .workers) == 2)
        #expect(try setWorkers(8).contains("/machine/tool.defaults\""))
        #expect(try origin(of: "Crawler.workers") == "FileStore \"tool.defaults\"")
        try openLayers()
        #expect(try setWorkers(8) == "8 workers")
        #expect(try FileStore(name: "tool").value(forKey: "Crawler.workers") == 8)
      }
    }
  #endif
}
