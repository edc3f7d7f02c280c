import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// The articles on moving from other libraries: their code compiles and reads what is stored, and their scripts change
/// nothing silently.
@Suite(.isolatedDefaults)
struct MovingGuidesTests {
  @Test(arguments: ["MovingFromDefaults": 5, "MovingFromSwiftyUserDefaults": 4, "MovingFromSharing": 2])
  func everyBlockIsCompiledHere(article: String, count: Int) throws {
    let file = try MarkdownFile(article: article)
    #expect(file.blocks.count == count)
    try file.expectBlocks(in: "\(article).swift")
  }

  // MARK: Scripts

  @Test(arguments: ["MovingFromDefaults", "MovingFromSwiftyUserDefaults"])
  func theScriptTakesTheFirstStep(article: String) throws {
    let file = try MarkdownFile(article: article)
    let after = try #require(file.blocks.first) + "\n"
    #expect(try changed(file.codeBefore, by: article) == after)
  }

  @Test func theScriptForDefaultsChangesNames() throws {
    let before = """
      import DefaultsMacros
      import Defaults
      extension Defaults.Keys {
      \tstatic let a = Key<Int>("a", default: 1), b = Key<[Int]>("b", default: [2])
      \tstatic let c = Defaults.Key<Defaults.AnySerializable>("c", default: 1)
      \tstatic let d = Key<Bool>(
      \t\t"d",
      \t\tdefault: f(true)
      \t)
      \tstatic let e = Key<Bool>("e",
      \t\tdefault: true)
      }
      enum Kind: String, Codable, Defaults.Serializable, Defaults.PreferRawRepresentable { case plain }
      var token: Defaults.Observation?

      """
    let after = """
      import NamespacedDefaults
      extension DefaultsKeys {
      \tstatic let a = DefaultsKey<Int>("a", defaultValue: 1), b = DefaultsKey<[Int]>("b", defaultValue: [2])
      \tstatic let c = DefaultsKey<PropertyListValue>("c", defaultValue: 1)
      \tstatic let d = DefaultsKey<Bool>(
      \t\t"d",
      \t\tdefaultValue: f(true)
      \t)
      \tstatic let e = DefaultsKey<Bool>("e",
      \t\tdefaultValue: true)
      }
      enum Kind: String, Codable, DefaultsSerializable { case plain }
      var token: DefaultsObservation?

      """
    #expect(try changed(before, by: "MovingFromDefaults") == after)
  }

  @Test func theScriptForDefaultsKeepsTheFirstCalls() throws {
    let before = """
      import Defaults
      token = Defaults.observe(.a) { change in print(change.newValue) }
      token = Defaults.observe(.a, options: []) { change in print(change.newValue) }
      token = Defaults.observe(.a, options: [.initial, .prior]) { change in print(change.newValue) }
      token = Defaults.observe(keys: .a, .b) { print("changed") }
      token = Defaults.observe(keys: .a, .b, options: []) { print("changed") }

      """
    let after = """
      import NamespacedDefaults
      token = Defaults.observe(.a, initial: true) { change in print(change.newValue) }
      token = Defaults.observe(.a) { change in print(change.newValue) }
      token = Defaults.observe(.a, initial: true) { change in print(change.newValue) }
      token = Defaults.observe([.a, .b], initial: true) { print("changed") }
      token = Defaults.observe([.a, .b]) { print("changed") }

      """
    #expect(try changed(before, by: "MovingFromDefaults") == after)
  }

