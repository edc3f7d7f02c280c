// The code of the article on the same settings on all devices.

import Foundation
import NamespacedDefaults
import NamespacedDefaultsSync
import NamespacedDefaultsTesting
import Synchronization
import Testing

#if !canImport(Darwin)
  extension UbiquitousStore {
    /// A stand-in where there is no iCloud.
    static let `default` = UbiquitousStore(TestKeyValues())
  }
#endif

extension Defaults {
  struct Library: BoolDefaultSettable, IntegerDefaultSettable {
    enum BoolKey: String, CaseIterable { case showsCovers }
    enum IntegerKey: String, CaseIterable { case columnCount }
  }
}

extension DefaultsKeys {
  static let accent = DefaultsKey("accent", defaultValue: "blue")
  // It stays on this device.
  static let lastTab = DefaultsKey("lastTab", defaultValue: 0)
}

@MainActor
final class SettingsSync {
  private var mirror: DefaultsMirror?

  func start() {
    mirror = Defaults.mirror(
      Defaults.Library.self,
      .accent,
      to: UbiquitousStore.default
    )
  }

  func stop() { mirror = nil }
}

func mirrorFavorites(
  _ favorites: DefaultsKey<Set<String>>
) -> DefaultsMirror {
  Defaults.mirror(
    favorites,
    to: UbiquitousStore.default,
    onConflict: .resolve { conflict in
      let ours = conflict.localValue.decoded(as: Set<String>.self)
      let theirs = conflict.otherValue.decoded(as: Set<String>.self)
      return try? PropertyListValue((ours ?? []).union(theirs ?? []))
    }
  )
}

func endWithTheAccount(_ mirror: DefaultsMirror) -> DefaultsObservation {
  UbiquitousStore.default.observeExternalChanges { [weak mirror] change in
    if change.reason == .accountChange { mirror?.cancel() }
  }
}

#if UserDefaults
  func mirrorToTheWidget() throws -> DefaultsMirror {
    let group = try UserDefaultsStore(suiteName: "group.com.example.library")
    return Defaults.mirror(.accent, to: group, onConflict: .keepLocal)
  }
#endif

func prepareForSuspension(_ mirror: DefaultsMirror) throws {
  try mirror.synchronize()
}

/// The article's code compiles, runs and does what it says.
@Suite(.isolatedDefaults)
struct SameSettingsTests {
  @Test func everyBlockIsCompiledHere() throws {
    let file = try MarkdownFile(article: "SameSettingsOnAllDevices")
    #expect(file.blocks.count == 6)
    try file.expectBlocks(in: "SameSettings.swift")
    try MarkdownFile(article: "NamespacedDefaultsSync").expectBlocks(in: "SameSettings.swift")
  }

  @Test func bothSetsAreKept() throws {
    let (cloud, favorites) = (UbiquitousStore.default, DefaultsKey<Set<String>>("favorites", defaultValue: []))
    try cloud.set(["a", "b"], forKey: "favorites")
    favorites.value = ["b", "c"]
    try mirrorFavorites(favorites).synchronize()
    #expect(favorites.value == ["a", "b", "c"])
  }
}

final class TestKeyValues: UbiquitousKeyValues {
  private let values = Mutex<[String: PropertyListValue]>([:])

  var dictionaryRepresentation: [String: Any] {
    values.withLock { $0 }.mapValues(\.propertyList)
  }
  func object(forKey name: String) -> Any? {
    values.withLock { $0[name] }?.propertyList
  }

  func set(_ object: Any?, forKey name: String) {
    let value = object.flatMap { try? PropertyListValue(propertyList: $0) }
    values.withLock { $0[name] = value }
  }

  func removeObject(forKey name: String) { set(nil, forKey: name) }
  func synchronize() -> Bool { true }
  func onExternalChange(
    _ handler: @escaping @Sendable (UbiquitousStore.ExternalChange) -> Void
  ) {}
}

@Test func aSettingIsOnTheOtherDevice() throws {
  let cloud = UbiquitousStore(TestKeyValues())
  let (phone, watch) = (InMemoryStore(), InMemoryStore())
  for device in [phone, watch] {
    try Defaults.withStore(device) {
      let mirror = Defaults.mirror(.accent, to: cloud)
      if device === phone { Defaults[.accent] = "red" }
      try mirror.synchronize()
    }
  }
  #expect(watch.value(forKey: "accent") == "red")
}
