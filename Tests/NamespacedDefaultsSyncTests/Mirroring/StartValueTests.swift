import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsSync

/// A value that was stored before there was a mirror, such as a default that the program wrote at its first start.
///
/// It has no age until it has met another one. What the person chose long ago, on another device, arrives later than the
/// mirror has begun.
@Suite struct StartValueTests {
  /// A rule for first meetings.
  enum Rule: String, CaseIterable, CustomTestStringConvertible {
    case takeOther, keepLocal, resolve

    var policy: DefaultsMirror.ConflictPolicy {
      switch self {
      case .takeOther: .takeOther
      case .keepLocal: .keepLocal
      case .resolve:
        .resolve { conflict in
          guard case .string(let ours) = conflict.localValue, case .string(let theirs) = conflict.otherValue else {
            return nil
          }
          return .string("\(ours) and \(theirs)")
        }
      }
    }

    var testDescription: String { rawValue }
  }

  /// A first meeting of a start value with what was chosen, or removed, long ago.
  struct Meeting: CustomTestStringConvertible {
    /// What happens between the beginning of the mirror and the meeting.
    enum Way: String, CaseIterable { case firstDownload, restart, offline, account, accountAndRestart }

    let way: Way
    let rule: Rule
    let name: String
    let choice: PropertyListValue?

    static let all = Way.allCases.flatMap { way in
      Rule.allCases.flatMap { rule in
        // A typed key, and a setting of a namespace.
        ["size", "Account.theme"].flatMap { name in
          [
            Meeting(way: way, rule: rule, name: name, choice: "chosen"),
            Meeting(way: way, rule: rule, name: name, choice: nil),
          ]
        }
      }
    }

    /// What all devices have in the end.
    var result: PropertyListValue? {
      switch rule {
      case .takeOther: choice
      case .keepLocal: "seed"
      case .resolve: choice == nil ? "seed" : "seed and chosen"
      }
    }

    var isReported: Bool { rule != .resolve || choice == nil }

    var testDescription: String { "\(way), \(rule), \(name), \(choice == nil ? "removed" : "chosen")" }
  }

  @Test(arguments: Meeting.all)
  func itDoesNotReplaceWhatWasChosenLongAgo(_ meeting: Meeting) throws {
    let (cloud, name, policy) = (FakeCloud(), meeting.name, meeting.rule.policy)
    let phone = Device(cloud, time: 500, policy: policy)
    try phone.local.set("earlier", forKey: name)
    phone.run()
    try phone.local.set(meeting.choice, forKey: name)
    phone.sync()
    let isOfAnother = meeting.way == .account || meeting.way == .accountAndRestart
    let first = isOfAnother ? FakeCloud() : meeting.way == .offline ? nil : cloud
    let local = InMemoryStore([name: "seed"])
    let found = try problems {
      let watch = Device(first, local: local, time: 2000, policy: policy, isNew: true)
      watch.run()
      let given = try watch.store.value(forKey: name)
      #expect(given == record(-2000, "seed"))
      if isOfAnother {
        watch.keyValues.change(to: cloud, valuesComeLater: true)
        watch.keyValues.deliver()
        watch.run()
      }
      if meeting.way == .restart || meeting.way == .accountAndRestart { watch.start() }
      if meeting.way == .offline { watch.keyValues.connect(to: cloud) }
      for _ in 0..<2 { for device in [watch, phone] { device.sync() } }
    }
    for store in [local, phone.local] {
      let value = try store.value(forKey: name)
      #expect(value == meeting.result)
    }
    #expect(found.map(\.kind) == (meeting.isReported ? [.mirrorConflict] : []))
    #expect(found.map(\.key) == (meeting.isReported ? [name] : []))
  }

  @Test(arguments: Rule.allCases, ["size", "Account.theme"])
  func aWriteAfterTheMirrorBeganKeepsItsTime(_ rule: Rule, _ name: String) throws {
    let cloud = FakeCloud()
    cloud.values.change { $0[name] = record(1500, "chosen") }
    let found = try problems {
      let watch = Device(cloud, time: 2000, policy: rule.policy, isNew: true)
      try watch.local.set("written", forKey: name)
      watch.run()
      watch.sync()
      #expect(try watch.settings == [name: "written"])
    }
    #expect(cloud.values.value == [name: record(2000, "written")])
    #expect(found.isEmpty)
  }