  @Test func theScriptForDefaultsMakesStoresOfSuites() throws {
    let before = """
      @testable import Defaults
      extension Defaults.Keys {
      \tstatic let a = Key<Bool>("a", default: false, suite: group)
      \tstatic let b = Key<Int?>("b", suite: UserDefaults(suiteName: "group.example")!)
      \tstatic let c = Key<Int>(
      \t\t"c",
      \t\tdefault: 1,
      \t\tsuite: .shared
      \t)
      }
      Defaults.removeAll(suite: group)
      Defaults.removeAll(suite: UserDefaults(suiteName: "group.example")!)

      """
    let after = """
      import NamespacedDefaults
      extension DefaultsKeys {
      \tstatic let a = DefaultsKey<Bool>("a", defaultValue: false, store: UserDefaultsStore(group))
      \tstatic let b = DefaultsKey<Int?>("b", store: UserDefaultsStore(UserDefaults(suiteName: "group.example")!))
      \tstatic let c = DefaultsKey<Int>(
      \t\t"c",
      \t\tdefaultValue: 1,
      \t\tstore: UserDefaultsStore(.shared)
      \t)
      }
      DefaultsAdapter(store: UserDefaultsStore(group)).removeAll()
      DefaultsAdapter(store: UserDefaultsStore(UserDefaults(suiteName: "group.example")!)).removeAll()

      """
    #expect(try changed(before, by: "MovingFromDefaults") == after)
  }

  @Test func theScriptForDefaultsTakesKeysWhoseNamesAreComputed() throws {
    let before = """
      import Defaults
      let d = Key<Int>(name(of: 1), default: 2)
      func e(_ id: String) -> Defaults.Key<String?> { Defaults.Key(id + ".e") }
      let f = Defaults.Key<Int>(id, default: 1, suite: group)
      Defaults.Keys.a.reset()
      Defaults.reset(.a, .b)
      key.reset()

      """
    let after = """
      import NamespacedDefaults
      let d = DefaultsKey<Int>(name(of: 1), defaultValue: 2)
      func e(_ id: String) -> DefaultsKey<String?> { DefaultsKey(id + ".e") }
      let f = DefaultsKey<Int>(id, defaultValue: 1, store: UserDefaultsStore(group))
      DefaultsKeys.a.remove()
      Defaults.remove(.a, .b)
      key.remove()

      """
    #expect(try changed(before, by: "MovingFromDefaults") == after)
  }

  @Test func theScriptForDefaultsLeavesOtherCodeAlone() throws {
    let code = """
      timer.invalidate()
      timer.reset()
      monkey.reset()
      object.key.reset()
      run(suite: tests)
      let plan = Plan(
        default: 1,
        suite: tests
      )
      let text = Label(key, default: "a, default: b")
      switch kind {
      default: break
      }
      dictionary["a", default: 0] += 1
      UserDefaults.standard.set(Keychain.Key("a"), forKey: MyKey("b"))

      """
    #expect(try changed(code, by: "MovingFromDefaults") == code)
  }

  @Test func theScriptForSwiftyUserDefaultsChangesNames() throws {
    let before = """
      import SwiftyUserDefaults
      var observer: DefaultsDisposable?
      @SwiftyUserDefault(keyPath: \\.theme, options: [.cached, .observed]) var theme: String
      observer = Defaults.observe(key: nameKey, options: [.initial]) { update in print(update.newValue ?? "none") }
      observer = Defaults.observe(\\.visits) { update in show((update.newValue ?? max(1, 2)) + 1) }
      observer = Defaults.observe(\\.visits, options: [.new, .initial]) { update in show(update) }

      """
    let after = """
      import NamespacedDefaults
      var observer: DefaultsObservation?
      @Default(\\.theme, options: [.cached, .observed]) var theme: String
      observer = Defaults.observe(nameKey, initial: true) { update in print(update.newValue ?? "none") }
      observer = Defaults.key(\\.visits).observe { update in show((update.newValue ?? max(1, 2)) + 1) }
      observer = Defaults.key(\\.visits).observe(initial: true) { update in show(update) }

      """
    #expect(try changed(before, by: "MovingFromSwiftyUserDefaults") == after)
  }

  @Test func theScriptForSwiftyUserDefaultsLeavesOtherCodeAlone() throws {
    let code = """
      subscription.dispose()
      object.observe(key: "a")

      """
    #expect(try changed(code, by: "MovingFromSwiftyUserDefaults") == code)
  }

