import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsTesting
import Testing

/// What belongs to an account, whose settings are the namespace of an instance.
@Suite(.isolatedDefaults)
struct AccountTests {
  /// An account with every kind of declaration that there is.
  private struct Account: BoolDefaultSettable, IntegerDefaultSettable, FloatDefaultSettable, DoubleDefaultSettable,
    StringDefaultSettable, URLDefaultSettable, DataDefaultSettable, DateDefaultSettable, StringArrayDefaultSettable,
    ArrayDefaultSettable, DictionaryDefaultSettable, ObjectDefaultSettable, OwnDefaultSettable
  {
    let id: String
    var namespace: String { "Account.\(id)" }

    enum BoolKey: String { case isOn }
    enum IntegerKey: String, CaseIterable { case count = "a.count" }
    enum FloatKey: String { case gain }
    enum DoubleKey: String { case volume }
    enum StringKey: String { case name }
    enum URLKey: String { case homepage }
    enum DataKey: String { case avatar }
    enum DateKey: String { case birthday }
    enum StringArrayKey: String { case tags }
    enum ArrayKey: String { case scores }
    enum DictionaryKey: String { case limits }
    enum ObjectKey: String { case profile }
    enum OwnKey: String { case own }

    var accent: DefaultsKey<Int> { key("accent", defaultValue: 1) }
    var fontSize: DefaultsKey<Double> { key("font.size", defaultValue: 13) }
    var columns: DefaultsKey<Int> { key("columns", defaultValue: 4).renamed(from: "old.columns") }
    var width: DefaultsKey<Int> { key("width", defaultValue: 4).renamed(fromStoredName: "width of \(id)") }
    var token: DefaultsKey<String?> { key("token", of: String.self).secret() }
    var address: DefaultsKey<[String: String]> { key("address", defaultValue: [:]) }
    var keys: [DefaultsKeys] { [fontSize, columns, width] }

    func setAll() {
      set(true, forKey: .isOn)
      set(3, forKey: .count)
      set(0.5, forKey: .gain)
      set(0.25, forKey: .volume)
      set("Ada", forKey: .name)
      set(URL(string: "https://x.y"), forKey: .homepage)
      set(Data([7]), forKey: .avatar)
      set(Date(timeIntervalSinceReferenceDate: 7), forKey: .birthday)
      set(["x"], forKey: .tags)
      self[ArrayKey.scores] = [7]
      self[DictionaryKey.limits] = ["x": 7]
      set(Person(name: "Ada"), forKey: ObjectKey.profile)
      key(.own).value = 7
      accent.value = 2
      fontSize.value = 9
      columns.value = 5
      width.value = 5
      token.value = "secret"
      address[\.["city"]].value = "Paris"
      Defaults["\(namespace).script"] = 1
    }
  }

  private static let names = [
    "a.count", "accent", "address", "avatar", "birthday", "columns", "font.size", "gain", "homepage", "isOn", "limits",
    "name", "own", "profile", "scores", "script", "tags", "token", "volume", "width",
  ]

  @Test func removingAnAccountLeavesNothingOfItAndAllOfAnother() throws {
    let (ada, bob) = (Account(id: "ada@x.org"), Account(id: "ada@x.org.uk"))
    ada.setAll()
    bob.setAll()
    #expect(ada.storedKeys == Self.names.map { "Account.ada@x.org.\($0)" })
    ada.removeAll()
    #expect(try Defaults.store.keys().sorted() == Self.names.map { "Account.ada@x.org.uk.\($0)" })
  }

  @Test func anAccountIsRemovedByAProgramThatHasUsedNothingOfIt() throws {
    Account(id: "ada").setAll()
    let stored = try Defaults.store.keys().map { ($0, try Defaults.store.value(forKey: $0)) }
    try Defaults.withStore(InMemoryStore()) {
      try Defaults.store.set(Dictionary(uniqueKeysWithValues: stored))
      Account(id: "ada").removeAll()
      #expect(try Defaults.store.keys() == [])
    }
  }

