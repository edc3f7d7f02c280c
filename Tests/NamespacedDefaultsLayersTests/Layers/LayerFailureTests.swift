import Foundation
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsAudit

/// A layer that cannot be read takes nothing from the others.
@Suite struct LayerFailureTests {
  private let environment = EnvironmentStore(prefix: "T", environment: ["T_ENV": "env"])
  private let person = UnreadableStore(["person": "person", "both": "person", "Audit.level": "person"])
  private let machine = InMemoryStore(["machine": "machine", "both": "machine", "Audit.level": "machine"])

  private var store: LayeredStore {
    LayeredStore([Layer(environment), Layer(person), Layer(machine, mandatory: ["Audit.*"], isReadOnly: true)])
  }

  /// The same layers, one way and the other way nested.
  private var stores: [LayeredStore] {
    let machine = Layer(machine, mandatory: ["Audit.*"], isReadOnly: true)
    return [
      store, LayeredStore([store]), LayeredStore([Layer(LayeredStore([environment, person])), machine]),
      LayeredStore([Layer(environment), Layer(LayeredStore([Layer(person), machine]))]),
    ]
  }

  /// The names, what of each can be read, and whether that is all that can show.
  private static let names: [(String, String?, Bool)] = [
    ("env", "env", true), ("Audit.level", "machine", true), ("Audit.none", nil, true),
    ("machine", "machine", false), ("both", "machine", false), ("person", nil, false), ("none", nil, false),
  ]

  private func problems(of operation: () throws -> Void) rethrows -> [DefaultsProblem] {
    let heard = Lockbox<[DefaultsProblem]>([])
    try Defaults.withProblemHandler({ problem in heard.change { $0.append(problem) } }, operation: operation)
    return heard.value
  }

  @Test(arguments: names) func whatThrowsDependsOnTheLayersThatMayHaveTheValue(
    name: String,
    text: String?,
    isKnown: Bool
  ) throws {
    for store in stores {
      let key = DefaultsKey<String?>(name, store: store)
      if isKnown {
        #expect(try store.value(forKey: name) == text.map { .string($0) })
        #expect(try key.read() == text)
        #expect(try store.origin(of: name) === (text == "env" ? environment : text.map { _ in machine }))
      } else {
        #expect(throws: UnreadableStore.Failure.self) { try store.value(forKey: name) }
        #expect(throws: UnreadableStore.Failure.self) { try key.read() }
        #expect(throws: UnreadableStore.Failure.self) { try store.origin(of: name) }
      }
    }
  }

