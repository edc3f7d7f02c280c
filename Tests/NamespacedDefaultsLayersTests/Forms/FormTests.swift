import Foundation
import NamespacedDefaults
import NamespacedDefaultsMigration
import NamespacedDefaultsSync
import TestSupport
import Testing

/// Every kind of value in every store, on every way that values take: what comes back is what was given.
struct FormTests {
  let places: FormPlaces

  init() throws { places = try FormPlaces() }

  /// Runs a body with each row that a store keeps, and reports what it throws.
  private func forEachRow(in kind: FormStore, _ body: (FormRow) throws -> Void) {
    for row in FormRow.all where !row.refusing.contains(kind) {
      places.reset()
      do {
        try body(row)
      } catch {
        Issue.record(error, "\(row.title)")
      }
    }
  }

  /// Returns a new store with the value of a row.
  private func store(_ kind: FormStore, with row: FormRow) throws -> any DefaultsStore {
    let store = try places.make(kind)
    try row.setting(store).write()
    return store
  }

  @Test(arguments: FormStore.allCases) func aValueIsReadAsItWasWritten(_ kind: FormStore) throws {
    forEachRow(in: kind) { row in
      let store = try store(kind, with: row)
      try row.expect(in: store, after: kind)
    }
  }

  @Test(arguments: FormStore.allCases) func whatAStoreCannotKeepIsRefused(_ kind: FormStore) throws {
    for row in FormRow.all where row.refusing.contains(kind) {
      let store = try places.make(kind)
      #expect(throws: DefaultsError.self, "\(row.title)") { try row.setting(store).write() }
      #expect(try store.keys() == [], "\(row.title)")
    }
  }

  @Test(arguments: FormStore.allCases) func aMoveLeavesNothingBehind(_ kind: FormStore) throws {
    forEachRow(in: kind) { row in
      let (source, store) = (try store(.memory, with: row), try places.make(kind))
      try DefaultsAdapter(store: store).migrate([.move(from: source)])
      try row.expect(in: store, after: kind)
      #expect(try source.keys() == [], "\(row.title)")
      let target = InMemoryStore()
      try DefaultsAdapter(store: target).migrate([.move(from: store)])
      try row.expect(in: target, after: kind)
      #expect(try store.value(forKey: row.name) == nil, "\(row.title)")
    }
  }

  @Test(arguments: FormStore.allCases) func anExportIsImportedAsItWas(_ kind: FormStore) throws {
    forEachRow(in: kind) { row in
      let store = try store(kind, with: row)
      for format in DefaultsExportFormat.allCases {
        for other in [try places.make(kind), InMemoryStore()] {
          try other.import(store.export(as: format), as: format)
          try row.expect(in: other, after: kind)
        }
      }
    }
  }

  @Test(arguments: FormStore.allCases) func anEqualWriteIsNotAnnounced(_ kind: FormStore) throws {
    forEachRow(in: kind) { row in
      let store = try store(kind, with: row)
      let given = try self.store(.memory, with: row).value(forKey: row.name)
      let changes = Lockbox<[DefaultsChange]>([])
      let observation = store.observe { change in changes.change { $0.append(change) } }
      defer { observation.cancel() }
      try row.setting(store).write()
      try store.set(given, forKey: row.name)
      try store.update(row.name) { $0 = given }
      try store.apply([row.name: given])
      try store.transaction { try store.set(given, forKey: row.name) }
      #expect(changes.value == [], "\(row.title)")
      try store.set(nil, forKey: row.name)
      try store.set(given, forKey: row.name)
      let stored = try store.value(forKey: row.name)
      #expect(changes.value.map(\.newValue) == [nil, stored], "what is announced is what is read: \(row.title)")
    }
  }

  /// The store on each side of a mirror, and a second device.
  @Test(arguments: FormStore.allCases) func aMirroredValueIsTheSameEverywhere(_ kind: FormStore) throws {
    forEachRow(in: kind) { row in
      let (memory, other, second) = (try store(.memory, with: row), try places.make(kind), InMemoryStore())
      try mirror(row, memory, other)
      try row.expect(in: memory, after: .memory)
      try mirror(row, second, other)
      try row.expect(in: second, after: kind)
      // In iCloud a mirrored value is a record.
      guard kind != .cloud else { return }
      try row.expect(in: other, after: kind)
      let (local, between, third) = (try store(kind, with: row), InMemoryStore(), try places.make(kind))
      try mirror(row, local, between)
      try mirror(row, third, between)
      try row.expect(in: third, after: kind)
      try row.expect(in: local, after: kind)
    }
  }

  /// Mirrors the setting of a row, twice, so that what the first time has stored is looked at.
  private func mirror(_ row: FormRow, _ local: any DefaultsStore, _ other: any DefaultsStore) throws {
    for _ in 0..<2 {
      let mirror = Defaults.mirror([], [row.setting(local).key], to: other)
      try mirror.synchronize()
      mirror.cancel()
    }
  }
}
