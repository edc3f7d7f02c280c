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

  /// Runs a body with groups of all rows that a store keeps.
  private func forEachGroup(in kind: FormStore, _ body: ([FormRow]) throws -> Void) throws {
    for rows in FormRow.groups(of: FormRow.all.filter { !$0.refusing.contains(kind) }) {
      places.reset()
      try body(rows)
    }
  }

  /// Returns a new store with the values of rows.
  private func store(_ kind: FormStore, with rows: [FormRow]) throws -> any DefaultsStore {
    let store = try places.make(kind)
    try store.transaction { for row in rows { try row.setting(store).write() } }
    return store
  }

  @Test(arguments: FormStore.allCases) func aValueIsReadAsItWasWritten(_ kind: FormStore) throws {
    forEachRow(in: kind) { row in
      let store = try store(kind, with: [row])
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
    try forEachGroup(in: kind) { rows in
      let (source, store) = (try self.store(.memory, with: rows), try places.make(kind))
      try DefaultsAdapter(store: store).migrate([.move(from: source)])
      for row in rows { try row.expect(in: store, after: kind) }
      #expect(try source.keys() == [])
      let target = InMemoryStore()
      try DefaultsAdapter(store: target).migrate([.move(from: store)])
      for row in rows {
        try row.expect(in: target, after: kind)
        #expect(try store.value(forKey: row.name) == nil, "\(row.title)")
      }
    }
  }

  @Test(arguments: FormStore.allCases) func anExportIsImportedAsItWas(_ kind: FormStore) throws {
    try forEachGroup(in: kind) { rows in
      let store = try self.store(kind, with: rows)
      for format in DefaultsExportFormat.allCases {
        for other in [try places.make(kind), InMemoryStore()] {
          try other.import(store.export(as: format), as: format)
          for row in rows { try row.expect(in: other, after: kind) }
        }
      }
    }
  }

  @Test(arguments: isThorough ? FormStore.allCases : [.memory, .file, .json, .cloud])
  func anEqualWriteIsNotAnnounced(_ kind: FormStore) throws {
    forEachRow(in: kind) { row in
      let store = try store(kind, with: [row])
      let given = try self.store(.memory, with: [row]).value(forKey: row.name)
      let changes = Lockbox<[DefaultsChange]>([])
      let observation = store.observe { change in changes.change { $0.append(change) } }
      defer { observation.cancel() }
      try row.setting(store).write()
      try store.set(given, forKey: row.name)
      try store.update(row.name) { $0 = given }
      try store.set([row.name: given])
      try store.transaction { try store.set(given, forKey: row.name) }
      #expect(changes.value == [], "\(row.title)")
      try store.set(nil, forKey: row.name)
      try store.set(given, forKey: row.name)
      let stored = try store.value(forKey: row.name)
      #expect(changes.value.map(\.newValue) == [nil, stored], "what is announced is what is read: \(row.title)")
    }
  }

  /// The store on each side of a mirror, and a second device.
  @Test(arguments: isThorough ? FormStore.allCases : [.memory, .json, .cloud])
  func aMirroredValueIsTheSameEverywhere(_ kind: FormStore) throws {
    try forEachGroup(in: kind) { rows in
      let (memory, other, second) = (try store(.memory, with: rows), try places.make(kind), InMemoryStore())
      try mirror(rows, memory, other)
      for row in rows { try row.expect(in: memory, after: .memory) }
      try mirror(rows, second, other)
      for row in rows { try row.expect(in: second, after: kind) }
      // In iCloud a mirrored value is a record.
      guard kind != .cloud else { return }
      for row in rows { try row.expect(in: other, after: kind) }
      let (local, between, third) = (try store(kind, with: rows), InMemoryStore(), try places.make(kind))
      try mirror(rows, local, between)
      try mirror(rows, third, between)
      for row in rows {
        try row.expect(in: third, after: kind)
        try row.expect(in: local, after: kind)
      }
    }
  }

  /// Mirrors the settings of rows, twice, so that what the first time has stored is looked at.
  private func mirror(_ rows: [FormRow], _ local: any DefaultsStore, _ other: any DefaultsStore) throws {
    for _ in 0..<2 {
      let mirror = Defaults.mirror([], rows.map { $0.setting(local).key }, to: other)
      try mirror.synchronize()
      mirror.cancel()
    }
  }
}
