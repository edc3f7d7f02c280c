import NamespacedDefaults
import TestSupport
import Testing

@testable import NamespacedDefaultsSync

/// What a mirror makes of times that have not come.
@Suite struct WrongClockTests {
  private let cloud = FakeCloud()
  /// A day in 2026, and years later, in milliseconds since 2001.
  private let now: Int64 = 800_000_000_000
  private let future: Int64 = 950_000_000_000

  /// Two devices, one of which has written while its clock was years ahead.
  private func devicesAfterAWrongClock() throws -> (phone: Device, watch: Device) {
    let (phone, watch) = (Device(cloud, time: future), Device(cloud, time: now))
    try phone.local.set(1, forKey: "size")
    phone.sync()
    watch.sync()
    return (phone, watch)
  }

  @Test func theTimeOfReceivingTakesItsPlaceEverywhere() throws {
    let (phone, watch) = try devicesAfterAWrongClock()
    #expect(try watch.settings == ["size": 1])
    guard case .array(let parts)? = cloud.values.value["size"], case .array(let expected) = record(now, 1) else {
      Issue.record("there is no record")
      return
    }
    #expect(Array(parts.prefix(2)) == expected)
    phone.sync()
    #expect(try MirrorSide(phone.local).entry("size").stamp?.age == .written(now))
  }

  @Test func itIsReportedOnce() throws {
    let reported = try problems {
      let (phone, watch) = try devicesAfterAWrongClock()
      for device in [watch, phone, watch] {
        device.start()
        device.sync()
      }
    }
    #expect(reported.map(\.kind) == [.wrongClock])
    #expect(
      reported.first.map { "\($0)".contains("were written by a clock that is more than a day ahead of this device's") }
        == true
    )
  }

  @Test func afterwardsTheNewerWriteWinsAgain() throws {
    let (phone, watch) = try devicesAfterAWrongClock()
    phone.sync()
    phone.clock.change { [now] in $0 = now + 5 }
    // The watch writes more often, and the phone last.
    for number in 1...3 {
      watch.clock.change { $0 += 1 }
      try watch.local.set(.integer(Int64(10 + number)), forKey: "size")
      watch.run()
    }
    try phone.local.set(20, forKey: "size")
    for device in [phone, watch, phone, watch] { device.sync() }
    #expect(try [phone.settings, watch.settings] == [["size": 20], ["size": 20]])
  }

  @Test func whileTheClockIsWrongNothingGoesBackAndForth() throws {
    let (phone, watch) = try devicesAfterAWrongClock()
    for _ in 0..<5 { for device in [phone, watch] { device.sync() } }
    #expect([phone.keyValues.writeCount, watch.keyValues.writeCount] == [1, 1])
    try phone.local.set(2, forKey: "size")
    for _ in 0..<5 { for device in [phone, watch] { device.sync() } }
    #expect(try watch.settings == ["size": 2])
    #expect([phone.keyValues.writeCount, watch.keyValues.writeCount] == [2, 2])
  }

  @Test func itsOwnTimesAreCorrectedWhenItsClockIs() throws {
    let phone = Device(cloud, time: future)
    try phone.local.set(1, forKey: "size")
    phone.sync()
    phone.clock.change { [now] in $0 = now }
    phone.start()
    phone.sync()
    phone.sync()
    #expect(try MirrorSide(phone.local).entry("size").stamp?.age == .written(now))
    #expect(phone.keyValues.writeCount == 2)
  }

  @Test(arguments: [(5, 950_000_000_000), (800_000_000_000, 800_000_000_000 + 86_400_000)] as [(Int64, Int64)])
  func aClockThatWasResetOrIsADayBehindCorrectsNobody(watchTime: Int64, phoneTime: Int64) throws {
    let (phone, watch) = (Device(cloud, time: phoneTime), Device(cloud, time: watchTime))
    try phone.local.set(1, forKey: "size")
    phone.sync()
    watch.sync()
    #expect(cloud.values.value == ["size": record(phoneTime, 1)])
    #expect(try watch.settings == ["size": 1])
  }
}