  /// The start value was not looked at before the program wrote another one.
  @Test(arguments: Rule.allCases)
  func aWriteOverItKeepsItsTime(_ rule: Rule) throws {
    let cloud = FakeCloud()
    cloud.values.change { $0["size"] = record(1500, "chosen") }
    let watch = Device(cloud, local: InMemoryStore(["size": "seed"]), time: 2000, policy: rule.policy, isNew: true)
    try watch.local.set("written", forKey: "size")
    watch.sync()
    #expect(cloud.values.value == ["size": record(2000, "written")])
  }

  /// The change is announced at the end of the turn.
  @Test func aWriteThatTheMirrorFindsBeforeItIsAnnouncedKeepsItsTime() throws {
    let cloud = FakeCloud()
    let watch = Device(cloud, time: 2000)
    try watch.local.exclusively {
      try watch.local.set("written", forKey: "size")
      watch.run()
    }
    watch.sync()
    #expect(cloud.values.value == ["size": record(2000, "written")])
  }

  @Test(arguments: Rule.allCases, ["chosen", nil] as [PropertyListValue?])
  func aChangeThatFollowsItIsTheNewerOneHoweverWrongTheClockIs(_ rule: Rule, _ change: PropertyListValue?) throws {
    let cloud = FakeCloud()
    let found = try problems {
      let phone = Device(cloud, local: InMemoryStore(["size": "seed"]), time: 9_000_000, policy: rule.policy)
      phone.sync()
      let watch = Device(cloud, time: 5, policy: rule.policy)
      watch.sync()
      #expect(try watch.settings == ["size": "seed"])
      try watch.local.set(change, forKey: "size")
      watch.sync()
      phone.sync()
      #expect(try phone.settings["size"] == change)
      #expect(try MirrorSide(phone.local).entry("size").stamp?.age == .written(9_000_001))
    }
    #expect(found.isEmpty)
  }

  @Test(arguments: Rule.allCases, ["chosen", nil] as [PropertyListValue?])
  func aProgramThatChangesItInTheOtherStoreIsHeard(_ rule: Rule, _ change: PropertyListValue?) throws {
    let (local, other) = (InMemoryStore(["size": "seed"]), InMemoryStore())
    let found = try problems {
      let mirror = ManualMirror(local, other, policy: rule.policy, clock: Lockbox(1000))
      mirror.run()
      #expect(try other.settings == ["size": "seed"])
      try other.set(change, forKey: "size")
      mirror.run()
      #expect(try local.settings["size"] == change)
    }
    #expect(found.isEmpty)
  }

  @Test func whatOtherDevicesHaveWrittenIsNotReplacedByIt() throws {
    let cloud = FakeCloud()
    let (phone, watch) = (
      Device(cloud, time: 500), Device(cloud, local: InMemoryStore(["size": "seed"]), time: 2000)
    )
    watch.run()
    try phone.local.set("chosen", forKey: "size")
    phone.run()
    // iCloud keeps what arrives last.
    phone.keyValues.upload()
    watch.keyValues.upload()
    for _ in 0..<2 { for device in [phone, watch] { device.sync() } }
    #expect(try phone.settings == ["size": "chosen"])
    #expect(try watch.settings == ["size": "chosen"])
  }

  @Test func itIsGivenToNewDevicesWithoutATime() throws {
    let cloud = FakeCloud()
    let phone = Device(cloud, local: InMemoryStore(["size": "seed"]))
    phone.sync()
    let watch = Device(cloud, time: 2000)
    watch.sync()
    #expect(try watch.settings == ["size": "seed"])
    #expect(cloud.values.value == ["size": record(-1000, "seed")])
    #expect(watch.keyValues.writeCount == 0)
  }

  @Test(arguments: Rule.allCases)
  func equalStartValuesDoNotConflict(_ rule: Rule) throws {
    let cloud = FakeCloud()
    let found = try problems {
      let devices = [1000, 2000].map {
        Device(cloud, local: InMemoryStore(["size": "seed"]), time: $0, policy: rule.policy)
      }
      for _ in 0..<3 { for device in devices { device.sync() } }
      #expect(devices.map(\.keyValues.writeCount) == [2, 1])
      let stamps = try devices.map { try MirrorSide($0.local).entry("size").stamp }
      #expect(stamps.map(\.?.age) == [.given(1000), .given(1000)])
      #expect(stamps[0] == stamps[1])
    }
    #expect(found.isEmpty)
  }

