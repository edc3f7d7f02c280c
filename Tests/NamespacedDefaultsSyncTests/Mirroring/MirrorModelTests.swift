import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsSync

/// Three devices of a person, with values of their own from before the mirrors, that write, remove, lose their connection and start again at random, with a cloud that is
/// late, forgets the order of its notices and repeats them.
///
/// A failure gives the seed, which repeats everything.
@Suite struct MirrorModelTests {
  private static let names = ["size", "Account.theme", "Account.loginCount"]

  /// One device, and what it has written that its mirror has yet to notice.
  private final class Member {
    let device: Device
    var isOnline = true
    var isRunning = true
    /// The settings when its program was stopped.
    var atStop: [String: PropertyListValue] = [:]

    init(_ cloud: FakeCloud, clock: Int64, isNew: Bool, _ policy: DefaultsMirror.ConflictPolicy, _ startValue: Int) {
      let values: [String: PropertyListValue] =
        startValue < 3 ? [names[startValue]: .integer(Int64(startValue % 2))] : [:]
      device = Device(cloud, local: InMemoryStore(values), time: clock, policy: policy, isNew: isNew)
      device.run()
    }
  }

  @Test func devicesWithGoodClocksEndWithTheLastWriteOfEachName() throws {
    for seed in 1...UInt64(20 * faultRounds) {
      var generator = SeededGenerator(seed)
      // By the other rules an own value of a device may win over a write.
      let expected = try Defaults.withProblemHandler({ _ in }) {
        try run(&generator, skew: 0, .takeOther, seed: seed)
      }
      for (name, last) in expected.last {
        for settings in expected.settings { #expect(settings[name] == last, "\(name) with seed \(seed)") }
      }
    }
  }

  @Test func devicesWithWrongClocksEndAlike() throws {
    for seed in 1...UInt64(20 * faultRounds) {
      var generator = SeededGenerator(seed)
      let rules = StartValueTests.Rule.allCases
      _ = try Defaults.withProblemHandler({ _ in }) {
        try run(&generator, skew: 100_000, rules[Int(seed) % rules.count].policy, seed: seed)
      }
    }
  }

  /// Lets everything happen at random, and then connects all devices.
  ///
  /// - Returns: The last value that any device was given under each name, and the settings of the devices in the end.
  private func run(
    _ generator: inout SeededGenerator,
    skew: Int64,
    _ policy: DefaultsMirror.ConflictPolicy,
    seed: UInt64
  ) throws -> (last: [String: PropertyListValue?], settings: [[String: PropertyListValue]]) {
    let cloud = FakeCloud()
    let skews = (0..<3).map { _ in Int64.random(in: -skew...skew, using: &generator) }
    let members = skews.indices.map { index in
      Member(
        cloud,
        clock: 1_000_000 + skews[index],
        isNew: Bool.random(using: &generator),
        policy,
        Int.random(in: 0..<4, using: &generator)
      )
    }
    var last: [String: PropertyListValue?] = [:]
    for step in 1...120 {
      for (member, skew) in zip(members, skews) {
        member.device.clock.change { $0 = 1_000_000 + skew + Int64(step) * 10 }
      }
      let member = members.randomElement(using: &generator) ?? members[0]
      try act(as: member, number: step, &generator, &last)
    }
    for member in members {
      member.isOnline = true
      for other in members { other.device.clock.change { $0 += 10 } }
      if !member.isRunning { try restart(member, &last) }
    }
    for _ in 0..<4 { for member in members { member.device.sync() } }
    // Loops end: when all have what is newest, nothing is written any more.
    let writeCounts = members.map(\.device.keyValues.writeCount)
    for member in members { member.device.sync() }
    #expect(members.map(\.device.keyValues.writeCount) == writeCounts, "seed \(seed)")
    let settings = try members.map { try $0.device.settings }
    for other in settings { #expect(other == settings[0], "seed \(seed)") }
    for name in Self.names {
      let stamps = try members.map { try $0.device.local.value(forKey: ReservedName.stamp(name)) }
      for stamp in stamps { #expect(stamp == stamps[0], "\(name) with seed \(seed)") }
    }
    return (last, settings)
  }

  private func act(
    as member: Member,
    number: Int,
    _ generator: inout SeededGenerator,
    _ last: inout [String: PropertyListValue?]
  ) throws {
    let device = member.device
    let name = Self.names.randomElement(using: &generator) ?? "size"
    let value = PropertyListValue.integer(Int64.random(in: 0..<4, using: &generator))
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...3: try write(value, name, member, &last)
    case 4: try write(nil, name, member, &last)
    case 5: member.isOnline.toggle()
    case 6 where member.isRunning:
      device.run()
      device.stop()
      member.isRunning = false
      member.atStop = try device.settings
    case 6: try restart(member, &last)
    case 7, 8: if member.isOnline { device.keyValues.upload() }
    case 9: if member.isOnline { device.keyValues.download() }
    default:
      var random: SeededGenerator? = SeededGenerator(generator.next())
      device.keyValues.deliver(&random)
      device.run()
    }
  }

  private func write(
    _ value: PropertyListValue?,
    _ name: String,
    _ member: Member,
    _ last: inout [String: PropertyListValue?]
  ) throws {
    let isChange = try member.device.local.value(forKey: name) != value
    try member.device.local.set(value, forKey: name)
    member.device.run()
    if isChange, member.isRunning { last[name] = .some(value) }
  }

  /// Starts the program again; what was written without it counts as written now.
  private func restart(_ member: Member, _ last: inout [String: PropertyListValue?]) throws {
    let settings = try member.device.settings
    for name in Self.names where settings[name] != member.atStop[name] { last[name] = .some(settings[name]) }
    member.isRunning = true
    member.device.start()
    member.device.run()
  }
}
