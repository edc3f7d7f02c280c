import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import NamespacedDefaultsMigration
import NamespacedDefaultsSync
import TestSupport
import Testing

/// What a name reads, every call finds under that name: objects that people write, in a JSON file and in layers over it.
@Suite struct JSONObjectTests {
  /// A value that a person writes as an object.
  struct Person: Codable, Equatable, DefaultsSerializable {
    var name = "nobody"
    var age: Int?
  }

  /// The name of a key whose value is an object, and how a person writes it.
  struct Spelling: CustomStringConvertible, Sendable {
    let name: String
    let text: String

    var description: String { text }

    static let all = [
      Self(name: "profile", text: #"{"profile": {"name": "Ann"}}"#),
      Self(name: "profile", text: #"{"profile": {"$value": {"name": "Ann"}}}"#),
      Self(name: "App.profile", text: #"{"App": {"profile": {"name": "Ann"}}}"#),
      Self(name: "App.profile", text: #"{"App.profile": {"name": "Ann"}}"#),
      Self(name: "a.b.c.profile", text: #"{"a": {"b": {"c": {"profile": {"name": "Ann"}}}}}"#),
      Self(name: "a.b.c.profile", text: #"{"a": {"b.c": {"profile": {"name": "Ann"}}}}"#),
      Self(name: "a.b.c.profile", text: #"{"a.b": {"c.profile": {"name": "Ann"}}}"#),
    ]
  }

  enum Kind: CaseIterable, Sendable { case codable, dictionary }
  enum Base: CaseIterable, Sendable { case file, layers }

  static let table = Spelling.all.flatMap { spelling in
    Kind.allCases.flatMap { kind in Base.allCases.map { (spelling, kind, $0) } }
  }

  /// A file, a store over it, and a key of one of its objects, that a program has used.
  struct Sample {
    let directory: JSONDirectory
    let store: any DefaultsStore
    let name: String
    let remove: () throws -> Void
    let isThere: () throws -> Bool
    let assignNil: () -> Void

    init(_ spelling: Spelling, _ kind: Kind, _ base: Base, isUsed: Bool = true) throws {
      directory = try JSONDirectory()
      try directory.write(spelling.text)
      let file = try directory.store()
      let layers = [Layer(InMemoryStore(), isReadOnly: true), Layer(file)]
      let store: any DefaultsStore = base == .file ? file : LayeredStore(layers)
      (self.store, name) = (store, spelling.name)
      switch kind {
      case .codable:
        let key = DefaultsKey<Person?>(name, store: store)
        remove = { try key.write(nil) }
        isThere = { try key.read() == Person(name: "Ann") }
        assignNil = { key.value = nil }
      case .dictionary:
        let key = DefaultsKey<[String: String]?>(name, store: store)
        remove = { try key.write(nil) }
        isThere = { try key.read() == ["name": "Ann"] }
        assignNil = { key.value = nil }
      }
      if isUsed { #expect(try isThere()) }
    }

    var text: String { get throws { try directory.text() } }
  }

  // MARK: In place

  @Test(arguments: table) func aRemovalTakesTheObject(_ spelling: Spelling, _ kind: Kind, _ base: Base) throws {
    let sample = try Sample(spelling, kind, base, isUsed: false)
    try sample.remove()
    #expect(try sample.text == "{}")
    #expect(try !sample.isThere())
    #expect(try sample.store.value(forKey: sample.name) == nil)
    #expect(try sample.store.keys() == [])
  }

  @Test(arguments: table) func nilTakesTheObject(_ spelling: Spelling, _ kind: Kind, _ base: Base) throws {
    let sample = try Sample(spelling, kind, base, isUsed: false)
    sample.assignNil()
    #expect(try sample.text == "{}")
  }

  @Test(arguments: table) func aTransactionTakesTheObject(_ spelling: Spelling, _ kind: Kind, _ base: Base) throws {
    let sample = try Sample(spelling, kind, base)
    try sample.store.transaction {
      try sample.store.set(nil, forKey: sample.name)
      #expect(try sample.store.value(forKey: sample.name) == nil)
      #expect(try sample.store.keys() == [])
    }
    #expect(try sample.text == "{}")
  }

  @Test(arguments: table) func observersGetWhatIsRead(_ spelling: Spelling, _ kind: Kind, _ base: Base) throws {
    let sample = try Sample(spelling, kind, base)
    let changes = Lockbox<[DefaultsChange]>([])
    let observation = sample.store.observe(sample.name) { change in changes.change { $0.append(change) } }
    try sample.remove()
    #expect(changes.value == [DefaultsChange(key: sample.name, oldValue: ["name": "Ann"], newValue: nil)])
    observation.cancel()
  }

  @Test(arguments: table) func theListHasTheObject(_ spelling: Spelling, _ kind: Kind, _ base: Base) throws {
    let sample = try Sample(spelling, kind, base)
    #expect(try sample.store.keys() == [sample.name])
    try sample.store.removeAll { $0 == sample.name }
    #expect(try sample.text == "{}")
  }

  // MARK: Migrations

  @Test(arguments: table) func stepsFindTheObject(_ spelling: Spelling, _ kind: Kind, _ base: Base) throws {
    let adapter = { (sample: Sample) in DefaultsAdapter(store: sample.store) }
    let deleted = try Sample(spelling, kind, base)
    try adapter(deleted).migrate([.delete(deleted.name)])
    #expect(try deleted.store.keys().filter { !$0.hasPrefix("NamespacedDefaults.") } == [])
    #expect(try deleted.store.value(forKey: deleted.name) == nil)

    let renamed = try Sample(spelling, kind, base)
    try adapter(renamed).migrate([.rename(renamed.name, to: "x.y")])
    #expect(try renamed.store.value(forKey: renamed.name) == nil)
    #expect(try renamed.store.value(forKey: "x.y") == ["name": "Ann"])

    let moved = try Sample(spelling, kind, base)
    let target = InMemoryStore()
    try DefaultsAdapter(store: target).migrate([.copy(from: moved.store), .move(from: moved.store)])
    #expect(target.value(forKey: moved.name) == ["name": "Ann"])
    #expect(try moved.text == "{}")

    let single = try Sample(spelling, kind, base)
    try DefaultsAdapter(store: target).migrate([.move(single.name, from: single.store, onConflict: .replace)])
    #expect(try single.text == "{}")
  }

  @Test(arguments: table) func exportsHaveTheObject(_ spelling: Spelling, _ kind: Kind, _ base: Base) throws {
    let sample = try Sample(spelling, kind, base)
    let target = InMemoryStore()
    try target.import(try sample.store.export(as: .json), as: .json)
    #expect(target.value(forKey: sample.name) == ["name": "Ann"])
    try sample.store.import(Data("{}".utf8), as: .json, replacing: true)
    #expect(try sample.text == "{}")
  }

  @Test(arguments: table) func aPreviousNameIsMoved(_ spelling: Spelling, _ kind: Kind, _ base: Base) throws {
    let sample = try Sample(spelling, kind, base, isUsed: false)
    let key = DefaultsKey<[String: String]?>("now", store: sample.store).renamed(from: sample.name)
    #expect(key.value == ["name": "Ann"])
    key.value = ["name": "Bob"]
    #expect(try sample.text == #"{"now": {"name": "Bob"}}"#)
  }

  /// In a store in which nobody has used a key, an audit says what the objects are.
  @Test(arguments: Spelling.all) func anAuditDeclaresTheObject(_ spelling: Spelling) throws {
    guard !spelling.text.contains("$value") else { return }
    let sample = try Sample(spelling, .codable, .file, isUsed: false)
    let target = InMemoryStore()
    #expect(throws: DefaultsMigrationError.self) {
      try DefaultsAdapter(store: target).migrate([.move(from: sample.store, id: "m")])
    }
    #expect(throws: DefaultsMigrationError.self) {
      try DefaultsAdapter(store: target).migrate([.move(sample.name, from: sample.store)])
    }
    #expect(throws: DefaultsError.self) { try sample.store.export(as: .json) }
    #expect(try sample.text == spelling.text)
    #expect(target.keys() == [])
    let key = DefaultsKey<Person?>(sample.name, store: target)
    NamespaceAudit(keys: [key]).declare(in: sample.store)
    try DefaultsAdapter(store: target).migrate([.move(from: sample.store, id: "m")])
    #expect(key.value == Person(name: "Ann"))
    #expect(try sample.text == "{}")
  }

  @Test func theTargetDeclaresToo() throws {
    let sample = try Sample(Spelling.all[0], .codable, .file, isUsed: false)
    let target = InMemoryStore()
    let key = DefaultsKey<Person?>("profile", store: target)
    #expect(key.value == nil)
    try DefaultsAdapter(store: target).migrate([.move(from: sample.store)])
    #expect(key.value == Person(name: "Ann"))
    #expect(try sample.text == "{}")
  }

  // MARK: Namespaces

  struct Log: BoolDefaultSettable {
    static let namespace = "log.file"
    enum BoolKey: String { case on }
    @TaskLocal static var layers: (any DefaultsStore)?
    static var store: any DefaultsStore { layers ?? InMemoryStore() }
  }

  static let namespaces = [
    #"{"log": {"file": {"on": true}}}"#, #"{"log.file": {"on": true}}"#, #"{"log": {"file.on": true}}"#,
    #"{"log.file.on": true}"#,
  ].flatMap { text in Base.allCases.map { (text, $0) } }

  private func store(_ text: String, _ base: Base) throws -> (directory: JSONDirectory, store: any DefaultsStore) {
    let directory = try JSONDirectory()
    try directory.write(text)
    let file = try directory.store()
    return (directory, base == .file ? file : LayeredStore([Layer(InMemoryStore(), isReadOnly: true), Layer(file)]))
  }

  @Test(arguments: namespaces) func aTypeFindsItsNamespace(_ text: String, _ base: Base) throws {
    let (directory, store) = try store(text, base)
    Log.$layers.withValue(store) {
      #expect(Log.storedKeys == ["log.file.on"])
      #expect(Log.bool(forKey: .on))
      Log.removeAll()
      #expect(Log.storedKeys == [])
      #expect(!Log.bool(forKey: .on))
    }
    #expect(try directory.text() == "{}")
  }

  @Test(arguments: namespaces) func stepsFindANamespace(_ text: String, _ base: Base) throws {
    let renamed = try store(text, base)
    try DefaultsAdapter(store: renamed.store).migrate([.renameNamespace("log.file", to: "logs")])
    #expect(try renamed.store.value(forKey: "logs.on") == true)
    #expect(try renamed.store.value(forKey: "log.file.on") == nil)

    let deleted = try store(text, base)
    try DefaultsAdapter(store: deleted.store).migrate([.deleteNamespace("log.file")])
    #expect(try deleted.store.value(forKey: "log.file.on") == nil)

    let moved = try store(text, base)
    let target = InMemoryStore()
    try DefaultsAdapter(store: target).migrate([.moveNamespace("log.file", from: moved.store)])
    #expect(target.value(forKey: "log.file.on") == true)
    #expect(try moved.directory.text() == "{}")
  }

  @Test(arguments: namespaces) func anExportFindsANamespace(_ text: String, _ base: Base) throws {
    let (_, store) = try store(text, base)
    let data = try store.export(as: .json, namespace: "log.file")
    #expect(String(decoding: data, as: UTF8.self).contains("log.file.on"))
  }

  // MARK: Nobody can tell

  @Test(arguments: Base.allCases) func aBareTextTakesNoObject(_ base: Base) throws {
    let text = #"{"profile": {"name": "Ann", "tls": {"on": true}}}"#
    let (directory, store) = try store(text, base)
    for name in ["profile", "profile.tls"] {
      let error = #expect(throws: DefaultsError.self) { try store.set(nil, forKey: name) }
      #expect(error?.code == .undeclaredObject)
      #expect(error?.message.contains("profile.tls.on") == true)
      #expect(throws: DefaultsError.self) { try store.transaction { try store.set(nil, forKey: name) } }
      let step = DefaultsMigration.delete(name)
      #expect(throws: DefaultsMigrationError.self) { try DefaultsAdapter(store: store).migrate([step]) }
      #expect(try store.value(forKey: "NamespacedDefaults.migration.\(step.id)") == nil)
    }
    #expect(try directory.text() == text)
    try store.removeAll()
    #expect(try directory.text() == "{}")
  }

  @Test(arguments: Base.allCases) func whatAProgramStoredItCanRemove(_ base: Base) throws {
    let (directory, store) = try store("{}", base)
    for name in ["a", "a.b.c"] {
      try store.set(["x": ["y": 1]], forKey: name)
      #expect(try store.keys() == [name])
      try store.set(nil, forKey: name)
      #expect(try directory.text() == "{}")
    }
  }

  // MARK: Names that overlap

  @Test(arguments: Base.allCases) func aRemovalLeavesWhatOthersHave(_ base: Base) throws {
    let (directory, store) = try store(#"{"a": {"name": "Ann", "b": {"c": 1, "d": 2}, "e": 3}}"#, base)
    let whole = DefaultsKey<Person?>("a", store: store)
    let parts = ["a.b.c", "a.e"].map { DefaultsKey($0, defaultValue: 0, store: store) }
    #expect(whole.value == Person(name: "Ann"))
    #expect(parts.map(\.value) == [1, 3])
    #expect(try store.keys().sorted() == ["a", "a.b.c", "a.e"])
    whole.value = nil
    #expect(try directory.text() == #"{"a": {"b": {"c": 1}, "e": 3, "$value": null}}"#)
    #expect(whole.value == nil)
    #expect(parts.map(\.value) == [1, 3])
    whole.value = Person(name: "Bob")
    #expect(try directory.text() == #"{"a": {"b": {"c": 1}, "e": 3, "$value": {"name": "Bob"}}}"#)
    #expect(whole.value == Person(name: "Bob"))
    whole.value = nil
    for part in parts { part.remove() }
    #expect(try directory.text() == "{}")
  }

  @Test(arguments: Base.allCases) func aWriteLeavesWhatOthersHave(_ base: Base) throws {
    let (directory, store) = try store(#"{"a": {"name": "Ann", "b": 1}}"#, base)
    let whole = DefaultsKey<Person?>("a", store: store)
    let part = DefaultsKey("a.b", defaultValue: 0, store: store)
    #expect(part.value == 1)
    // A type keeps the member that it does not know.
    whole.value = Person(name: "Bob", age: 7)
    #expect(try directory.text() == #"{"a": {"name": "Bob", "b": 1, "age": 7}}"#)
    #expect(part.value == 1)
    try store.set(["name": "Bob"], forKey: "a")
    #expect(try directory.text() == #"{"a": {"b": 1, "$value": {"name": "Bob"}}}"#)
    #expect(whole.value == Person(name: "Bob"))
    #expect(part.value == 1)
  }

  @Test func aMemberThatTwoNamesHaveIsWrittenForEach() throws {
    let (directory, store) = try store(#"{"a": {"name": "Ann", "age": 1, "b": 2}}"#, .file)
    let whole = DefaultsKey<Person?>("a", store: store)
    let parts = ["a.age", "a.b"].map { DefaultsKey($0, defaultValue: 0, store: store) }
    #expect(parts.map(\.value) == [1, 2])
    try store.set(["age": 7, "name": "Bob"], forKey: "a")
    #expect(try directory.text() == #"{"a": {"age": 1, "b": 2, "$value": {"age": 7, "name": "Bob"}}}"#)
    #expect(whole.value == Person(name: "Bob", age: 7))
    #expect(parts.map(\.value) == [1, 2])
  }

  // MARK: What a program writes

  static let written: [(name: String, other: String?, text: String)] = [
    ("profile", nil, #"{"profile": {"name": "Ann"}}"#),
    ("App.profile", nil, #"{"App": {"profile": {"name": "Ann"}}}"#),
    ("profile", "profile.age", #"{"profile": {"$value": {"name": "Ann"}}}"#),
    ("App.profile", "App.profile.age", #"{"App": {"profile": {"$value": {"name": "Ann"}}}}"#),
  ]

  @Test(arguments: written, Base.allCases)
  func aDeclaredSettingIsWrittenPlain(_ row: (name: String, other: String?, text: String), _ base: Base) throws {
    let (directory, store) = try store("{}", base)
    if let other = row.other { #expect(DefaultsKey("\(other)", defaultValue: 0, store: store).value == 0) }
    let key = DefaultsKey<Person?>(row.name, store: store)
    key.value = Person(name: "Ann")
    #expect(try directory.text().filter { !$0.isWhitespace } == row.text.filter { !$0.isWhitespace })
    #expect(key.value == Person(name: "Ann"))
    key.value = nil
    #expect(try directory.text() == "{}")
  }

  @Test func aDeclarationHoldsForTheProcess() throws {
    let directory = try JSONDirectory()
    func names() throws -> [String] { try directory.store().keys() }
    DefaultsKey<Person?>("profile", store: try directory.store()).value = Person(name: "Ann")
    #expect(try names() == ["profile"])
    try directory.store().set(nil, forKey: "profile")
    #expect(try names() == [])
  }

  @Test func aMirrorFindsTheObject() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"profile": {"name": "Ann"}}"#)
    let (file, other) = (try directory.store(), InMemoryStore())
    let key = DefaultsKey<[String: String]?>("profile", store: file)
    let mirror = Defaults.mirror(key, to: other)
    #expect(waitUntil { other.value(forKey: "profile") != nil })
    try other.set(nil, forKey: "profile")
    #expect(try waitUntil { try file.value(forKey: "profile") == nil })
    #expect(key.value == nil)
    withExtendedLifetime(mirror) {}
  }
}