  @Test func whatAnOlderReleaseStoredOfAnAccountIsRemoved() throws {
    try Defaults.store.set(5, forKey: "Account.ada.old.columns")
    try Defaults.store.set(5, forKey: "width of ada")
    try Defaults.store.set(5, forKey: "width of bob")
    #expect(Account(id: "ada").storedKeys == ["Account.ada.old.columns", "width of ada"])
    Account(id: "ada").removeAll()
    #expect(try Defaults.store.keys() == ["width of bob"])
  }

  @Test func aPreviousNameThatAnotherNamespaceReadsIsNotRemoved() throws {
    enum Editor: KeyNamespaceable { static let width = key("width", defaultValue: 1).renamed(fromStoredName: "width") }
    enum Viewer: KeyNamespaceable { static let width = key("width", defaultValue: 1).renamed(fromStoredName: "width") }
    try Defaults.store.set(5, forKey: "width")
    _ = (Editor.width.value, Viewer.width.value)
    Editor.removeAll()
    #expect(Viewer.width.value == 5)
  }

  private struct Calendar: BoolDefaultSettable {
    let id: String
    var namespace: String { "Account.\(id)" }
    enum BoolKey: String { case isShown }
  }

  @Test(arguments: [true, false])
  func anAccountIsRemovedWithWhatAnotherTypeHasOfIt(isUsed: Bool) throws {
    try Defaults.store.set(true, forKey: "Account.ada.isShown")
    if isUsed { _ = Calendar(id: "ada").bool(forKey: .isShown) }
    Account(id: "ada").removeAll()
    #expect(try Defaults.store.keys() == [])
  }

  private struct Document: KeyNamespaceable {
    let id: String
    var namespace: String { "Document.\(id)" }
    var fontSize: DefaultsKey<Int> { key("font.size", defaultValue: 1) }
    var size: DefaultsKey<Int> { key("size", defaultValue: 1) }
    var keys: [DefaultsKeys] { [fontSize, size] }
  }

