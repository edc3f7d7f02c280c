import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import NamespacedDefaultsTesting
import TestSupport
import Testing

/// A process with a test that has the trait keeps everything from the settings of the person who runs the tests.
@Suite(.isolatedDefaults)
struct IsolationTests {
  private let store = InMemoryStore(["count": 3])

  @Test func aStoreOfTheSuiteIsWhatItIs() {
    #expect(DefaultsKey("count", defaultValue: 0, store: store).value == 3)
  }

  @Test func aNamedStoreIsInATemporaryDirectory() throws {
    let path = try FileStore(name: "NamespacedDefaultsTests.isolation").path
    let isTemporary =
      path.contains("/NamespacedDefaults.") && path.hasSuffix("/NamespacedDefaultsTests.isolation.defaults")
    #expect(isTemporary, "these tests are not isolated, and would write \(path)")
  }

  /// A process in which no trait is created.
  @Test func aTestOfXCTestIsolatesItsProcess() async {
    await #expect(processExitsWith: .success) {
      let before = try FileStore.directory(of: .config)
      IsolatedDefaults.setUp()
      let after = try FileStore.directory(of: .config)
      #expect(!before.contains("/NamespacedDefaults."))
      #expect(after.contains("/NamespacedDefaults."))
    }
  }
}

/// A store that the program names itself, where it declares a type or a key.
private let group = DiskStore()

/// Another one.
private let otherGroup = DiskStore()

private struct Shared: IntegerDefaultSettable {
  static let namespace = "IsolationTests.Shared"
  static let store: any DefaultsStore = group
  static let total = key("total", defaultValue: 0)
  static let inOtherGroup = DefaultsKey("IsolationTests.Shared.total", defaultValue: 0, store: otherGroup)
  enum IntegerKey: String { case count }
}

private struct Member: IntegerDefaultSettable {
  var namespace: String { "IsolationTests.Member" }
  var store: any DefaultsStore { group }
  enum IntegerKey: String { case count }
}

/// What counts as a store that is neither in memory nor that of the test.
private final class DiskStore: DefaultsStore, DefaultsStorage {
  let context = DefaultsStoreContext(announcesEveryChange: true)
  private let values = Lockbox<[String: PropertyListValue]>([:])

  func storedValue(forKey name: String) -> PropertyListValue? { values.value[name] }
  func storedKeys() -> [String] { Array(values.value.keys) }
  func persist(_ changes: [DefaultsChange]) {}
  func apply(_ changes: [DefaultsChange]) {
    values.change { for change in changes { $0[change.key] = change.newValue } }
  }
  func synchronize() {}
}

