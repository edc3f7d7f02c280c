import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// Whatever the battery stores comes back equal through each format, or is refused with a sentence.
struct DefaultsToolBatteryTests {
  /// What the battery leaves in a store.
  private func values(of promise: StoreBattery) throws -> [String: PropertyListValue] {
    let store = InMemoryStore()
    try promise.check { store }
    return store.keys().reduce(into: [:]) { $0[$1] = store.value(forKey: $1) }
  }

  private func values(at path: String) throws -> [String: PropertyListValue] {
    let store = try FileStore(path: path)
    return try store.keys().reduce(into: [:]) { $0[$1] = try store.value(forKey: $1) }
  }

  /// Compares two at a time, for a difference of all together could not be read.
  private func expectEqual(_ values: [String: PropertyListValue], _ expected: [String: PropertyListValue]) {
    #expect(Set(values.keys) == Set(expected.keys))
    for (name, value) in expected { #expect(values[name] == value, "\(name.prefix(40).debugDescription)") }
  }

  private static let promises: [StoreBattery] = [
    .everyKindComesBack, .oddKeysComeBackOrAreRefused, .largeValuesComeBack,
  ]

  @Test(arguments: promises)
  func jsonGivesBackEverything(promise: StoreBattery) throws {
    let tool = try DefaultsToolHome()
    let values = try values(of: promise)
    try FileStore(path: tool.store).set(values.mapValues(Optional.some))
    #expect(try tool.output("export", "all.json") == "")
    #expect(try tool.output("import", "all.json", "--store", "./copy") == "")
    try expectEqual(self.values(at: tool.path + "/copy"), values.mapValues(\.inJSON))
  }

  @Test(arguments: promises)
  func aPropertyListGivesBackEverything(promise: StoreBattery) throws {
    let tool = try DefaultsToolHome()
    let values = try values(of: promise)
    try FileStore(path: tool.store).set(values.mapValues(Optional.some))
    #expect(try tool.output("export", "all.plist") == "")
    #expect(try tool.output("import", "all.plist", "--store", "./copy") == "")
    try expectEqual(self.values(at: tool.path + "/copy"), values)
  }

  @Test(arguments: promises)
  func anEditorThatChangesNothingLosesNothing(promise: StoreBattery) throws {
    let tool = try DefaultsToolHome()
    let values = try values(of: promise)
    try FileStore(path: tool.store).set(values.mapValues(Optional.some))
    #expect(
      try tool.run("edit", environment: ["VISUAL": "true", "TMPDIR": tool.path])
        == .init(output: "Nothing was changed.\n")
    )
    try expectEqual(self.values(at: tool.store), values)
  }

  private struct Line: Decodable { let key: String }

  @Test(arguments: promises)
  func allOfItIsListedAndRead(promise: StoreBattery) throws {
    let tool = try DefaultsToolHome()
    let values = try values(of: promise)
    try FileStore(path: tool.store).set(values.mapValues(Optional.some))
    #expect(try tool.output("list").count { $0 == "\n" } == values.count + 1)
    #expect(try tool.output("read").count { $0 == "\n" } == values.count)
    let json = Data(try tool.output("list", "--format", "json").utf8)
    #expect(try Set(JSONDecoder().decode([Line].self, from: json).map(\.key)) == Set(values.keys))
  }
}

extension PropertyListValue {
  /// The value as JSON gives it back, which has no floats without a fraction.
  fileprivate var inJSON: PropertyListValue {
    switch self {
    case .double(let number): Int64(exactly: number).map(Self.integer) ?? self
    case .array(let elements): .array(elements.map(\.inJSON))
    case .dictionary(let members): .dictionary(members.mapValues(\.inJSON))
    default: self
    }
  }
}
