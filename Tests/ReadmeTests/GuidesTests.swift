import Foundation
import NamespacedDefaults
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import Observation
import Synchronization
import Testing

/// The articles' code compiles, runs and does what they say.
@Suite(.isolatedDefaults)
struct GuidesTests {
  @Test(arguments: ["Observing": 10, "CustomStores": 2, "Formats": 1, "Platforms": 1, "NamespacedDefaultsUI": 2])
  func everyBlockIsCompiledHere(article: String, count: Int) throws {
    let file = try MarkdownFile(article: article)
    #expect(file.blocks.count == count)
    try file.expectBlocks(in: "Guides.swift")
  }

  @Test(.timeLimit(.minutes(1)))
  func aNewIntervalCountsAtOnceAndAnErrorEndsTheWork() async {
    struct Enough: Error {}
    Defaults[.saveInterval] = .seconds(3600)
    let saves = Mutex(0)
    await #expect(throws: Enough.self) {
      try await saveRegularly {
        let count = saves.withLock { count in
          count += 1
          return count
        }
        if count == 3 { throw Enough() }
        Defaults[.saveInterval] = .seconds(3600 - count)
      }
    }
    #expect(saves.withLock { $0 } == 3)
  }

  /// Tests/Apple/check compiles it for Apple's platforms.
  @Test func theArticleOnAppsIsCompiled() throws {
    let file = try MarkdownFile(article: "OnApplePlatforms")
    #expect(file.blocks.count == 7)
    try file.expectBlocks(in: "InAnApp.swift")
  }

  @Test func theArticleOnEvolvingIsCompiled() throws {
    let file = try MarkdownFile(article: "EvolvingYourSettings")
    #expect(file.blocks.count == 8)
    try file.expectBlocks(in: "Evolving.swift")
    try MarkdownFile(article: "NamespacedDefaultsMigration").expectBlocks(in: "Usage.swift")
    try MarkdownFile(article: "NamespacedDefaultsAudit").expectBlocks(in: "Evolving.swift")
  }

  @Test func aNewPropertyComesFromTheDefaultOrFromTheType() throws {
    try Defaults.store.set(#"{"host":"a"}"#, forKey: "mailbox")
    try Defaults.store.set([#"{"host":"b"}"#], forKey: "mailboxes")
    #expect(Defaults[.mailbox].host == "a")
    #expect(Defaults[.mailbox].port == 587)
    #expect(Defaults[.mailboxes].map(\.host) == ["b"])
    #expect(Defaults[.mailboxes].map(\.port) == [25])
  }

  @Test func theArticleOnSettableProtocolsIsCompiled() throws {
    let file = try MarkdownFile(article: "SettableProtocols")
    #expect(file.blocks.count == 5)
    try file.expectBlocks(in: "Usage.swift")
  }

  @Test func theFirstStepsAreCompiled() throws {
    let file = try MarkdownFile(article: "FirstSteps")
    #expect(file.blocks.count == 5)
    try file.expectBlocks(in: "Usage.swift")
  }

  @Test func theArticleOnNamingIsCompiled() throws {
    let file = try MarkdownFile(article: "NamingSettings")
    #expect(file.blocks.count == 5)
    try file.expectBlocks(in: "Usage.swift")
  }

  @Test func theArticleOnTransactionsIsCompiled() throws {
    let file = try MarkdownFile(article: "Transactions")
    #expect(file.blocks.count == 1)
    try file.expectBlocks(in: "Usage.swift")
  }

  @Test func aStringHasTheDefaultOfItsType() {
    #expect(Mail.string(forKey: .host) == "localhost")
    #expect(Mail.string(forKey: .signature) == nil)
  }

  @Test func theDefaultSaysTheType() {
    configureSite()
    #expect(Site[.host] == "localhost.local")
    #expect(Site[.sendsReports] == nil)
    #expect(Site[.ports] == [80, 443])
    #expect(Site[.theme] == .dark)
  }

  @Test func theLandingPagesAreREADMEsCode() throws {
    try MarkdownFile(article: "NamespacedDefaults").expectBlocks(in: "Usage.swift")
    try MarkdownFile(
      "Sources/NamespacedDefaultsTesting/NamespacedDefaultsTesting.docc/NamespacedDefaultsTesting.md"
    ).expectBlocks(in: "Usage.swift")
  }

  // MARK: What a store promises

  @Test(arguments: [("StorePromises", 50), ("SyncPromises", 20), ("Security", 20), ("Assumptions", 10)])
  func everyPromiseNamesATestThatExists(page: String, least: Int) throws {
    let page = try MarkdownFile(article: page)
    let names = try page.section("tests").rows.flatMap { try testNames(in: #require($0.last)) }
    #expect(names.count > least)
    let tests = try declaredTests()
    #expect(names.filter { !tests.contains($0) } == [])
  }

  @Test func theBatteryIsListedAsItIs() throws {
    let page = try MarkdownFile(article: "StorePromises")
    let names = try page.section("battery").rows.flatMap { try testNames(in: #require($0.last)) }
    #expect(names == StoreBattery.allCases.map(\.rawValue))
  }

  @Test func theFloorsAreThoseThatAreChecked() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: MarkdownFile.root.appending(path: path), encoding: .utf8)
    }
    let drawn = try text("Sources/NamespacedDefaults/README.md").matches(of: /(?m)^ +\d+ {3}([\w\/]+(?: · [\w\/]+)*)/)
    let list = try #require(try text(".ci/check-floors").firstMatch(of: /\ncore="([^"]+)"/))
    let floors = drawn.map { $0.output.1.replacing(" ·", with: "") }
    let checked: [Substring] = list.output.1.split(separator: "\n").reversed()
    #expect(floors == checked)
  }

  /// What stands between backquotes.
  private func testNames(in cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { $0.offset.isMultiple(of: 2) == false }.map(\.element)
  }

  private func declaredTests() throws -> Set<String> {
    let root = MarkdownFile.root.appending(path: "Tests")
    let targets = try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix("NamespacedDefaults") }
    let files = targets.flatMap { target in
      FileManager.default.enumerator(at: target, includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    }
    return try files.reduce(into: []) { names, file in
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: /@Test[\s\S]*?func (\w+)\(/) {
        names.insert(String(match.output.1))
      }
    }
  }

  // MARK: Observing

  @Test func aModelIsObservable() {
    let model = ReaderModel()
    let fired = Atomic(false)
    withObservationTracking {
      #expect(!model.isLarge)
    } onChange: {
      fired.store(true, ordering: .relaxed)
    }
    Defaults[.fontSize] = 20
    let hasFired = fired.load(ordering: .relaxed)
    #expect(hasFired)
    #expect(model.isLarge)
    model.fontSize = 12
    #expect(Defaults[.fontSize] == 12)
  }

  @Test func sequencesEndWithTheirTask() async {
    let tasks = [Task { await followFontSize() }, Task { await followReader() }, Task { await logReader() }]
    for task in tasks {
      task.cancel()
      await task.value
    }
  }

  @Test func aCallbackHearsOfTheCurrentValueAndOfEachNewOne() {
    let sizes = Mutex<[Double]>([])
    let loader = FontLoader { size in sizes.withLock { $0.append(size) } }
    Defaults[.fontSize] = 15
    #expect(sizes.withLock { $0 } == [14, 15])
    withExtendedLifetime(loader) {}
  }

  @MainActor @Test func aPanelOnTheMainActorFollows() async {
    let panel = FontPanel()
    Defaults[.fontSize] = 20
    while panel.size != 20 { await Task.yield() }
  }

  @Test func aProgramWaits() async throws {
    let file = TemporaryFile()
    let store = try FileStore(path: file.url.path)
    try store.set(true, forKey: "Worker.isPaused")
    let waiting = Task { try await waitUntilResumed(path: file.url.path) }
    try store.set(false, forKey: "Worker.isPaused")
    try await waiting.value
  }

  // MARK: Custom stores

  #if UserDefaults
    @Test func theCustomStoreKeepsItsValues() throws {
      let file = TemporaryFile()
      try PropertyListFileStore(file.url).set(["a": 1, "b": ["c": [true, 0.5, "x"]]])
      let store = try PropertyListFileStore(file.url)
      #expect(try store.keys().sorted() == ["a", "b"])
      #expect(try store.value(forKey: "a") == 1)
      #expect(try store.value(forKey: "b") == ["c": [true, 0.5, "x"]])
    }
  #endif

  // MARK: Formats

  @Test func theDescribedFormatIsWhatIsInAFile() throws {
    let file = TemporaryFile()
    let store = try FileStore(path: file.url.path)
    try store.set(["text": "żółw", "number": -5, "list": [true, 1.5], "gone": .data(Data([1, 2]))])
    try store.set(nil, forKey: "gone")
    try store.set(["a": 300], forKey: "number")
    #expect(
      try describedContents(of: file.url) == [
        "text": .string("żółw"), "list": .array([.bool(true), .double(1.5)]),
        "number": .dictionary(["a": .integer(300)]),
      ]
    )
  }

  // MARK: Evolving

  @Test func theDryRunIsPrintedAsItIsShown() throws {
    let store = InMemoryStore(["isUserLoggedIn": true, "Account.timeout": 30])
    try Defaults.withStore(store) {
      let rename = DefaultsMigration.rename("isUserLoggedIn", to: Evolving.Account.key(.isUserLoggedIn))
      try Defaults.migrate([rename])
      let plan = try Defaults.migrate([rename, .renameNamespace("Account", to: "Profile")], dryRun: true)
      let isShown = try MarkdownFile(article: "EvolvingYourSettings").text.contains("```text\n\(plan)\n```")
      #expect(isShown, "\(plan)")
    }
  }

  #if UserDefaults
    @Test func theStepsMoveAndReshapeWhatIsStored() throws {
      try Defaults.store.set([
        "isUserLoggedIn": true, "Account.timeout": 30, "obsolete": 1, "server.a": "x", "server.b": "y", "runs": 4,
      ])
      Evolving.migrate()
      #expect(try Defaults.store.value(forKey: "Profile.isUserLoggedIn") == true)
      #expect(try Defaults.store.value(forKey: "Profile.timeout") == "30s")
      #expect(try Defaults.store.value(forKey: "servers") == ["x", "y"])
      #expect(try Defaults.store.keys().filter { $0.hasPrefix("Account.") || $0.hasPrefix("server.") } == [])
      #expect(!Defaults.hasKey("obsolete"))
      #expect(Defaults[.startCount] == 4)
    }

    @Test func aValueUnderTheNewNameIsKeptAtEachStart() throws {
      var printed: [String] = []
      try Defaults.store.set(["isUserLoggedIn": true, "Account.isUserLoggedIn": false])
      for _ in 0..<2 { Evolving.migrate { printed.append($0) } }
      #expect(try Defaults.store.value(forKey: "Profile.isUserLoggedIn") == false)
      #expect(printed == [])
    }

    @Test func aMigrationThatFailsDoesNotEndTheProgram() {
      var printed: [String] = []
      Defaults.withStore(FullStore()) { Evolving.migrate { printed.append($0) } }
      #expect(printed.map { $0.hasPrefix("Some settings are still those of an older release: ") } == [true])
    }
  #endif

  // MARK: Moving

  @Test func theArticleOnMovingFromUserDefaultsIsCompiled() throws {
    let file = try MarkdownFile(article: "MovingFromUserDefaults")
    #expect(file.blocks.count == 1)
    try file.expectBlocks(in: "MovingFromUserDefaults.swift")
  }

  #if UserDefaults
    @Test func rawValuesMoveIntoANamespace() throws {
      let shown = Date(timeIntervalSinceReferenceDate: 1000)
      let old = InMemoryStore([
        "onboardingDone": true, "lastOnboarding": .date(shown), "volume": 1, "feeds": ["https://a.b", "/tmp/x"],
      ])
      #if os(Linux)
        let store = InMemoryStore()
      #else
        let store = old
      #endif
      try Defaults.withStore(store) {
        try openSettings(importingFrom: old)
        #expect(Onboarding.bool(forKey: .isDone))
        #expect(Onboarding.date(forKey: .lastShown) == shown)
        #expect(Defaults[.volume] == 1)
        #expect(Defaults[.feeds].map(\.absoluteString) == ["https://a.b", "file:///tmp/x"])
        #expect(store.keys().contains("onboardingDone") == false)
        showOnboarding()
      }
    }
  #endif
}

/// A path in a directory of its own, at which there is no file yet, and at the end none any more.
final class TemporaryFile {
  let directory = FileManager.default.temporaryDirectory.appending(path: "NamespacedDefaults-\(UUID().uuidString)")
  var url: URL { directory.appending(path: "settings.defaults") }

  init() { try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }
}
