import Foundation
import NamespacedDefaults
import NamespacedDefaultsSync
import Testing

/// Every kind of value in every store, on every way that values take: what comes back is what was given.
struct FormTests {
  let places: FormPlaces

  init() throws { places = try FormPlaces() }

  /// Returns a new store with the value of a row; `nil` if the store refuses it, as it should.
  private func store(_ kind: FormStore, with row: FormRow) throws -> (any DefaultsStore)? {
    let store = try places.make(kind)
    guard row.refusing.contains(kind) else {
      try row.setting(store).write()
      return store
    }
    #expect(throws: DefaultsError.self) { try row.setting(store).write() }
    #expect(try store.keys() == [])
    return nil
  }

  private func expect(
    _ row: FormRow,
    in store: any DefaultsStore,
    after kind: FormStore,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    try row.setting(store).expect(kind.isXMLFile, location)
  }

  @Test(arguments: FormRow.all, FormStore.allCases)
  func aValueIsReadAsItWasWritten(_ row: FormRow, _ kind: FormStore) throws {
    guard let store = try store(kind, with: row) else { return }
    try expect(row, in: store, after: kind)
  }

  @Test(arguments: FormRow.all, FormStore.allCases)
  func aMoveLeavesNothingBehind(_ row: FormRow, _ kind: FormStore) throws {
    guard !row.refusing.contains(kind), let source = try store(.memory, with: row) else { return }
    let store = try places.make(kind)
    try DefaultsAdapter(store: store).migrate([.move(from: source)])
    try expect(row, in: store, after: kind)
    #expect(try source.keys() == [])
    let target = InMemoryStore()
    try DefaultsAdapter(store: target).migrate([.move(from: store)])
    try expect(row, in: target, after: kind)
    #expect(try store.value(forKey: row.name) == nil)
  }

  @Test(arguments: FormRow.all, FormStore.allCases)
  func anExportIsImportedAsItWas(_ row: FormRow, _ kind: FormStore) throws {
    guard let store = try store(kind, with: row) else { return }
    for format in DefaultsExportFormat.allCases {
      for other in [try places.make(kind), InMemoryStore()] {
        try other.import(store.export(as: format), as: format)
        try expect(row, in: other, after: kind)
      }
    }
  }

  @Test(arguments: FormRow.all, FormStore.allCases)
  func anEqualWriteIsNotAnnounced(_ row: FormRow, _ kind: FormStore) throws {
    guard let store = try store(kind, with: row) else { return }
    let given = try self.store(.memory, with: row)?.value(forKey: row.name)
    let changes = Lockbox<[DefaultsChange]>([])
    let observation = store.observe { change in changes.change { $0.append(change) } }
    defer { observation.cancel() }
    try row.setting(store).write()
    try store.set(given, forKey: row.name)
    try store.update(row.name) { $0 = given }
    try store.apply([row.name: given])
    try store.transaction { try store.set(given, forKey: row.name) }
    #expect(changes.value == [])
    try store.set(nil, forKey: row.name)
    try store.set(given, forKey: row.name)
    let stored = try store.value(forKey: row.name)
    #expect(changes.value.map(\.newValue) == [nil, stored], "what is announced is what is read")
  }

  /// The store on one side and another one on the other, and a second device.
  @Test(arguments: FormRow.all, FormStore.allCases)
  func aMirroredValueIsTheSameEverywhere(_ row: FormRow, _ kind: FormStore) throws {
    guard !row.refusing.contains(kind), let memory = try store(.memory, with: row) else { return }
    let store = try places.make(kind)
    try mirror(row, memory, store)
    try expect(row, in: memory, after: .memory)
    try expect(row, in: store, after: kind)
    let second = InMemoryStore()
    try mirror(row, second, store)
    try expect(row, in: second, after: kind)
    guard let local = try self.store(kind, with: row) else { return }
    let other = InMemoryStore()
    try mirror(row, local, other)
    let third = try places.make(kind)
    try mirror(row, third, other)
    try expect(row, in: third, after: kind)
    try expect(row, in: local, after: kind)
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
