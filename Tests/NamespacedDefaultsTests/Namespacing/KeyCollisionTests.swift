import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// What is reported when two declarations claim one stored name.
@Suite(.isolatedDefaults)
struct KeyCollisionTests {
  enum Login {
    struct Account: BoolDefaultSettable {
      enum BoolKey: String { case isOn }
    }
  }

  enum Profile {
    struct Account: BoolDefaultSettable {
      enum BoolKey: String { case isOn }
    }
  }

  struct Twofold: BoolDefaultSettable, IntegerDefaultSettable {
    enum BoolKey: String { case value }
    enum IntegerKey: String { case value }
  }

  @Test func twoTypesOfOneNameAreReportedOnce() {
    let problems = problems {
      Login.Account.set(true, forKey: .isOn)
      Profile.Account.set(true, forKey: .isOn)
      Login.Account.set(true, forKey: .isOn)
      Profile.Account.set(true, forKey: .isOn)
    }
    #expect(problems.map(\.kind) == [.collision])
    #expect(
      problems.first?.description == """
        collision for "Account": NamespacedDefaultsTests.KeyCollisionTests.Login.Account and \
        NamespacedDefaultsTests.KeyCollisionTests.Profile.Account share one namespace; give one of them its own: \
        static let namespace = "…"
        """
    )
  }

  /// What a child process without a problem handler writes to standard error before it stops.
  private func sentence(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test func twoTypesOfOneNameStopADebugBuildWithoutAHandler() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Defaults.withStore(InMemoryStore()) {
        Login.Account.set(true, forKey: .isOn)
        _ = Profile.Account.bool(forKey: .isOn)
      }
    }
    #expect(
      try sentence(result).contains(
        """
        NamespacedDefaults: collision for "Account": NamespacedDefaultsTests.KeyCollisionTests.Login.Account and \
        NamespacedDefaultsTests.KeyCollisionTests.Profile.Account share one namespace; give one of them its own: \
        static let namespace = "…"
        """
      )
    )
  }

  @Test func twoKeyEnumsOfOneNameStopADebugBuildWithoutAHandler() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Defaults.withStore(InMemoryStore()) {
        Twofold.set(true, forKey: .value)
        Twofold.set(1, forKey: .value)
      }
    }
    #expect(try sentence(result).contains("Twofold.IntegerKey share one stored value; rename one of the keys"))
  }

  @Test func aHandlerOfTheProcessGetsTheCollision() async throws {
    await #expect(processExitsWith: .exitCode(7)) {
      Defaults.problemHandler = { problem in if problem.kind == .collision { exit(7) } }
      Defaults.withStore(InMemoryStore()) {
        Twofold.set(true, forKey: .value)
        Twofold.set(1, forKey: .value)
      }
    }
  }

  @Test func typedKeysStopNothing() async throws {
    await #expect(processExitsWith: .success) {
      Defaults.withStore(InMemoryStore()) {
        Login.Account.set(true, forKey: .isOn)
        DefaultsKey<Bool>("Account.isOn", defaultValue: false).value = false
        _ = DefaultsKey<Int>("count", defaultValue: 0, fileID: "A/Keys.swift").value
        _ = DefaultsKey<Int>("count", defaultValue: 0, fileID: "B/Keys.swift").value
        _ = DefaultsKey<String?>("count").value
      }
    }
  }

  @Test func removingAllLeavesWhatTheOtherTypeMayOwn() throws {
    enum Player {
      struct Settings: BoolDefaultSettable {
        enum BoolKey: String { case isLoud, isShared }
        static let volume = key("volume", defaultValue: 0.5)
      }
    }
    enum Editing {
      struct Settings: BoolDefaultSettable {
        enum BoolKey: String { case isShared, isWrapped }
      }
    }
    let names = ["isLoud", "isShared", "isWrapped", "volume", "unknown"].map { "Settings.\($0)" }
    func left(by removeAll: () -> Void) throws -> [String] {
      try Defaults.store.set(Dictionary(uniqueKeysWithValues: names.map { ($0, true) }))
      removeAll()
      return try Defaults.store.keys().sorted()
    }
    #expect(try left { Editing.Settings.removeAll() } == [], "no other type is known yet")
    let problems = try problems {
      _ = Player.Settings.volume.value
      let byEditing = try left { Editing.Settings.removeAll() }
      #expect(byEditing == ["Settings.isLoud", "Settings.isShared", "Settings.unknown", "Settings.volume"])
      let byPlayer = try left { Player.Settings.removeAll() }
      #expect(byPlayer == ["Settings.isShared", "Settings.isWrapped", "Settings.unknown"])
      let byAnInstance = try left { Player.Settings().removeAll() }
      #expect(byAnInstance == byPlayer)
    }
    #expect(problems.map(\.kind) == [.collision])
  }

  @Test func removingAllLeavesANameThatTheKeyOfAnotherNamespaceHasUsed() throws {
    struct A: IntegerDefaultSettable {
      enum IntegerKey: String, CaseIterable { case count = "b.count", size }
    }
    struct Inner: IntegerDefaultSettable {
      static let namespace = "A.b"
      enum IntegerKey: String { case count }
    }
    _ = problems {
      A.set(1, forKey: .size)
      Inner.set(2, forKey: .count)
      A.removeAll()
    }
    #expect(try Defaults.store.keys() == ["A.b.count"])
  }

  @Test func aTypedKeyOfTwoFilesIsReportedOnceAndOneMadeAgainIsNot() {
    func use(_ file: String) { _ = DefaultsKey("count", defaultValue: 0, fileID: file).value }
    let problems = problems {
      for file in ["Core/Keys.swift", "Core/Keys.swift", "Feature/Keys.swift", "Feature/Keys.swift"] { use(file) }
      _ = DefaultsKey<Int?>("other").value
      _ = DefaultsKey<Int?>("other").described(as: "…").value
      Login.Account.key("look", of: Int.self, fileID: "A/A.swift").value = 1
      Login.Account.key("look", of: Int.self, fileID: "A/B.swift").value = 1
    }
    #expect(
      problems.map(\.description) == [
        """
        collision for "count": Core/Keys.swift and Feature/Keys.swift each declare a key of Int; declare one, and use it \
        in both, or rename one
        """,
        """
        collision for "Account.look": A/A.swift and A/B.swift each declare a key of Int?; declare one, and use it in \
        both, or rename one
        """,
      ]
    )
  }

  @Test func twoTypesOfOneNameAreReportedWhateverTheirKeysAreCalled() {
    enum Other {
      struct Account: IntegerDefaultSettable {
        enum IntegerKey: String { case count }
      }
    }
    let problems = problems {
      Login.Account.set(true, forKey: .isOn)
      _ = Other.Account.integer(forKey: .count)
    }
    #expect(problems.map(\.kind) == [.collision])
  }

  @Test func twoNamespacesThatMakeOneNameAreReported() {
    struct A: IntegerDefaultSettable {
      enum IntegerKey: String, CaseIterable { case count = "b.count" }
    }
    struct Inner: IntegerDefaultSettable {
      static let namespace = "A.b"
      enum IntegerKey: String { case count }
    }
    let problems = problems {
      A.set(1, forKey: .count)
      Inner.set(2, forKey: .count)
    }
    #expect(problems.map(\.kind) == [.collision])
    #expect(problems.map(\.key) == ["A.b.count"])
  }

  @Test func removingAllIsAUseToo() {
    let problems = problems {
      Login.Account.set(true, forKey: .isOn)
      Profile.Account.removeAll()
    }
    #expect(problems.map(\.kind) == [.collision])
  }

  @Test func twoGenericArgumentsOfOneNameAreReported() {
    struct Box<Content>: BoolDefaultSettable {
      enum BoolKey: String { case isOpen }
    }
    let problems = problems {
      _ = Box<Login.Account>.bool(forKey: .isOpen)
      _ = Box<Profile.Account>.bool(forKey: .isOpen)
    }
    #expect(problems.map(\.kind) == [.collision])
  }

  @Test func aNamespaceMayBeSharedOnPurpose() {
    struct Left: BoolDefaultSettable {
      static let namespace = "shared"
      enum BoolKey: String { case left }
    }
    struct Right: BoolDefaultSettable {
      static let namespace = "shared"
      enum BoolKey: String { case right }
    }
    let problems = problems {
      Left.set(true, forKey: .left)
      Right.set(true, forKey: .right)
    }
    #expect(problems.isEmpty)
  }

  @Test func aSubclassMayShareTheNamespaceOfItsSuperclass() {
    class Base: BoolDefaultSettable {
      class var namespace: String { "Base" }
      enum BoolKey: String { case isOn }
    }
    final class Derived: Base {}
    let problems = problems {
      Base.set(true, forKey: .isOn)
      Derived.set(false, forKey: .isOn)
    }
    #expect(problems.isEmpty)
  }

  @Test func twoKeyEnumsOfOneTypeAreReported() {
    let problems = problems {
      Twofold.set(true, forKey: .value)
      Twofold.set(1, forKey: .value)
    }
    #expect(problems.map(\.kind) == [.collision])
    #expect(
      problems.first?.description == """
        collision for "Twofold.value": NamespacedDefaultsTests.KeyCollisionTests.Twofold.BoolKey and \
        NamespacedDefaultsTests.KeyCollisionTests.Twofold.IntegerKey share one stored value; rename one of the keys
        """
    )
  }

  @Test func aTypedKeyOnASettablesNameIsReported() {
    let problems = problems {
      Login.Account.set(true, forKey: .isOn)
      DefaultsKey<Bool>("Account.isOn", defaultValue: false).value = false
    }
    #expect(
      problems.map(\.description) == [
        """
        collision for "Account.isOn": NamespacedDefaultsTests.KeyCollisionTests.Login.Account.BoolKey and a typed key \
        of Bool share one stored value; rename one of the keys
        """
      ]
    )
  }

  @Test func aTypedKeyInANamespaceIsTheSettablesKey() {
    let problems = problems {
      Login.Account.set(true, forKey: .isOn)
      #expect(DefaultsKey(Login.Account.BoolKey.isOn, in: Login.Account.self, defaultValue: false).value)
    }
    #expect(problems.isEmpty)
  }

  @Test func typedKeysOfTwoTypesAreReported() {
    let problems = problems {
      _ = DefaultsKey<Int>("count", defaultValue: 0).value
      _ = DefaultsKey<Int>("count", defaultValue: 0).value
      _ = DefaultsKey<String?>("count").value
    }
    #expect(
      problems.map(\.description) == [
        """
        collision for "count": a typed key of Int and a typed key of String? share one stored value; rename one of the keys
        """
      ]
    )
  }

  @Test(arguments: [false, true])
  func aPreviousNameThatAnotherKeyHasIsReported(isReversed: Bool) {
    let former = DefaultsKey("runs", defaultValue: 0)
    let renamed = DefaultsKey("starts", defaultValue: 0).renamed(from: "runs")
    let problems = problems { for key in isReversed ? [renamed, former] : [former, renamed] { _ = key.value } }
    let sharers = ["a typed key of Int", #"the key "starts", whose previous name it is,"#]
    let (first, second) = isReversed ? (sharers[1], sharers[0]) : (sharers[0], sharers[1])
    #expect(
      problems.map(\.description) == [
        #"collision for "runs": \#(first) and \#(second) share one stored value; rename one of the keys"#
      ]
    )
  }

  @Test func onePreviousNameOfTwoKeysIsReportedAndOfOneKeyIsNot() {
    let problems = problems {
      for name in ["starts", "starts", "launches"] {
        _ = DefaultsKey("\(name)", defaultValue: 0).renamed(from: "runs").value
      }
    }
    #expect(problems.map(\.key) == ["runs"])
  }

  @Test func twoDefaultsOfOneKeyAreReportedOnce() {
    let problems = problems {
      for defaultValue in [0, 0, 1, 1, 2] { _ = DefaultsKey("count", defaultValue: defaultValue).value }
      _ = DefaultsKey("time") { 1 }.value
      _ = DefaultsKey("time") { 2 }.value
    }
    #expect(problems.map(\.kind) == [.collision])
    #expect(
      problems.first?.description == """
        collision for "count": two keys of Int have different default values; a default that varies is computed: \
        DefaultsKey("…") { … }
        """
    )
  }

  struct User: BoolDefaultSettable {
    enum BoolKey: String { case isAdmin, isNew }
    let namespace: String
  }

  /// A typed key that is made for each user, beside a settable's key of each user.
  @Test func twoDeclarationsAreReportedOnceHoweverManyNamesTheyMake() {
    let problems = problems {
      for id in 0..<1000 {
        User(namespace: "User.\(id)").set(true, forKey: .isAdmin)
        DefaultsKey<Bool>("User.\(id).isAdmin", defaultValue: false).value = false
      }
    }
    #expect(problems.map(\.kind) == [.collision])
    #expect(problems.map(\.key) == ["User.0.isAdmin"])
  }

  @Test func eachPairOfDeclarationsIsReported() {
    let problems = problems {
      for id in 0..<20 {
        User(namespace: "User.\(id)").set(true, forKey: .isAdmin)
        _ = DefaultsKey<Bool>("User.\(id).isAdmin", defaultValue: false).value
        _ = DefaultsKey<String?>("User.\(id).isAdmin").value
      }
    }
    #expect(problems.map(\.kind) == [.collision, .collision])
  }

  @Test func defaultsThatDifferAreReportedOnceHoweverManyNamesHaveThem() {
    let problems = problems {
      for id in 0..<100 {
        for defaultValue in [0, 1] { _ = DefaultsKey("visits.\(id)", defaultValue: defaultValue).value }
      }
    }
    #expect(problems.map(\.key) == ["visits.0"])
  }

  @Test func aKeyIsCheckedInEachStore() {
    let (first, second) = (InMemoryStore(), InMemoryStore())
    let key = DefaultsKey("count", defaultValue: 0)
    let problems = problems {
      for store in [first, second, first, second] { Defaults.withStore(store) { _ = key.value } }
      for store in [first, second] { Defaults.withStore(store) { _ = DefaultsKey<String?>("count").value } }
    }
    #expect(problems.map(\.kind) == [.collision, .collision])
  }

  @Test func aKeyIsReportedOnceInEachStoreHoweverOftenTheStoresChange() {
    let (first, second) = (InMemoryStore(), InMemoryStore())
    let (key, other) = (DefaultsKey("count", defaultValue: 0), DefaultsKey<String?>("count"))
    let problems = problems {
      for store in [first, second, first, second] {
        Defaults.withStore(store) {
          _ = key.value
          _ = other.value
        }
      }
    }
    #expect(problems.map(\.kind) == [.collision, .collision])
  }

  @Test func twoTypesOfOneNameThatShareAKeyEnumAreReported() {
    enum SharedKey: String { case isOn }
    enum Left {
      struct Lamp: BoolDefaultSettable { typealias BoolKey = SharedKey }
    }
    enum Right {
      struct Lamp: BoolDefaultSettable { typealias BoolKey = SharedKey }
    }
    let problems = problems {
      Left.Lamp.set(true, forKey: .isOn)
      Right.Lamp.set(true, forKey: .isOn)
    }
    #expect(problems.map(\.kind) == [.collision])
    #expect(problems.map(\.key) == ["Lamp"])
  }

  @Test(arguments: [false, true])
  func aWriteIsAUseToo(isReversed: Bool) {
    let problems = problems {
      Defaults.withStore(InMemoryStore()) {
        if isReversed { Profile.Account.set(true, forKey: .isOn) } else { _ = Login.Account.key(.isOn).hasValue }
        if isReversed { Login.Account[.isOn].toggle() } else { Profile.Account.remove(forKey: .isOn) }
      }
    }
    #expect(problems.map(\.kind) == [.collision])
  }

  @Test func differentStoresDoNotCollide() {
    let problems = problems {
      Login.Account.set(true, forKey: .isOn)
      Defaults.withStore(InMemoryStore()) { Profile.Account.set(true, forKey: .isOn) }
    }
    #expect(problems.isEmpty)
  }

  @Test func aNamespaceThatIsTheNameOfAnotherTypeIsReportedInEitherOrder() {
    struct Shelf: BoolDefaultSettable {
      enum BoolKey: String { case isOn }
    }
    struct Rack: IntegerDefaultSettable {
      static let namespace = "Shelf"
      enum IntegerKey: String { case count }
    }
    for isReversed in [false, true] {
      let problems = problems {
        Defaults.withStore(InMemoryStore()) {
          if isReversed { Rack.set(1, forKey: .count) }
          Shelf.set(true, forKey: .isOn)
          if !isReversed { Rack.set(1, forKey: .count) }
        }
      }
      #expect(problems.map(\.kind) == [.collision])
    }
  }

  @Test func aSubclassMaySayThatItSharesTheNamespaceInEitherOrder() {
    class Base: BoolDefaultSettable {
      class var namespace: String { "Base" }
      enum BoolKey: String { case isOn }
    }
    final class Sub: Base {}
    for isReversed in [false, true] {
      let problems = problems {
        Defaults.withStore(InMemoryStore()) {
          for type in isReversed ? [Sub.self, Base.self] : [Base.self, Sub.self] { type.set(true, forKey: .isOn) }
        }
      }
      #expect(problems.map(\.kind) == [])
    }
  }
}