/// The stores that a program names itself are new in each test.
@Suite struct NamedStoreIsolationTests {
  /// A setting in such a store.
  struct Setting: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let get: @Sendable () throws -> Int
    let set: @Sendable (Int) throws -> Void
  }

  static var settings: [Setting] {
    let key = DefaultsKey("IsolationTests.key", defaultValue: 0, store: group)
    var settings = [
      Setting(testDescription: "type") {
        Shared.integer(forKey: .count)
      } set: {
        Shared.set($0, forKey: .count)
      },
      Setting(testDescription: "in-place change") {
        Shared[.count]
      } set: {
        Shared[.count] += $0
      },
      Setting(testDescription: "typed key") {
        Shared.total.value
      } set: {
        Shared.total.value = $0
      },
      Setting(testDescription: "throwing calls") {
        try Shared.total.read()
      } set: {
        try Shared.total.write($0)
      },
      Setting(testDescription: "instance") {
        Member().integer(forKey: .count)
      } set: {
        Member().set($0, forKey: .count)
      },
      Setting(testDescription: "key with a store") {
        key.value
      } set: {
        key.value = $0
      },
      Setting(testDescription: "names") {
        Shared.storedKeys.count
      } set: { _ in
        Shared.total.value = 7
      },
      Setting(testDescription: "audit") {
        NamespaceAudit(Shared.self).undeclaredKeys.count
      } set: { _ in
        try Shared.total.store.set(7, forKey: "IsolationTests.Shared.unknown")
      },
    ]
    #if UserDefaults
      settings.append(
        Setting(testDescription: "adapter of a suite") {
          try DefaultsAdapter(suiteName: "NamespacedDefaultsTests.isolation")["count"].int ?? 0
        } set: {
          try DefaultsAdapter(suiteName: "NamespacedDefaultsTests.isolation")["count"] = $0
        }
      )
    #endif
    return settings
  }

  @Test(arguments: settings) func noTestSeesTheValueOfAnother(_ setting: Setting) async throws {
    for _ in 1...2 {
      try await isolated {
        #expect(try setting.get() == 0)
        try setting.set(1)
        #expect(try setting.get() == 1)
        let ofTask = try await Task { try setting.get() }.value
        #expect(ofTask == 1)
      }
    }
    let names = try group.keys()
    #expect(names == [])
  }

  @Test func twoStoresStayApart() async throws {
    try await isolated {
      Shared.total.value = 1
      #expect(Shared.inOtherGroup.value == 0)
      let names = try Defaults.store.keys()
      #expect(names == [])
    }
  }

  @Test func allOfANamespaceIsRemovedWhereItIs() async throws {
    try await isolated {
      Shared.total.value = 1
      Shared.removeAll()
      #expect(Shared.total.value == 0)
    }
  }

  @Test func aStoreThatTheTestHasMadeIsWhatItIs() async throws {
    let directory = try TemporaryDirectory()
    try await isolated {
      let stores: [any DefaultsStore] = [
        InMemoryStore(), DiskStore(), LayeredStore([InMemoryStore(), DiskStore()]),
        try FileStore(path: directory.file("a.defaults")), try JSONStore(path: directory.file("a.json")),
      ]
      for store in stores {
        DefaultsKey("count", defaultValue: 0, store: store).value = 3
        #expect(try store.value(forKey: "count") == 3, "\(store)")
      }
    }
  }

  #if UserDefaults
    @Test func aSuiteThatIsOpenedInATestIsAPersons() async throws {
      let suite = try TemporarySuite()
      try await isolated {
        let store = try UserDefaultsStore(suiteName: suite.name + ".other")
        DefaultsKey("count", defaultValue: 0, store: store).value = 3
        let names = try store.keys()
        #expect(names == [])
      }
    }
  #endif

  /// A program may have settings of its session in such a store.
  @Test func aStoreInMemoryOfTheProgramIsNewInEachTest() async throws {
    let key = DefaultsKey("count", defaultValue: 0, store: InMemoryStore())
    for _ in 1...2 { try await isolated { key.value += 1 } }
    #expect(key.value == 0)
    try await isolated { #expect(key.value == 0) }
  }

  @Test func aStoreThatTheTestHasSetIsWhatItIs() async throws {
    let (first, second, third) = (DiskStore(), DiskStore(), DiskStore())
    let keys = [first, second, third].map { DefaultsKey("count", defaultValue: 0, store: $0) }
    try await isolated(on: { first }) {
      Defaults.withStore(second) {}
      Defaults.store = third
      for key in keys { key.value += 1 }
    }
    #expect(keys.map(\.value) == [1, 1, 1])
  }

  @Test func anAdapterOfAStoreIsWhatItIs() async throws {
    let store = DiskStore()
    try await isolated { DefaultsAdapter(store: store)["count"] = 3 }
    #expect(try store.value(forKey: "count") == 3)
  }

  /// What the process has read before its first test is not what the test reads.
  @Test func aTestOfXCTestHasNewStoresToo() async {
    await #expect(processExitsWith: .success) {
      Shared.total.value = 5
      for _ in 0..<100 { #expect(Shared.total.value == 5) }  // so that it is remembered
      for _ in 1...2 {
        IsolatedDefaults.setUp()
        #expect(Shared.total.value == 0)
        Shared.total.value = 1
        #expect(Shared.total.value == 1)
      }
      let stored = try group.value(forKey: "IsolationTests.Shared.total")
      #expect(stored == 5)
    }
  }

  /// Runs a body as Swift Testing runs a test with the trait.
  private func isolated(
    on makeStore: @escaping @Sendable () -> any DefaultsStore = { InMemoryStore() },
    _ body: @Sendable () async throws -> Void
  ) async throws {
    // The program has opened its stores.
    _ = (group, otherGroup)
    let trait: IsolatedDefaults = .isolatedDefaults(makeStore)
    try await trait.provideScope(for: #require(Test.current), testCase: nil, performing: body)
  }
}

private enum LazilyOpened: KeyNamespaceable {
  static let store: any DefaultsStore = InMemoryStore(["LazilyOpened.count": 1])
  static let count = key("count", defaultValue: 0)
}

private struct OfLazilyOpened: IntegerDefaultSettable {
  static let store: any DefaultsStore = InMemoryStore(["OfLazilyOpened.count": 1])
  enum IntegerKey: String { case count }
}

/// A type and an instance that open a file at each use.
private struct OpenedAtEachUse: IntegerDefaultSettable {
  @TaskLocal static var path = ""
  static var store: any DefaultsStore { file }
  var store: any DefaultsStore { Self.file }
  private static var file: any DefaultsStore {
    do { return try FileStore(path: path) } catch { return InMemoryStore() }
  }
  var namespace = "OpenedAtEachUse.7"
  enum IntegerKey: String { case count }
}

extension IsolationTests {
  @Test func aFileThatIsOpenedAtEachUseHasOneStandIn() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file()
    try FileStore(path: path).set(1, forKey: "OpenedAtEachUse.count")
    OpenedAtEachUse.$path.withValue(path) {
      #expect(OpenedAtEachUse.integer(forKey: .count) == 0)
      OpenedAtEachUse.set(2, forKey: .count)
      OpenedAtEachUse().set(3, forKey: .count)
      #expect(OpenedAtEachUse.integer(forKey: .count) == 2)
      #expect(OpenedAtEachUse().integer(forKey: .count) == 3)
    }
    #expect(try FileStore(path: path).keys() == ["OpenedAtEachUse.count"])
  }

  /// Otherwise the first test that touches it would have the program's own.
  @Test(arguments: 1...3) func theStoreOfATypeHasAStandInAlsoInTheTestThatOpensIt(_: Int) {
    #expect(LazilyOpened.count.value == 0)
    #expect(OfLazilyOpened().integer(forKey: .count) == 0)
    OfLazilyOpened.set(2, forKey: .count)
    #expect(OfLazilyOpened().integer(forKey: .count) == 2)
    #expect(OfLazilyOpened().storedKeys == ["OfLazilyOpened.count"])
  }

  @Test @MainActor func observersOfAStoreThatTheTestHasMadeAreWaitedFor() async {
    final class Heard { var values: [Int] = [] }
    let (heard, store) = (Heard(), InMemoryStore())
    let key = DefaultsKey("count", defaultValue: 0, store: store)
    let observation = key.observe { @MainActor change in heard.values.append(change.newValue) }
    key.value = 7
    await Defaults.waitForObservers()
    #expect(heard.values == [7])
    observation.cancel()
  }
}