  @Test func whatTheKeyCannotReadIsPassedOver() throws {
    let environment = EnvironmentStore(prefix: "T", environment: ["T_A": "many"])
    let person = InMemoryStore(["a": 2, "b": "many"])
    let machine = InMemoryStore(["a": 3, "b": 3, "c": "many"])
    let layers = [Layer(environment), Layer(person), Layer(machine, mandatory: ["c"], isReadOnly: true)]
    for store in [LayeredStore(layers), LayeredStore([Layer(LayeredStore(Array(layers[..<2]))), layers[2]])] {
      func key(_ name: String) -> DefaultsKey<Int> { DefaultsKey(name, defaultValue: 0, store: store) }
      let kinds = problems {
        for _ in 0..<2 {
          let values = ["a", "b", "c"].map { key($0).value }
          #expect(values == [2, 3, 0])
        }
      }.map(\.kind)
      #expect(kinds == Array(repeating: .undecodableValue, count: 3))
      for name in ["a", "b", "c"] { #expect(throws: DefaultsError.self) { try key(name).read() } }
      #expect(throws: DefaultsAuditError.self) { try NamespaceAudit(keys: [key("b")]).validate() }
    }
  }

  @Test func noLayerAboveAMandatoryValueIsAsked() {
    let store = LayeredStore([
      Layer(InMemoryStore(["a": 1])), Layer(InMemoryStore(["a": 2])),
      Layer(InMemoryStore(["a": "many"]), mandatory: ["a"]), Layer(InMemoryStore(["a": 3])),
    ])
    let kinds = problems { #expect(DefaultsKey("a", defaultValue: 0, store: store).value == 3) }.map(\.kind)
    #expect(kinds == [.undecodableValue])
  }

  @Test func aChangeOverAValueThatTheKeyCannotReadWritesNothing() {
    let person = InMemoryStore(["a": "many"])
    let key = DefaultsKey("a", defaultValue: 0, store: LayeredStore([person, InMemoryStore(["a": 3])]))
    let kinds = problems { key.value += 1 }.map(\.kind)
    #expect(kinds == [.undecodableValue])
    #expect(person.value(forKey: "a") == "many")
  }

  @Test func observersGetTheValueBeneathOneThatTheKeyCannotRead() throws {
    let person = InMemoryStore(["a": 2])
    let key = DefaultsKey("a", defaultValue: 0, store: LayeredStore([person, InMemoryStore(["a": 3])]))
    let heard = Lockbox<[Int]>([])
    let kinds = try problems {
      let observation = key.observe { change in heard.change { $0.append(change.newValue) } }
      try person.set("many", forKey: "a")
      try person.set(4, forKey: "a")
      observation.cancel()
    }.map(\.kind)
    #expect(heard.value == [3, 4])
    #expect(kinds == [.undecodableValue])
  }

  /// Twice, because the second read may be a remembered one.
  @Test(arguments: names) func whatDoesNotThrowGetsWhatCanBeRead(name: String, text: String?, isKnown: Bool) {
    for store in stores {
      let problems = problems {
        for _ in 1...2 {
          #expect(DefaultsKey<String?>(name, store: store).value == text)
          #expect(DefaultsAdapter(store: store)[name].string == text)
          #expect(DefaultsKey<String?>(name, store: store).hasValue == (text != nil))
        }
      }
      #expect(problems.map(\.kind) == (isKnown ? [] : [.failedRead]))
    }
  }

  @Test func aLayerIsReportedOnceHoweverManyNamesItMayHave() {
    let stores = stores
    let problems = problems {
      for _ in 1...2 {
        person.isBroken.change { $0 = true }
        person.announceAll()
        for (name, text, _) in Self.names + Self.names {
          for store in stores { #expect(DefaultsKey<String?>(name, store: store).value == text) }
        }
        person.isBroken.change { $0 = false }
        for store in stores { #expect(DefaultsKey<String?>("both", store: store).value == "person") }
      }
    }
    #expect(
      problems.map(\.description)
        == Array(repeating: "failedRead for \"machine\": the disk is gone; defaults are used", count: 2)
    )
  }

  @Test func aKeyWithAPreviousNameIsReadAsFarAsItCanBe() {
    let key = DefaultsKey<String?>("none", store: store).renamed(from: "machine")
    let problems = problems { #expect(key.value == "machine") }
    #expect(problems.map(\.kind) == [.failedRead])
  }

  @Test func aListHasTheNamesThatCanBeRead() {
    for store in stores {
      #expect(throws: UnreadableStore.Failure.self) { try store.keys() }
      let problems = problems {
        let audit = NamespaceAudit(keys: [DefaultsKey<String?>("both", store: store)])
        #expect(audit.undeclaredKeys == ["Audit.level", "machine"])
        #expect(audit.keys.map(\.storedValue) == ["machine"])
      }
      #expect(problems.map(\.kind) == [.failedRead])
    }
  }

  @Test func observersHearOfTheLayersThatCanBeRead() throws {
    for (index, store) in stores.enumerated() {
      let heard = Lockbox<[String]>([])
      let problems = try problems {
        let observations = ["machine", "Audit.level"].map { name in
          DefaultsKey<String?>(name, store: store).observe(initial: true) { change in
            heard.change { $0.append("\(name)=\(change.newValue ?? "none")") }
          }
        }
        #expect(
          heard.value == ["machine=\(index == 0 ? "machine" : "new")", "Audit.level=\(index == 0 ? "machine" : "x")"]
        )
        try machine.set(["machine": "\(index)", "Audit.level": "\(index)"])
        #expect(heard.value.dropFirst(2).sorted() == ["Audit.level=\(index)", "machine=\(index)"])
        withExtendedLifetime(observations) {}
      }
      #expect(problems.map(\.kind) == [.failedRead])
      try machine.set(["machine": "new", "Audit.level": "x"])
    }
  }

  @Test func aSequenceBeginsWithWhatCanBeRead() async {
    let key = DefaultsKey<String?>("machine", store: store)
    let problems = Lockbox<[DefaultsProblem]>([])
    await Defaults.withProblemHandler({ problem in problems.change { $0.append(problem) } }) {
      var values = key.updates().makeAsyncIterator()
      #expect(await values.next() == "machine")
      try? machine.set("new", forKey: "machine")
      #expect(await values.next() == "new")
    }
    #expect(problems.value.map(\.kind) == [.failedRead])
  }

  /// The layer can be locked here, and only its values cannot be read.
  @Test func aTransactionReadsWhatCanBeRead() throws {
    person.isLockable.change { $0 = true }
    let store = store
    try store.transaction {
      let level = try store.value(forKey: "Audit.level")
      #expect(level == "machine")
      #expect(DefaultsKey<String?>("env", store: store).value == "env")
      #expect(throws: UnreadableStore.Failure.self) { try store.value(forKey: "both") }
      #expect(throws: UnreadableStore.Failure.self) { try store.set("new", forKey: "both") }
    }
  }

  @Test func writesThrowAndChangeNoOtherLayer() throws {
    let store = store
    let key = DefaultsKey<String?>("machine", store: store)
    #expect(throws: UnreadableStore.Failure.self) { try store.set("new", forKey: "machine") }
    #expect(throws: UnreadableStore.Failure.self) { try store.set(nil, forKey: "machine") }
    #expect(throws: UnreadableStore.Failure.self) { try store.update("machine") { $0 = "new" } }
    #expect(throws: UnreadableStore.Failure.self) { try store.transaction {} }
    let problems = problems {
      key.value = "new"
      key.value?.append("!")
      #expect(key.value == "machine")
    }
    #expect(problems.map(\.kind) == [.failedWrite, .failedRead])
    #expect(machine.value(forKey: "machine") == "machine")
    #expect(person.values.value.count == 3)
  }

  @Test func aLayerBeneathTakesNothingFromThePersons() throws {
    let beneath = UnreadableStore(["both": "beneath", "beneath": "beneath"])
    let store = LayeredStore([Layer(machine), Layer(beneath, mandatory: ["beneath"])])
    #expect(try store.value(forKey: "both") == "machine")
    #expect(throws: UnreadableStore.Failure.self) { try store.value(forKey: "beneath") }
    try store.set("new", forKey: "both")
    let heard = Lockbox<[DefaultsChange]>([])
    let observation = store.observe { change in heard.change { $0.append(change) } }
    try store.set("newer", forKey: "both")
    #expect(heard.value == [DefaultsChange(key: "both", oldValue: "new", newValue: "newer")])
    observation.cancel()
  }

  #if os(Linux) || os(macOS)
    /// Files that people edit, in a process that has variables of its own.
    @Test func aFileThatIsNotJSONTakesNothingFromTheOthers() async {
      await #expect(processExitsWith: .success) {
        let files = try StandardFiles(person: "{\"Server\": {\"host\": \"p\",,}}", machine: StandardFiles.good)
        setenv("TOOL_SERVER_NAME", "n", 1)
        let problems = Lockbox<[String]>([])
        Defaults.problemHandler = { problem in problems.change { $0.append("\(problem)") } }
        let store = try LayeredStore.standard(name: "tool", mandatory: ["Server.workers"])
        let place = "\(files.person):1:25: "
        #expect(problems.value.count == 1)
        #expect(problems.value.first?.hasPrefix("failedRead: \(place)") == true, "\(problems.value)")
        let (workers, name) = (
          DefaultsKey("Server.workers", defaultValue: 1, store: store),
          DefaultsKey("Server.name", defaultValue: "", store: store)
        )
        let host = DefaultsKey("Server.host", defaultValue: "", store: store)
        #expect(try workers.read() == 2)
        #expect(try name.read() == "n")
        #expect(host.value == "m")
        let errors = [
          #expect(throws: DefaultsError.self) { try host.read() },
          #expect(throws: DefaultsError.self) { try store.keys() },
          #expect(throws: DefaultsError.self) { try host.write("new") },
        ]
        #expect(errors.map { $0?.code } == Array(repeating: .unreadableFile, count: 3))
        #expect(errors.allSatisfy { $0?.message.hasPrefix(place) == true })
        #expect(problems.value.count == 1)
        let heard = Lockbox<[String]>([])
        let observation = host.observe { change in heard.change { $0.append(change.newValue) } }
        try StandardFiles.write("{\"Server\": {\"host\": \"mended\"}}", to: files.person)
        #expect(waitUntil { heard.value == ["mended"] })
        #expect(try host.read() == "mended")
        host.value = "new"
        #expect(try JSONStore(path: files.person).value(forKey: "Server.host") == "new")
        observation.cancel()
      }
    }

    @Test func aFileOfTheMachineMustBeReadableIfItHasMandatoryNames() async {
      await #expect(processExitsWith: .success) {
        let files = try StandardFiles(person: "{\"Server\": {\"host\": \"p\"}}", machine: "{")
        let error = #expect(throws: DefaultsError.self) {
          try LayeredStore.standard(name: "tool", mandatory: ["Server.workers"])
        }
        #expect(error?.path == files.machine)
        let problems = Lockbox<[String]>([])
        Defaults.problemHandler = { problem in problems.change { $0.append("\(problem)") } }
        let store = try LayeredStore.standard(name: "tool")
        #expect(try store.value(forKey: "Server.host") == "p")
        #expect(problems.value.count == 1)
        #expect(throws: DefaultsError.self) { try LayeredStore.standard(name: "../tool") }
      }
    }
  #endif
}

