import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsTesting
import TestSupport
import Testing

/// A settable protocol that is not the library's, over what the library's are made of.
private protocol ColorDefaultSettable: KeyNamespaceable {
  associatedtype ColorKey: RawRepresentable<String>
  associatedtype ColorValue = Color
  static func defaultValue(forKey key: ColorKey) -> ColorValue
  static var colorKeys: KeyEnum { get }
}

private struct Color: Codable, Equatable, DefaultsSerializable {
  var red = 0.0
}

extension ColorDefaultSettable where ColorValue == Color {
  static func defaultValue(forKey key: ColorKey) -> Color { Color() }
}

extension ColorDefaultSettable where ColorValue: DefaultsSerializable {
  static var colorKeys: KeyEnum { KeyEnum(ColorKey.self) { key($0) } }
  static func key(_ key: ColorKey) -> DefaultsKey<ColorValue> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }
  static func color(forKey key: ColorKey) -> ColorValue { self[key, default: defaultValue(forKey: key)] }
  static func set(_ color: ColorValue, forKey key: ColorKey) { self[key, default: defaultValue(forKey: key)] = color }
  static subscript(key: ColorKey) -> ColorValue {
    get { self[key, default: defaultValue(forKey: key)] }
    set { self[key, default: defaultValue(forKey: key)] = newValue }
    _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }
  func key(_ key: ColorKey) -> DefaultsKey<ColorValue> {
    DefaultsKey(key, in: self, defaultValue: Self.defaultValue(forKey: key))
  }
}

/// A second one, whose keys are in no listed enum.
private protocol SizeDefaultSettable: KeyNamespaceable {
  associatedtype SizeKey: RawRepresentable<String>
}

extension SizeDefaultSettable {
  static func key(_ key: SizeKey) -> DefaultsKey<Int> { DefaultsKey(key, in: self, defaultValue: 0) }
  static var sizeKeys: KeyEnum { KeyEnum(SizeKey.self) { key($0) } }
}

private struct Canvas: ColorDefaultSettable, SizeDefaultSettable, BoolDefaultSettable {
  enum ColorKey: String, CaseIterable { case background, border = "border.color" }
  enum SizeKey: String { case width }
  enum BoolKey: String, CaseIterable { case isOpen }
  static func defaultValue(forKey key: ColorKey) -> Color { Color(red: 1) }
  var namespace = "Canvas.7"
}

/// Colors that may be not chosen yet.
private struct Pencil: ColorDefaultSettable {
  enum ColorKey: String { case tip }
  static func defaultValue(forKey key: ColorKey) -> Color? { nil }
}

private let declarations: Void = {
  KeyEnum.declare { ($0 as? any ColorDefaultSettable.Type)?.colorKeys }
  KeyEnum.declare { ($0 as? any SizeDefaultSettable.Type)?.sizeKeys }
}()

private struct Refused: Error {}

private func fail(_ color: inout Color) throws {
  color.red = 9
  throw Refused()
}

@Suite(.isolatedDefaults)
struct OwnSettableTests {
  init() { declarations }

  @Test func theDefaultSaysTheType() throws {
    #expect(Pencil[.tip] == nil)
    Pencil.set(Color(red: 1), forKey: .tip)
    #expect(Pencil[.tip] == Color(red: 1))
    Pencil[.tip] = nil
    #expect(try Defaults.store.keys() == [])
  }

  @Test func itReadsAndWritesUnderTheNamespace() throws {
    #expect(Canvas.color(forKey: .background) == Color(red: 1))
    Canvas.set(Color(red: 0.5), forKey: .background)
    #expect(try Defaults.store.value(forKey: "Canvas.background") == .data(Data(#"{"red":0.5}"#.utf8)))
    #expect(Canvas[.background] == Color(red: 0.5))
    Canvas.key(.background).remove()
    #expect(Canvas.color(forKey: .background) == Color(red: 1), "the default of the type")
  }

  @Test func anInstanceHasItsOwnKeys() throws {
    Canvas().key(.background).value = Color(red: 0.25)
    #expect(try Defaults.store.keys() == ["Canvas.7.background"])
    #expect(Canvas().key(.background).value == Color(red: 0.25))
    #expect(Canvas.color(forKey: .background) == Color(red: 1))
  }

  @Test func anInPlaceChangeBeginsWithTheDefaultAndIsWrittenOnce() throws {
    Canvas[.background].red += 1
    #expect(try Defaults.store.value(forKey: "Canvas.background") == .data(Data(#"{"red":2}"#.utf8)))
  }

  @Test func anInPlaceChangeThatThrowsWritesNothing() throws {
    #expect(throws: Refused.self) { try fail(&Canvas[.background]) }
    #expect(try Defaults.store.keys() == [])
  }

  @Test func theNamespaceKnowsItsKeys() throws {
    try Defaults.store.set(["Canvas.border.color": 1, "Canvas.isOpen": true, "Canvas.7.background": 2])
    #expect(Canvas.storedKeys == ["Canvas.border.color", "Canvas.isOpen"])
    #expect(Canvas().storedKeys == ["Canvas.7.background"])
    Canvas.removeAll()
    #expect(try Defaults.store.keys() == ["Canvas.7.background"])
  }

  @Test func theAuditListsItsKeys() throws {
    try Defaults.store.set(["Canvas.background": 1, "Canvas.width": 2, "Canvas.height": 3])
    let audit = NamespaceAudit(Canvas.self)
    #expect(audit.keys.map(\.name) == ["Canvas.background", "Canvas.border.color", "Canvas.isOpen"])
    #expect(audit.keys.map { "\($0.valueType)" } == ["Color", "Color", "Bool"])
    #expect(audit.undeclaredKeys == ["Canvas.height"])
    #expect(audit.unlistedKeyTypes.map { $0.split(separator: ".").last } == ["SizeKey"])
  }

  @Test func theSchemaDescribesItsKeys() throws {
    let schema = try String(decoding: NamespaceAudit(Canvas.self).jsonSchema(), as: UTF8.self)
    #expect(schema.contains(#""Canvas.border""#))
    #expect(schema.contains(#""Color""#))
  }

  @Test func theAuditFindsItsCollisions() {
    let (width, border) = (DefaultsKey("Canvas.width", defaultValue: 1), DefaultsKey<String?>("Canvas.border.color"))
    #expect(
      NamespaceAudit(Canvas.self, keys: [width, border]).collisions.map { $0.prefix { $0 != " " } } == [
        #""Canvas.border.color""#, #""Canvas.width""#,
      ]
    )
  }

  @Test func aCollisionIsReportedWhenTheSecondIsUsed() {
    let problems = problems {
      _ = Canvas.color(forKey: .background)
      _ = DefaultsKey<Int>("Canvas.background", defaultValue: 0).value
    }
    #expect(problems.map(\.kind) == [.collision])
  }
}
