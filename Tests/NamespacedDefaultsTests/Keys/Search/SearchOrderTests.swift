import Foundation
import NamespacedDefaultsTesting
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Launch arguments come first, then the store, then registered defaults, then the key's own default.
@Suite(.isolatedDefaults)
struct SearchOrderTests {
  let count = DefaultsKey<Int>("launchCount", defaultValue: 1)

  @Test func eachLayerHidesTheNext() {
    #expect(count.value == 1)
    Defaults.register(["launchCount": 2])
    #expect(count.value == 2)
    count.value = 3
    #expect(count.value == 3)
    with(["-launchCount", "4"]) { #expect(count.value == 4) }
  }

  @Test func everySpellingSeesEveryLayer() throws {
    struct Account: BoolDefaultSettable {
      enum BoolKey: String { case isOn }
    }
    Defaults.register(["Account.isOn": true])
    #expect(Account.bool(forKey: .isOn))
    #expect(Defaults["Account.isOn"].bool == true)
    with(["-Account.isOn", "NO"]) {
      #expect(!Account.bool(forKey: .isOn))
      #expect(!Account[.isOn])
      #expect(Defaults["Account.isOn"].bool == false)
    }
    #expect(try with(["-Account.isOn", "NO"]) { try Account.key(.isOn).read() } == false)
  }

  @Test func observersAndSequencesSeeEveryLayer() async throws {
    Defaults.register(["launchCount": 2])
    let (calls, inner) = (Lockbox<[Int?]>([]), Lockbox<[Int?]>([]))
    let observation = count.observe(initial: true) { change in calls.change { $0.append(change.newValue) } }
    count.value = 3
    count.remove()
    #expect(calls.value == [2, 3, 2])
    observation.cancel()
    let (observed, updates) = with(["-launchCount", "4"]) {
      (
        count.observe(initial: true) { change in inner.change { $0.append(change.newValue) } },
        count.updates()
      )
    }
    count.value = 5
    #expect(inner.value == [4, 4])
    observed.cancel()
    let first = await TaskOverrides.$current.withValue(
      .changed { $0.arguments = LaunchArguments(["-launchCount", "4"]) }
    ) {
      var values = updates.makeAsyncIterator()
      return await values.next()
    }
    #expect(first == 4)
  }

  @Test func registeredValuesAreNotStored() throws {
    Defaults.register(["launchCount": 2, "theme": Appearance.dark])
    #expect(!count.hasValue)
    #expect(try Defaults.store.keys() == [])
    count.value += 1
    #expect(try Defaults.store.value(forKey: "launchCount") == 3)
  }

  @Test func aRegisteredValueThatCannotBeEncodedIsReported() {
    let problems = problems { Defaults.register(["a": [Appearance?.none], "launchCount": 5]) }
    #expect(problems.map(\.kind) == [.unencodableValue])
    #expect(count.value == 5)
  }

  @Test func anArgumentThatCannotBeReadIsAnErrorOfTheCallThatThrows() throws {
    count.value = 3
    let problems = problems {
      let message = #"-launchCount: launchCount takes a whole number, found "many""#
      #expect(throws: DefaultsError(.typeMismatch, message)) {
        try with(["-launchCount", "many"]) { try count.read() }
      }
    }
    #expect(problems.isEmpty)
    #expect(
      try with(["-launchCount", "many"]) {
        try count.update {
          $0 += 1; return $0
        }
      } == 4
    )
  }

  @Test func argumentsAreNeverWritten() throws {
    with(["-launchCount", "40"]) {
      count.value += 1
      #expect(count.value == 40)
    }
    #expect(try Defaults.store.value(forKey: "launchCount") == 2)
  }

  @Test func aWriteOfAMemberStoresNoArgument() throws {
    struct Size: Codable, DefaultsSerializable { var width = 1, height = 2 }
    let size = DefaultsKey("size", defaultValue: Size())
    with(["-size", #"{"width": 70, "height": 80}"#]) { size[\.width].value = 3 }
    #expect(try Defaults.store.value(forKey: "size") == .data(Data(#"{"height":2,"width":3}"#.utf8)))
  }

  @Test func aMalformedArgumentIsReportedOnceAndIgnored() {
    count.value = 3
    let problems = problems {
      with(["-launchCount", "many"]) {
        #expect(count.value == 3)
        #expect(count.value == 3)
      }
    }
    #expect(problems.map(\.kind) == [.malformedArgument])
  }

  @Test func anObserverGetsTheRegisteredValueAsTheOldOne() {
    let store = InMemoryStore()
    DefaultsAdapter(store: store).register(["a": 4])
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    let seen = Lockbox<[Int]>([])
    let observation = key.observe { change in seen.change { $0 += [change.oldValue, change.newValue] } }
    key.value = 5
    key.remove()
    #expect(seen.value == [4, 5, 5, 4])
    withExtendedLifetime(observation) {}
  }
}

private func with<Result>(_ arguments: [String], _ operation: () throws -> Result) rethrows -> Result {
  try TaskOverrides.$current.withValue(.changed { $0.arguments = LaunchArguments(arguments) }, operation: operation)
}

struct LaunchArgumentTests {
  private func value<Value: DefaultsSerializable>(_ type: Value.Type, _ arguments: String...) -> Value? {
    let key = DefaultsKey<Value?>("key", store: InMemoryStore())
    return with(arguments) { key.value }
  }

  @Test func scalarsAreParsedByTheKeysType() {
    #expect(value(Bool.self, "-key", "YES") == true)
    #expect(value(Int.self, "-key", "3") == 3)
    #expect(value(UInt8.self, "-key", "255") == 255)
    #expect(value(Double.self, "-key", "1e3") == 1_000)
    #expect(value(Float.self, "-key", "0.5") == 0.5)
    #expect(value(String.self, "-key", "3") == "3")
    #expect(value(URL.self, "-key", "https://a.b/c") == URL(string: "https://a.b/c"))
    #expect(value(Date.self, "-key", "2001-09-09T01:46:40Z") == Date(timeIntervalSince1970: 1_000_000_000))
    #expect(value(Date.self, "-key", "2001-09-09T03:46:40.25+02:00") == Date(timeIntervalSince1970: 1_000_000_000.25))
    #expect(value(Date.self, "-key", "2026-02-28") == Date(timeIntervalSince1970: 1_772_236_800))
    #expect(value(Data.self, "-key", "<0fbd77>") == Data([0x0f, 0xbd, 0x77]))
    #expect(value(Appearance.self, "-key", "dark") == .dark)
    #expect(value(Newt.self, "-key", #"{"name": "Kermit"}"#) == Newt(name: "Kermit"))
  }

  @Test(
    arguments: [
      "2026-02-30T00:00:00Z", "2026-02-28T25:00:00Z", "2026-02-28T00:00:00Zulu", "2026-02-28T00:00:00+02:0x",
      "2026-02-30",
    ]
  )
  func momentsThatDoNotExistAreMalformed(_ text: String) {
    let problems = problems { #expect(value(Date.self, "-key", text) == nil) }
    #expect(problems.map(\.kind) == [.malformedArgument])
  }

  @Test func collectionsAreJSONOrPropertyLists() {
    #expect(value([Int].self, "-key", "[1, 2]") == [1, 2])
    #expect(value([String: Bool].self, "-key", #"{"a": true}"#) == ["a": true])
    #expect(value([PropertyListValue].self, "-key", #"[1, "two", null]"#) == nil)
    #expect(value([PropertyListValue].self, "-key", #"[1, "two", 2.5]"#) == [1, "two", 2.5])
    let xml = "<plist><array><integer>1</integer><true/></array></plist>"
    #expect(value([PropertyListValue].self, "-key", xml) == [1, true])
  }

  @Test func negativeNumbersAreValues() {
    #expect(value(Int.self, "-key", "-3") == -3)
    #expect(value(Double.self, "-key", "-0.5") == -0.5)
  }

  @Test func oneDashIsAValueAndTwoAreNoName() {
    #expect(value(String.self, "-key", "-") == "-")
    let key = DefaultsKey<Int?>("-key", store: InMemoryStore())
    let found = with(["--key", "3"]) { key.value }
    #expect(found == nil)
  }

  @Test func theLastOfSeveralWins() {
    #expect(value(Int.self, "-key", "1", "-key", "2") == 2)
  }

  @Test func whatBelongsToTheProgramIsLeftAlone() {
    #expect(value(Int.self, "--key", "3") == nil)
    #expect(value(Int.self, "--", "-key", "3") == nil)
    #expect(value(Int.self, "-key") == nil)
    #expect(value(Int.self, "-key", "-other", "3") == nil)
    #expect(value(Int.self, "key", "3") == nil)
    #expect(value(Int.self, "-keys", "3") == nil)
    #expect(value(Int.self, "-", "-key", "3") == 3)
    #expect(value(Int.self, "input.txt", "-key", "3", "output.txt") == 3)
  }

  @Test func theFirstArgumentOfAProgramMayBeAName() throws {
    let directory = try TemporaryDirectory()
    // The process takes both for commands, does not know them, and goes on.
    let lines = try HelperProcess.run("-launchCount", "7", "open", directory.file(), "given")
    #expect(lines.last == "7")
  }

  @Test func aProgramMayIgnoreItsArguments() throws {
    let directory = try TemporaryDirectory()
    let given = ["given", "-launchCount", "7"]
    #expect(try HelperProcess.run(arguments: ["open", directory.file()] + given) == ["7"])
    #expect(try HelperProcess.run(arguments: ["open", directory.file(), "ignore-arguments"] + given) == ["0"])
  }

  @Test func aProgramMayReadItsArgumentsAgain() throws {
    let directory = try TemporaryDirectory()
    let steps = ["ignore-arguments", "use-arguments", "given", "-launchCount", "7"]
    #expect(try HelperProcess.run(arguments: ["open", directory.file()] + steps) == ["7"])
  }
}
