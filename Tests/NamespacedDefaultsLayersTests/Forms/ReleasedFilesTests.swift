import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import NamespacedDefaultsMigration
import NamespacedDefaultsTesting
import TestSupport
import Testing

/// What 0.1.0 has stored is read and written on by every later release, which stores it in the same form.
@Suite struct ReleasedFilesTests {
  let directory: JSONDirectory

  init() throws { directory = try JSONDirectory() }

  /// Expects each value, and nothing else.
  private func expectAll(
    in store: some DefaultsStore,
    and others: [String] = [],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let names = ReleasedValue.all.map(\.row.name) + others
    #expect(try store.keys().sorted() == names.sorted(), sourceLocation: location)
    for value in ReleasedValue.all { try value.row.expect(in: store, after: .memory, at: location) }
  }

  /// Expects the literal of each value.
  private func expectStored(in store: some DefaultsStore, at location: SourceLocation = #_sourceLocation) throws {
    for value in ReleasedValue.all {
      let stored = try store.value(forKey: value.row.name)
      #expect(stored == value.stored, "\(value.row.name)", sourceLocation: location)
    }
  }

  /// Writes each value in turn.
  private func writeAll(to store: any DefaultsStore) throws {
    for value in ReleasedValue.all { try value.row.setting(store).write() }
  }