  /// Three devices with start values of three releases, which all begin before any has uploaded.
  @Test(arguments: [(Rule.takeOther, "c", 2), (.keepLocal, "b", 2), (.resolve, "b and a and c", 0)])
  func differentStartValuesEndAlike(_ rule: Rule, _ last: PropertyListValue, _ reportCount: Int) throws {
    let cloud = FakeCloud()
    let found = try problems {
      let devices = ["a", "b", "c"].map {
        Device(cloud, local: InMemoryStore(["size": .string($0)]), policy: rule.policy)
      }
      for device in devices { device.run() }
      for _ in 0..<3 { for device in devices { device.sync() } }
      let counts = devices.map(\.keyValues.writeCount)
      for device in devices { device.sync() }
      #expect(devices.map(\.keyValues.writeCount) == counts)
      let settings = try devices.map { try $0.settings }
      #expect(settings == [["size": last], ["size": last], ["size": last]])
    }
    #expect(found.map(\.kind) == Array(repeating: .mirrorConflict, count: reportCount))
  }

  /// Another device has written something later, but without this value.
  @Test(arguments: [
    (Rule.takeOther, "written", 1), (.keepLocal, "seed", 1), (.resolve, "seed and written", 0),
  ])
  func aLaterWriteThatHasNotFollowedItIsAMeeting(_ rule: Rule, _ last: PropertyListValue, _ reportCount: Int) throws {
    let cloud = FakeCloud()
    let found = try problems {
      let phone = Device(nil, local: InMemoryStore(["size": "seed"]), time: 1000, policy: rule.policy)
      phone.sync()
      let watch = Device(cloud, time: 2000, policy: rule.policy)
      try watch.local.set("written", forKey: "size")
      watch.sync()
      phone.keyValues.connect(to: cloud)
      for _ in 0..<2 { for device in [phone, watch] { device.sync() } }
      let settings = try [phone.settings, watch.settings]
      #expect(settings == [["size": last], ["size": last]])
    }
    #expect(found.map(\.kind) == Array(repeating: .mirrorConflict, count: reportCount))
  }

  @Test func severalLossesOfOneMomentAreOneReport() throws {
    let names = (10..<23).map { "Account.\($0)" }
    let local = InMemoryStore(Dictionary(uniqueKeysWithValues: names.map { ($0, "seed") }))
    let other = InMemoryStore(Dictionary(uniqueKeysWithValues: names.map { ($0, "chosen") }))
    let found = problems { ManualMirror(local, other, clock: Lockbox(1000)).run() }
    #expect(
      found.map(\.description) == [
        """
        mirrorConflict: the store and InMemoryStore had different values of "Account.10", "Account.11", "Account.12", \
        "Account.13", "Account.14", "Account.15", "Account.16", "Account.17", "Account.18", "Account.19" and 3 more, \
        and nothing says which is newer; the other one was kept
        """
      ]
    )
  }

  @Test func aLossIsReportedAgainInAnotherAccount() throws {
    let found = try problems {
      let phone = Device(FakeCloud(), local: InMemoryStore(["size": "seed"]))
      for _ in 0..<2 {
        let theirs = FakeCloud()
        theirs.values.change { $0["size"] = record(500, "chosen") }
        phone.keyValues.change(to: theirs)
        phone.sync()
        try phone.local.set("seed", forKey: "size")
        phone.sync()
      }
    }
    #expect(found.map(\.kind) == [.mirrorConflict, .mirrorConflict])
  }

  /// Records of the release before, and what nobody has written.
  @Test(
    arguments: [
      [1, 2, 3, 4], [], [1], ["a", 1], [.integer(.min), 1], [.integer(.max), 1], [-1, 1], [0, 0], [1, 2, "a"], 7, "a",
      .date(.distantPast),
    ] as [PropertyListValue]
  )
  func aRecordOfAnotherFormDoesNoHarm(record: PropertyListValue) throws {
    let (local, other) = (InMemoryStore(["size": 1]), InMemoryStore(["size": 2]))
    for store in [local, other] { try store.set(record, forKey: "NamespacedDefaults.mirror.size") }
    _ = try problems {
      let mirror = ManualMirror(local, other, clock: Lockbox(1000))
      mirror.run()
      try local.set(3, forKey: "size")
      mirror.run()
    }
    let settings = try local.settings
    #expect(settings.count == 1)
    #expect(try other.settings == settings)
  }
}