/// The files of `LayeredStore.standard(name: "tool")`, which this process has to itself.
private struct StandardFiles {
  static let good = "{\"Server\": {\"host\": \"m\", \"workers\": 2}}"

  let person: String
  let machine: String

  init(person: String, machine: String) throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("layers-\(UUID().uuidString)").path
    (self.person, self.machine) = (directory + "/person/tool.json", directory + "/machine/tool.json")
    setenv("XDG_CONFIG_HOME", directory + "/person", 1)
    setenv("XDG_CONFIG_DIRS", directory + "/machine", 1)
    try Self.write(person, to: self.person)
    try Self.write(machine, to: self.machine)
  }

  static func write(_ text: String, to path: String) throws {
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
}

/// A store whose values cannot be read as long as it is broken.
final class UnreadableStore: DefaultsStore, DefaultsStorage {
  struct Failure: Error, CustomStringConvertible { let description = "the disk is gone" }

  let context = DefaultsStoreContext(announcesEveryChange: true)
  let values: Lockbox<[String: PropertyListValue]>
  let isBroken = Lockbox(true)
  let isLockable = Lockbox(false)

  init(_ values: [String: PropertyListValue]) { self.values = Lockbox(values) }

  /// Lets readers ask again.
  func announceAll() {
    let changes = values.value.map { DefaultsChange(key: $0, oldValue: $1, newValue: $1) }
    context.withLock { context.announce(changes) }
  }

  func storedValue(forKey name: String) throws -> PropertyListValue? {
    if isBroken.value { throw Failure() }
    return values.value[name]
  }

  func storedKeys() throws -> [String] {
    if isBroken.value { throw Failure() }
    return Array(values.value.keys)
  }

  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) throws {
    if isBroken.value { throw Failure() }
    values.change { values in for change in changes { values[change.key] = change.newValue } }
  }

  func beginWriting() throws { if isBroken.value, !isLockable.value { throw Failure() } }

  func synchronize() {}
}
