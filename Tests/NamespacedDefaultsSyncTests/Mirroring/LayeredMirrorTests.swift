import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import NamespacedDefaultsSync
import TestSupport
import Testing

/// A mirror of a store that is made of others is one of the person's own values.
@Suite struct LayeredMirrorTests {
  struct Crawler: IntegerDefaultSettable, StringDefaultSettable {
    enum IntegerKey: String, CaseIterable { case workers }
    enum StringKey: String, CaseIterable { case host }
  }

  private let person = InMemoryStore()
  private let machine = InMemoryStore(["Crawler.host": "old.example"])
  private let cloud = InMemoryStore()

  @Test func whatShowsFromElsewhereIsNotMirrored() throws {
    for variables in [[:], ["TOOL_CRAWLER_WORKERS": "8"], [:]] {
      let environment = EnvironmentStore(prefix: "TOOL", environment: variables)
      let layers = LayeredStore([Layer(environment), Layer(person), Layer(machine, isReadOnly: true)])
      try Defaults.withStore(layers) {
        let mirror = Defaults.mirror(Crawler.self, to: cloud)
        if person.value(forKey: "Crawler.workers") == nil { Crawler[.workers] = 4 }
        try mirror.synchronize()
      }
      #expect(person.value(forKey: "Crawler.workers") == 4)
      #expect(person.value(forKey: "Crawler.host") == nil)
      #expect(cloud.value(forKey: "Crawler.workers") == 4)
      #expect(cloud.value(forKey: "Crawler.host") == nil)
    }
  }

  @Test func whatTheLocalStoreRefusesHoldsUpNothing() throws {
    let mandatory = Layer(machine, mandatory: ["Crawler.host"], isReadOnly: true)
    try cloud.set(["Crawler.host": "other.example", "Crawler.workers": 9])
    let problems = Lockbox<[String]>([])
    Defaults.withProblemHandler({ problem in problems.change { $0.append(problem.key ?? "") } }) {
      Defaults.withStore(LayeredStore([Layer(person), mandatory])) {
        let mirror = Defaults.mirror(Crawler.self, to: cloud)
        try? mirror.synchronize()
        #expect(Crawler[.workers] == 9)
        Crawler[.workers] = 3
        try? mirror.synchronize()
        #expect(cloud.value(forKey: "Crawler.workers") == 3)
        #expect(cloud.value(forKey: "Crawler.host") == "other.example")
      }
    }
    #expect(Set(problems.value) == ["Crawler.host"])
  }

  @Test(arguments: [false, true]) func aNameInADeeperObjectIsMirrored(isThereAtFirst: Bool) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    func synchronize() throws {
      try Defaults.withStore(JSONStore(path: path)) {
        try Defaults.mirror(DefaultsKey("Server.tls.enabled", defaultValue: false), to: cloud).synchronize()
      }
    }
    if !isThereAtFirst { try synchronize() }
    try Data(#"{"Server": {"tls": {"enabled": true}}}"#.utf8).write(to: URL(filePath: path))
    try synchronize()
    #expect(cloud.value(forKey: "Server.tls.enabled") == true)
  }
}