  @Test func twoNamespacesOfInstancesWithOneNameAreReportedOnce() {
    let problems = problems {
      for _ in 0..<3 { _ = (Document(id: "ada").fontSize.value, Document(id: "ada.font").size.value) }
    }
    #expect(
      problems.map(\.description) == [
        """
        collision for "Document.ada.font.size": it is a name in two namespaces, "Document.ada" and "Document.ada.font", \
        which share one stored value; let ids, or names, have no dots
        """
      ]
    )
  }

  // MARK: Names with a dot

  private enum Dotted {
    struct Listed: BoolDefaultSettable, IntegerDefaultSettable {
      enum BoolKey: String, CaseIterable { case isOn = "a.isOn" }
      enum IntegerKey: String { case count }
      static let size = key("a.size", defaultValue: 1)
      static let keys = [size]
      var namespace: String { "Listed.7" }
      var width: DefaultsKey<Int> { key("a.width", defaultValue: 1) }
      var keys: [DefaultsKeys] { [width] }
    }

    struct Unlisted: BoolDefaultSettable {
      enum BoolKey: String { case isOn = "a.isOn" }
      static let size = key("a.size", defaultValue: 1)
      var namespace = "Unlisted"
      var width: DefaultsKey<Int> { key("a.width", defaultValue: 1) }
    }

    final class Model { @Default("a.zoom", in: Unlisted.self) var zoom = 1.0 }
  }

  @Test func aListedNameWithADotIsNoProblem() {
    let problems = problems {
      Dotted.Listed.set(true, forKey: .isOn)
      Dotted.Listed.size.value += 1
      let problemsOfInstances = self.problemsOfListedInstances()
      #expect(problemsOfInstances.isEmpty)
    }
    #expect(problems.map(\.description) == [])
  }

  private func problemsOfListedInstances() -> [DefaultsProblem] {
    Defaults.withStore(InMemoryStore()) {
      problems {
        Dotted.Listed().set(true, forKey: .isOn)
        Dotted.Listed().width.value += 1
        _ = NamespaceAudit(instances: ["Listed.*": Dotted.Listed().keys])
      }
    }
  }

  struct Use: CustomTestStringConvertible, Sendable {
    let name: String
    let use: @Sendable () -> Void
    var testDescription: String { name }

    init(_ name: String, _ use: @escaping @Sendable () -> Void) { (self.name, self.use) = (name, use) }
  }

  private static let unlisted = [
    Use("a.isOn") { Dotted.Unlisted.set(true, forKey: .isOn) },
    Use("a.isOn") { _ = Dotted.Unlisted.bool(forKey: .isOn) },
    Use("a.isOn") { Dotted.Unlisted().set(true, forKey: .isOn) },
    Use("a.isOn") { _ = Dotted.Unlisted().key(.isOn).value },
    Use("a.size") { Dotted.Unlisted.size.value += 1 },
    Use("a.size") { _ = Defaults[Dotted.Unlisted.size] },
    Use("a.width") { Dotted.Unlisted().width.value += 1 },
    Use("a.zoom") { _ = Dotted.Model().zoom },
  ]

  @Test(arguments: unlisted)
  func aNameWithADotThatNoListHasIsReportedOnce(_ use: Use) {
    let problems = problems {
      for _ in 0..<3 { use.use() }
    }
    #expect(
      problems.map(\.description) == [
        """
        collision for "Unlisted.\(use.name)": removeAll() of "Unlisted" finds a name with a dot in it only in a list: make \
        its key enum CaseIterable, or list the key in keys
        """
      ]
    )
  }

  @Test func aNameWithADotThatNoListHasStopsADebugBuildWithoutAHandler() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Defaults.withStore(InMemoryStore()) { Dotted.Unlisted.size.value = 2 }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains(#"removeAll() of "Unlisted" finds a name with a dot in it only in a list"#))
  }

  @Test(arguments: unlisted)
  func whatThisProgramHasUsedIsRemovedWithoutAList(_ use: Use) throws {
    _ = problems { use.use() }
    try Defaults.store.set(true, forKey: "Unlisted.\(use.name)")
    #expect(Dotted.Unlisted.storedKeys == ["Unlisted.\(use.name)"])
    Dotted.Unlisted.removeAll()
    #expect(try Defaults.store.keys() == [])
  }

  @Test func aTypeDoesNotTakeWhatItsInstancesHaveUsed() throws {
    struct Account: KeyNamespaceable {
      var namespace: String { "Account.7" }
      var x: DefaultsKey<Int> { key("x", defaultValue: 1) }
    }
    Account().x.value = 2
    Account.removeAll()
    #expect(try Defaults.store.keys() == ["Account.7.x"])
  }

  @Test func beyondTheBoundOfUsedNamesTheListDecides() throws {
    _ = problems {
      for number in 0..<2_048 { _ = DefaultsKey("\(number)", defaultValue: 1).value }
      Dotted.Unlisted.size.value = 2
      Dotted.Listed.size.value = 2
    }
    Dotted.Unlisted.removeAll()
    Dotted.Listed.removeAll()
    #expect(try Defaults.store.keys() == ["Unlisted.a.size"])
  }

  // MARK: Accounts that share a setting

  private struct User: BoolDefaultSettable {
    let id: String
    var namespace: String { "User.\(id)" }
    enum BoolKey: String { case isAdmin }
    let accent: DefaultsKey<Int> = key("accent", defaultValue: 1)
    var theme: DefaultsKey<Int> { key("theme", defaultValue: 1) }
    static let isFirstRun = key("isFirstRun", defaultValue: true)
    static let keys = [isFirstRun]
  }

  private static let shared = [
    Use("accent") { User(id: "ada").accent.value += 1 },
    Use("accent") { _ = User(id: "ada").accent.value },
    Use("isAdmin") { User.set(true, forKey: .isAdmin) },
    Use("isAdmin") { _ = User.bool(forKey: .isAdmin) },
    Use("isAdmin") { User[.isAdmin].toggle() },
  ]

  @Test(arguments: shared, [true, false])
  func aSettingThatAllAccountsShareIsReportedOnce(_ use: Use, first: Bool) {
    let problems = problems {
      if first { use.use() }
      User(id: "ada").theme.value = 2
      User(id: "bob").set(true, forKey: .isAdmin)
      for _ in 0..<3 { use.use() }
    }
    #expect(
      problems.map(\.description) == [
        """
        collision for "User.\(use.name)": it is one setting for all instances of User, and "User.ada" is the namespace of \
        one: use the key of the instance, or list it in the type's keys if all share it
        """
      ]
    )
  }

  @Test func aSettingInTheListOfTheTypeIsMeantToBeShared() {
    let problems = problems {
      User(id: "ada").theme.value = 2
      User.isFirstRun.value = false
    }
    #expect(problems.map(\.description) == [])
  }

  /// A program may use the keys of its accounts alone.
  @Test func anAuditThatReadsASettingDoesNotUseIt() throws {
    struct Account: BoolDefaultSettable {
      let id: String
      var namespace: String { "Account.\(id)" }
      static let namespace = "Account"
      enum BoolKey: String, CaseIterable { case isPremium }
    }
    let problems = problems {
      let audit = NamespaceAudit(Account.self, keys: [DefaultsKey("Account.isPremium", defaultValue: 1)])
      _ = try? audit.validate()
      for key in audit.keys { _ = (try? key.read(), "\(key)", key.origins()) }
      Account(id: "bob").set(true, forKey: .isPremium)
      #expect(Account(id: "bob")[.isPremium])
    }
    #expect(problems.map(\.description) == [])
    #expect(Defaults.store.context.usedNames == ["Account.bob.isPremium"])
  }

  @Test func instancesWithTheNamespaceOfTheirTypeShareOnPurpose() {
    let problems = problems {
      Everyone().set(true, forKey: .isOn)
      Everyone.set(true, forKey: .isOn)
      Everyone().accent.value = 2
    }
    #expect(problems.map(\.description) == [])
  }

  private struct Everyone: BoolDefaultSettable {
    enum BoolKey: String { case isOn }
    var accent: DefaultsKey<Int> { key("accent", defaultValue: 1) }
  }

  // MARK: A namespace that changes

  fileprivate struct Mine: BoolDefaultSettable {
    @TaskLocal static var user = "ann"
    static var namespace: String { "Mine.\(user)" }
    enum BoolKey: String { case isPro }
    static let theme = key("theme", defaultValue: 1)
  }

  private static let changed = [
    Use("isPro") { Mine.set(true, forKey: .isPro) },
    Use("isPro") { _ = Mine.bool(forKey: .isPro) },
    Use("theme") { Mine.theme.value += 1 },
    Use("theme") { _ = Mine.theme.value },
  ]

  @Test(arguments: changed)
  func aNamespaceThatChangesIsReportedOnce(_ use: Use) {
    let problems = problems {
      use.use()
      Mine.$user.withValue("bob") { for _ in 0..<3 { use.use() } }
    }
    #expect(
      problems.map(\.description) == [
        """
        collision for "Mine.ann.\(use.name)": the namespace of Mine is "Mine.bob" now, and its keys keep the one that they \
        were made with: a namespace that changes is one of an instance
        """
      ]
    )
  }
}

extension AccountTests {
  /// Reads a value until it is remembered, as is done in no test's own store, and again in a namespace that has changed.
  private static func readInAnotherNamespace(_ read: @escaping () -> Void) {
    Defaults.store = InMemoryStore()
    Defaults.problemHandler = { if $0.description.contains("Mine.bob") { exit(7) } }
    for _ in 0..<100 { read() }
    Mine.$user.withValue("bob", operation: read)
  }

  @Test func aRememberedReadReportsANamespaceThatHasChanged() async {
    await #expect(processExitsWith: .exitCode(7)) { Self.readInAnotherNamespace { _ = Mine.theme.value } }
    await #expect(processExitsWith: .exitCode(7)) { Self.readInAnotherNamespace { _ = Mine.bool(forKey: .isPro) } }
  }
}

private protocol OwnDefaultSettable: KeyNamespaceable {
  associatedtype OwnKey: RawRepresentable<String>
}

extension OwnDefaultSettable {
  func key(_ key: OwnKey) -> DefaultsKey<Int> { DefaultsKey(key, in: self, defaultValue: 0) }
}
