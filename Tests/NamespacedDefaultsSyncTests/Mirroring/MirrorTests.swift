import Foundation
import NamespacedDefaultsTesting
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsSync

private typealias Account = ManualMirror.Account

/// Settings on several devices of a person, by iCloud.
@Suite struct MirrorTests {
  private let cloud = FakeCloud()

  @Test func aWriteGoesToICloudTogetherWithItsTime() throws {
    let device = Device(cloud, time: 1500)
    try device.local.set(7, forKey: "Account.loginCount")
    device.sync()
    #expect(cloud.values.value == ["Account.loginCount": record(1500, 7)])
  }

  @Test func aWriteReachesTheOtherDevicesAndTheirObservers() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    let heard = Lockbox<[DefaultsChange]>([])
    let observation = watch.local.observe("Account.loginCount") { change in heard.change { $0.append(change) } }
    try phone.local.set(7, forKey: "Account.loginCount")
    phone.sync()
    watch.sync()
    #expect(heard.value == [DefaultsChange(key: "Account.loginCount", oldValue: nil, newValue: 7)])
    observation.cancel()
  }

  @Test func onlyTheMirroredNamesTravel() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    try phone.local.set(["size": 1, "Account.theme": 2, "Account.7.theme": 3, "AccountHistory.theme": 4, "theme": 5])
    phone.sync()
    watch.sync()
    #expect(try watch.settings == ["size": 1, "Account.theme": 2])
  }

  @Test func aRemovalTravels() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    try phone.local.set(["size": 1, "Account.theme": 2])
    phone.sync()
    watch.sync()
    watch.clock.change { $0 = 2000 }
    try watch.local.set(nil, forKey: "size")
    watch.sync()
    phone.sync()
    #expect(try phone.settings == ["Account.theme": 2])
    #expect(cloud.values.value["size"] == record(2000))
  }

  @Test func removingAllSettingsOfANamespaceTravels() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    try phone.local.set(["size": 1, "Account.theme": 2, "Account.loginCount": 3])
    phone.sync()
    watch.sync()
    Defaults.withStore(watch.local) { Account.removeAll() }
    watch.sync()
    phone.sync()
    #expect(try phone.settings == ["size": 1])
  }

  @Test func theNewerOfTwoWritesWins() throws {
    let (phone, watch) = (Device(cloud, time: 1000), Device(cloud, time: 2000))
    try watch.local.set(2, forKey: "size")
    watch.run()
    try phone.local.set(1, forKey: "size")
    phone.run()
    // The older one arrives last, so iCloud keeps it.
    watch.keyValues.upload()
    phone.keyValues.upload()
    for _ in 0..<2 { for device in [phone, watch] { device.sync() } }
    #expect(try phone.settings == ["size": 2])
    #expect(try watch.settings == ["size": 2])
    #expect(cloud.values.value == ["size": record(2000, 2)])
  }

  @Test func aNewerRemovalWinsOverAWrite() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    try phone.local.set(1, forKey: "size")
    phone.sync()
    watch.sync()
    watch.clock.change { $0 = 3000 }
    try watch.local.set(nil, forKey: "size")
    phone.clock.change { $0 = 2000 }
    try phone.local.set(2, forKey: "size")
    for _ in 0..<2 { for device in [watch, phone] { device.sync() } }
    #expect(try phone.settings == [:])
    #expect(try watch.settings == [:])
  }

  @Test(arguments: [false, true])
  func writesOfOneMillisecondAreSettledAlikeOnAllDevices(isReversed: Bool) throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    try phone.local.set("light", forKey: "size")
    try watch.local.set("dark", forKey: "size")
    for _ in 0..<2 { for device in isReversed ? [watch, phone] : [phone, watch] { device.sync() } }
    // Its digest is the greater one.
    #expect(try phone.settings == ["size": "light"])
    #expect(try watch.settings == ["size": "light"])
  }

  @Test func aWriteAfterAnotherIsTheNewerOneHoweverWrongTheClockIs() throws {
    let (phone, watch) = (Device(cloud, time: 9_000_000), Device(cloud, time: 5))
    try phone.local.set(1, forKey: "size")
    phone.sync()
    watch.sync()
    try watch.local.set(2, forKey: "size")
    watch.sync()
    phone.sync()
    #expect(try phone.settings == ["size": 2])
    #expect(cloud.values.value == ["size": record(9_000_001, 2)])
  }

  @Test func aWriteAfterARemovalIsTheNewerOneHoweverWrongTheClockIs() throws {
    let (phone, watch) = (Device(cloud, time: 9_000_000), Device(cloud, time: 5))
    try phone.local.set(1, forKey: "size")
    phone.run()
    try phone.local.set(nil, forKey: "size")
    phone.sync()
    watch.sync()
    try watch.local.set(2, forKey: "size")
    watch.sync()
    #expect(try watch.settings == ["size": 2])
  }

  @Test func whatWasChangedOfflineTravelsLater() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    phone.sync()
    for number in 1...5 {
      phone.clock.change { $0 += 1 }
      try phone.local.set(["size": .integer(Int64(number)), "Account.theme": 1])
      phone.run()
    }
    phone.sync()
    watch.sync()
    #expect(try watch.settings == ["size": 5, "Account.theme": 1])
  }

  @Test func oneWriteIsOneWriteInICloudAndNoneOnOtherDevices() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    try phone.local.set(1, forKey: "size")
    for _ in 0..<5 { for device in [phone, watch] { device.sync() } }
    #expect(phone.keyValues.writeCount == 1)
    #expect(watch.keyValues.writeCount == 0)
  }

  // MARK: Without a mirror

  @Test func aWriteWithoutAMirrorCountsAsNewWhenThereIsOneAgain() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    try phone.local.set(1, forKey: "size")
    phone.sync()
    watch.sync()
    phone.stop()
    try phone.local.set(["size": 2, "Account.theme": 3])
    watch.clock.change { $0 = 2000 }
    try watch.local.set(["size": 8, "Account.theme": 9])
    watch.sync()
    phone.clock.change { $0 = 3000 }
    phone.start()
    phone.sync()
    watch.sync()
    #expect(try watch.settings == ["size": 2, "Account.theme": 3])
  }

  @Test func aBackupOfTheDeviceBringsNothingBack() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    try phone.local.set(["size": 1, "Account.theme": 1])
    for device in [phone, watch] { device.sync() }
    let backup = try phone.local.keys().reduce(into: [:]) { $0[$1] = try phone.local.value(forKey: $1) }
    try watch.local.set(["size": 2, "Account.theme": nil])
    watch.sync()
    let restored = Device(cloud, local: InMemoryStore(backup))
    for device in [restored, watch] { device.sync() }
    #expect(try restored.settings == ["size": 2])
    #expect(try watch.settings == ["size": 2])
  }

  @Test func aRemovalWithoutAMirrorTravelsWhenThereIsOneAgain() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    try phone.local.set(1, forKey: "size")
    phone.sync()
    watch.sync()
    phone.stop()
    try phone.local.set(nil, forKey: "size")
    phone.start()
    phone.sync()
    watch.sync()
    #expect(try watch.settings == [:])
  }

  @Test func aStartWithoutChangesWritesNothing() throws {
    let phone = Device(cloud)
    try phone.local.set(1, forKey: "size")
    phone.sync()
    phone.clock.change { $0 = 2000 }
    phone.start()
    phone.sync()
    #expect(phone.keyValues.writeCount == 1)
    #expect(cloud.values.value == ["size": record(1000, 1)])
  }

  // MARK: What iCloud does

  @Test func whatTheFirstDownloadDiscardsIsWrittenAgain() throws {
    let (phone, watch) = (Device(cloud), Device(cloud, isNew: true))
    try phone.local.set(1, forKey: "size")
    phone.sync()
    try watch.local.set(7, forKey: "Account.theme")
    for _ in 0..<2 { for device in [watch, phone] { device.sync() } }
    #expect(try phone.settings == ["size": 1, "Account.theme": 7])
    #expect(try watch.settings == ["size": 1, "Account.theme": 7])
  }

  @Test func aNewDeviceDoesNotOverwriteWhatTheOthersHave() throws {
    let phone = Device(cloud)
    try phone.local.set(true, forKey: "Account.isUserLoggedIn")
    phone.sync()
    let watch = Device(cloud, time: 9000, isNew: true)
    let isLoggedIn = Defaults.withStore(watch.local) { Account.bool(forKey: .isUserLoggedIn) }
    #expect(!isLoggedIn)
    for _ in 0..<2 { for device in [watch, phone] { device.sync() } }
    #expect(try phone.settings == ["Account.isUserLoggedIn": true])
    #expect(try watch.settings == ["Account.isUserLoggedIn": true])
  }

  @Test func noticesInAnyOrderAndTwiceChangeNothing() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    for number in 1...4 {
      phone.clock.change { $0 += 10 }
      try phone.local.set(.integer(Int64(number)), forKey: "size")
      phone.sync()
      watch.keyValues.download()
    }
    var generator: SeededGenerator? = SeededGenerator(5)
    watch.keyValues.deliver(&generator)
    watch.run()
    #expect(try watch.settings == ["size": 4])
    #expect(watch.keyValues.writeCount == 0)
  }

  @Test func signedOutTheLocalSettingsStay() throws {
    let phone = Device(cloud)
    try phone.local.set(1, forKey: "size")
    phone.sync()
    phone.keyValues.change(to: nil)
    phone.sync()
    #expect(try phone.settings == ["size": 1])
  }

  @Test func theTimesOfOneAccountDoNotCountInAnother() throws {
    let theirs = FakeCloud()
    let other = Device(theirs)
    let found = try problems {
      let phone = Device(cloud, time: 9000)
      try other.local.set(["size": 1, "Account.loginCount": 5])
      other.sync()
      try phone.local.set(["size": 2, "Account.theme": 3, "Account.loginCount": 4])
      phone.sync()
      try phone.local.set(nil, forKey: "Account.loginCount")
      phone.sync()
      phone.keyValues.change(to: theirs)
      phone.sync()
      #expect(try phone.settings == ["size": 1, "Account.theme": 3, "Account.loginCount": 5])
    }
    #expect(found.map(\.kind) == [.mirrorConflict])
    #expect(found.map(\.key) == ["size"])
    other.sync()
    #expect(try other.settings == ["size": 1, "Account.theme": 3, "Account.loginCount": 5])
  }

  @Test(arguments: [false, true]) func aMirrorThatEndsWithTheAccountHasForgottenItsTimes(removes: Bool) throws {
    let theirs = FakeCloud()
    let (phone, other) = (Device(cloud, time: 9000), Device(theirs))
    try other.local.set(1, forKey: "size")
    other.sync()
    try phone.local.set(2, forKey: "size")
    phone.sync()
    let found = try problems {
      let observation = phone.store.observeExternalChanges { [mirror = phone.mirror] _ in mirror?.mirror.cancel() }
      phone.keyValues.change(to: theirs)
      phone.sync()
      observation.cancel()
      #expect(try phone.settings == ["size": 2])
      if removes { try phone.local.set(nil, forKey: "size") }
      phone.start()
      phone.sync()
    }
    #expect(found.map(\.kind) == (removes ? [] : [.mirrorConflict]))
    other.sync()
    #expect(try phone.settings == ["size": 1])
    #expect(try other.settings == ["size": 1])
  }

  @Test(arguments: [false, true]) func aMirrorThatEndsWithTheAccountGivesTheNextNothing(isMirrorFirst: Bool) throws {
    let keyValues = FakeKeyValues(cloud)
    keyValues.download()
    let store = UbiquitousStore(keyValues)
    let local = InMemoryStore(["size": 1])
    let mirror = Lockbox<DefaultsMirror?>(nil)
    let names = MirroredNames([], ["size"])
    let start = {
      // As if its thread were faster than everybody else.
      let runNow: @Sendable (@escaping @Sendable () -> Void) -> Bool = { body in
        body()
        return true
      }
      let part = DefaultsMirror.Part(local, store, names, .takeOther, start: runNow)
      mirror.change { $0 = DefaultsMirror([part]) }
    }
    if isMirrorFirst { start() }
    let observation = store.observeExternalChanges { _ in mirror.value?.cancel() }
    if !isMirrorFirst { start() }
    #expect(try store.keys() == ["size"])
    keyValues.change(to: FakeCloud())
    keyValues.deliver()
    #expect(try store.keys() == [])
    observation.cancel()
  }

  @Test func aRecordOfAnotherLibraryIsUnderstood() throws {
    cloud.values.change { $0["size"] = record(1000, 3) }
    let phone = Device(cloud)
    phone.sync()
    #expect(try phone.settings == ["size": 3])
  }

  @Test func theRemovalsOfOneMomentAllTravel() throws {
    let (phone, watch) = (Device(cloud), Device(cloud))
    let names = (100..<300).map { "Account.\($0)" }
    try phone.local.set(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
    for device in [phone, watch] { device.sync() }
    Defaults.withStore(phone.local) { Account.removeAll() }
    for device in [phone, watch, phone] {
      // As with a call of `synchronize()`.
      device.start()
      device.sync()
    }
    #expect(try watch.settings == [:])
    #expect(try phone.settings == [:])
  }

  @Test func removalsAreBounded() throws {
    let phone = Device(cloud)
    let names = (100..<240).map { "Account.\($0)" }
    try phone.local.set(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
    phone.start()
    phone.sync()
    #expect(cloud.values.value.count == 140)
    for name in names {
      phone.clock.change { $0 += 1 }
      try phone.local.set(nil, forKey: name)
      phone.start()
      phone.sync()
    }
    #expect(cloud.values.value.count == 140)
    phone.clock.change { $0 += MirrorAge.day }
    phone.start()
    phone.sync()
    #expect(cloud.values.value.keys.sorted() == Array(names.suffix(128)))
    // One record for each, and one of what is mirrored.
    #expect(try phone.local.keys().count == 129)
  }
}