  private func bytes(ofFile path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  /// The bytes of a FileStore's file that count.
  private func committed(_ path: String) throws -> ArraySlice<UInt8> {
    let bytes = try bytes(ofFile: path)
    return bytes.prefix(bytes[24..<29].reversed().reduce(0) { $0 << 8 | Int($1) })
  }

  // MARK: FileStore

  @Test func theFileOfAFileStoreIsRead() throws {
    try GoldenFile.fileStore.copy(to: directory.file)
    let problems = Lockbox<[DefaultsProblem]>([])
    try Defaults.withProblemHandler { problem in
      problems.change { $0.append(problem) }
    } operation: {
      let store = try FileStore(path: directory.file)
      try expectStored(in: store)
      try expectAll(in: store, and: ["Released.first"])
    }
    #expect(problems.value.count == 0)
  }

  @Test func theFileOfAFileStoreIsWrittenOn() throws {
    let golden = try GoldenFile.fileStore.bytes()
    try GoldenFile.fileStore.copy(to: directory.file)
    let store = try FileStore(path: directory.file)
    try store.set("changed", forKey: "Released.first")
    try store.set(1, forKey: "Later.count")
    let written = try committed(directory.file)
    #expect(written.dropFirst(128).starts(with: golden.dropFirst(128)), "what is there stays")
    // At another path it is opened as by another process.
    try Data(written).write(to: URL(filePath: directory.path + "/copy"))
    let copy = try FileStore(path: directory.path + "/copy")
    try expectAll(in: copy, and: ["Released.first", "Later.count"])
    #expect(try copy.value(forKey: "Released.first") == "changed")
  }

  /// The salt, which is in the checksums of header and records, and the generation of both pointers are random.
  @Test func aFileStoreBeginsItsFileInTheSameWay() throws {
    try FileStore(path: directory.file).set(1, forKey: "Released.first")
    let varying = [12..<24, 29..<32, 37..<40, 52..<64, 136..<140, 172..<176]
    try GoldenFile.firstFileStore.expect(committed(directory.file), apartFrom: varying)
  }

  @Test func aFileStoreWritesTheSameRecords() throws {
    try GoldenFile.firstFileStore.copy(to: directory.file)
    let store = try FileStore(path: directory.file)
    try writeAll(to: store)
    try store.set(true, forKey: "Released.gone")
    try store.set(nil, forKey: "Released.gone")
    try GoldenFile.fileStore.expect(committed(directory.file))
  }

  @Test func theNamesOfSettingsAreThoseOfTheirTypes() throws {
    enum Released: BoolDefaultSettable {
      enum BoolKey: String, CaseIterable { case isTrue, isFalse }
      static let theme = key("theme", defaultValue: FormTheme.light)
      static let integer = key("integer", defaultValue: 0)
    }
    try GoldenFile.fileStore.copy(to: directory.file)
    try Defaults.withStore(FileStore(path: directory.file)) {
      #expect(Released[.isTrue])
      #expect(Released.key(.isFalse).hasValue)
      #expect(Released.theme.value == .dark)
      #expect(Released.integer.value == -7)
    }
  }

  // MARK: JSONStore

  @Test func theFileOfAJSONStoreIsRead() throws {
    try GoldenFile.jsonStore.copy(to: directory.file)
    try expectAll(in: directory.store())
  }

  @Test func theFileOfAJSONStoreIsWrittenOn() throws {
    let golden = String(decoding: try GoldenFile.jsonStore.bytes(), as: UTF8.self)
    try GoldenFile.jsonStore.copy(to: directory.file)
    try directory.store().set(1, forKey: "Later.count")
    let rest = golden.dropLast("\n}\n".count)
    #expect(try directory.text() == rest + ",\n  \"Later\": {\n    \"count\": 1\n  }\n}\n")
    try expectAll(in: directory.store(), and: ["Later.count"])
  }

  @Test func aJSONStoreWritesTheSameFile() throws {
    try writeAll(to: directory.store())
    // 0.1.0 wrote a list with a null as data.
    let golden = String(decoding: try GoldenFile.jsonStore.bytes(), as: UTF8.self)
      .replacing(#"{"$data": "WzEsbnVsbCwzXQ=="}"#, with: "[1, null, 3]")
    #expect(try directory.text() == golden)
  }

  // MARK: Exports

  static let exports: [(DefaultsExportFormat, GoldenFile)] = [(.json, .jsonExport), (.propertyList, .listExport)]

  @Test(arguments: exports) func anExportIsImported(_ format: DefaultsExportFormat, _ file: GoldenFile) throws {
    let store = InMemoryStore()
    try store.import(Data(file.bytes()), as: format)
    try expectStored(in: store)
    try expectAll(in: store)
  }

  /// It has no record of steps.
  @Test(arguments: exports)
  func anExportIsMigratedIfTheCallSaysThatItIsNot(_ format: DefaultsExportFormat, _ file: GoldenFile) throws {
    let steps: [DefaultsMigration] = [.renameNamespace("Released", to: "Later")]
    let store = InMemoryStore(["Other.a": 1])
    try DefaultsAdapter(store: store).migrate(steps)
    let data = try Data(file.bytes())
    #expect(throws: DefaultsImportError.self) { try store.import(data, as: format, migratingBy: steps) }
    #expect(store.value(forKey: "Later.isTrue") == nil)
    try store.import(data, as: format, migratingBy: steps, takingUnrecordedAs: .unmigrated)
    #expect(store.value(forKey: "Later.isTrue") == true)
    #expect(store.value(forKey: "Released.isTrue") == nil)
  }

  @Test(arguments: exports) func anExportIsTheSame(_ format: DefaultsExportFormat, _ file: GoldenFile) throws {
    let store = InMemoryStore()
    try writeAll(to: store)
    try file.expect(store.export(as: format))
  }

  #if UserDefaults
    // MARK: UserDefaults

    /// Runs a body with the name of a suite, which is empty before and after.
    private func withSuite(_ body: (String) throws -> Void) rethrows {
      let suite = "NamespacedDefaultsReleased.\(UUID().uuidString)"
      defer { UserDefaults().removePersistentDomain(forName: suite) }
      try body(suite)
    }

    private func list(_ file: GoldenFile) throws -> [String: Any] {
      try #require(PropertyListSerialization.propertyList(from: Data(file.bytes()), format: nil) as? [String: Any])
    }

    @Test func theValuesOfUserDefaultsAreRead() throws {
      try withSuite { suite in
        UserDefaults().setPersistentDomain(try list(.userDefaults), forName: suite)
        let store = try UserDefaultsStore(suiteName: suite)
        try expectStored(in: store)
        for value in ReleasedValue.all { try value.row.expect(in: store, after: .memory) }
      }
    }

    @Test func aUserDefaultsStoreSetsTheSameObjects() throws {
      try withSuite { suite in
        let store = try UserDefaultsStore(suiteName: suite)
        try writeAll(to: store)
        try store.synchronize()
        let domain = try #require(UserDefaults().persistentDomain(forName: suite))
        let xml = { (values: [String: Any]) in
          try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
        }
        try GoldenFile.userDefaults.record(xml(domain))
        let golden = try list(.userDefaults)
        #expect(domain.keys.sorted() == golden.keys.sorted())
        for (name, object) in golden {
          let set = try #require(domain[name])
          #expect(try xml([name: set]) == xml([name: object]), "\(name)")
        }
      }
    }
  #endif
}