  /// Returns what the script that an article names makes of some code.
  private func changed(_ code: String?, by article: String) throws -> String {
    let commands = try #require(try MarkdownFile(article: article).script)
    let script = try #require(commands.firstMatch(of: /Examples\/Moving\/[a-z-]+/)?.output)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(try #require(code).utf8).write(to: file)
    let process = Process()
    process.executableURL = MarkdownFile.root.appending(path: script)
    process.arguments = [file.path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try String(contentsOf: file, encoding: .utf8)
  }

  // MARK: What is stored

  @Test func whatSwiftyUserDefaultsLeftIsRead() throws {
    let store = InMemoryStore([
      "visits": 4, "flavor": "sour", "searches": .data(Data(#"["a","b"]"#.utf8)),
      "favorite": .data(Data(#"{"title":"Soup"}"#.utf8)),
    ])
    Defaults.withStore(store) {
      #expect(Defaults.flavor == .sour)
      #expect(Defaults.nickname == nil)
      #expect(Defaults.sharedSearches == ["a", "b"])
      Defaults.sharedSearches.append("c")
      #expect(store.value(forKey: "searches") == .data(Data(#"["a","b","c"]"#.utf8)), "as the other library writes it")
      _ = search(for: "d")
      #expect(store.value(forKey: "visits") == 5)
      #expect(store.value(forKey: "searches") == ["a", "b", "c", "d"])
      #expect(store.value(forKey: "favorite") == .data(Data(#"{"title":"Soup!"}"#.utf8)))
    }
  }

  #if UserDefaults
    @Test func anArchiveOfURLsIsRead() throws {
      let urls = [try #require(URL(string: "https://a.b/c?d=e")), URL(filePath: "/tmp/", directoryHint: .isDirectory)]
      let archive = try NSKeyedArchiver.archivedData(withRootObject: urls as NSArray, requiringSecureCoding: true)
      let store = InMemoryStore(["links": .data(archive)])
      Defaults.withStore(store) {
        #expect(Defaults.links.map(\.absoluteString) == ["https://a.b/c?d=e", "file:///tmp/"])
        Defaults.links.removeLast()
        #expect(store.value(forKey: "links")?.decoded(as: Data.self) != nil, "as the other library writes it")
        #expect(Defaults.links == [urls[0]])
      }
    }
  #endif

  @Test func whatDefaultsLeftIsRead() async throws {
    let store = InMemoryStore(["quality": 0.5, "tint": #""red""#, "project": #"{"name":"Old"}"#])
    await Defaults.withStore(store) {
      #expect(Defaults[.tint] == .red)
      #expect(Defaults[.project]?.name == "Old")
      Defaults[.sharedTint] = .blue
      Defaults[.sharedProject]?.name = "New"
      #expect(store.value(forKey: "tint") == #""blue""#, "as the other library writes it")
      #expect(store.value(forKey: "project") == #"{"name":"New"}"#)
      let task = Task { await export() }
      task.cancel()
      await task.value
      #expect(store.value(forKey: "quality") == 0.6)
      #expect(store.value(forKey: "project") == .data(Data(#"{"name":"Plan"}"#.utf8)))
      Defaults[.tint] = .red
      #expect(store.value(forKey: "tint") == "red")
    }
  }

  // MARK: What the articles add

  @Test(.timeLimit(.minutes(60))) @MainActor
  func anOwnerFollowsASetting() async {
    let exporter = Exporter()
    exporter.follow()
    Defaults[.quality] = 0.25
    while exporter.quality != 0.25 { await Task.yield() }
  }

  @Test func oneHandlerKeepsTwoKeysTogether() {
    let observation = keepPreviewBelowQuality()
    Defaults[.previewQuality] = 1
    #expect(Defaults[.previewQuality] == 0.8)
    Defaults[.quality] = 0.25
    #expect(Defaults[.previewQuality] == 0.25)
    observation.cancel()
  }
}
