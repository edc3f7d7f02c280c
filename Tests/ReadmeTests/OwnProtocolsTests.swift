import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsTesting
import Testing

// The article on settable protocols of a program.

struct RGBColor: Codable, Equatable, DefaultsSerializable {
  var red = 0.0, green = 0.0, blue = 0.0
}

protocol ColorDefaultSettable: KeyNamespaceable {
  associatedtype ColorKey: RawRepresentable<String>
  // It has no bound: a default that broke it would be passed over in
  // silence.
  associatedtype ColorValue = RGBColor
  static func defaultValue(forKey key: ColorKey) -> ColorValue
  static var colorKeys: KeyEnum { get }
}

extension ColorDefaultSettable where ColorValue == RGBColor {
  static func defaultValue(forKey key: ColorKey) -> RGBColor { RGBColor() }
}

extension ColorDefaultSettable where ColorValue: DefaultsSerializable {
  static var colorKeys: KeyEnum { KeyEnum(ColorKey.self) { key($0) } }

  static func key(_ key: ColorKey) -> DefaultsKey<ColorValue> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }

  static func color(forKey key: ColorKey) -> ColorValue {
    self[key, default: defaultValue(forKey: key)]
  }

  static func set(_ color: ColorValue, forKey key: ColorKey) {
    self[key, default: defaultValue(forKey: key)] = color
  }

  static subscript(key: ColorKey) -> ColorValue {
    get { self[key, default: defaultValue(forKey: key)] }
    set { self[key, default: defaultValue(forKey: key)] = newValue }
    _modify {
      var change = InPlaceChange(
        key,
        in: self,
        default: defaultValue(forKey: key)
      )
      yield &change.value
      change.commit()
    }
  }
}

struct Canvas: ColorDefaultSettable, BoolDefaultSettable {
  enum ColorKey: String, CaseIterable { case background, grid }
  enum BoolKey: String, CaseIterable { case showsGrid }

  static func defaultValue(forKey key: ColorKey) -> RGBColor {
    switch key {
    case .background: RGBColor(red: 1, green: 1, blue: 1)
    case .grid: RGBColor(red: 0.8, green: 0.8, blue: 1)
    }
  }
}

struct Pencil: ColorDefaultSettable {
  enum ColorKey: String, CaseIterable { case tip }
  // It may be not chosen yet.
  static func defaultValue(forKey key: ColorKey) -> RGBColor? { nil }
}

func paint() {
  // Stored as "Canvas.background".
  Canvas.set(RGBColor(red: 0.2), forKey: .background)
  Canvas[.grid].blue = 0.5  // atomic
  Canvas.key(.background).remove()  // Canvas.removeAll() removes them all
  Pencil[.tip] = nil
}

extension ColorDefaultSettable {
  @available(
    *,
    unavailable,
    message: "it takes an enum ColorKey, whose defaults can be stored"
  )
  static var colorKeys: KeyEnum { fatalError() }
}

extension ColorDefaultSettable where ColorValue: DefaultsSerializable {
  func key(_ key: ColorKey) -> DefaultsKey<ColorValue> {
    DefaultsKey(
      key,
      in: self,
      defaultValue: Self.defaultValue(forKey: key)
    )
  }

  subscript(key: ColorKey) -> ColorValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set {
      self[key, default: Self.defaultValue(forKey: key)] = newValue
    }
    nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }
}

protocol AmountDefaultSettable: KeyNamespaceable {
  associatedtype AmountKey: RawRepresentable<String>
  static func defaultValue(forKey key: AmountKey) -> Decimal
}

extension AmountDefaultSettable {
  static var amountKeys: KeyEnum { KeyEnum(AmountKey.self) { key($0) } }

  static func key(_ key: AmountKey) -> DefaultsKey<Decimal> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }

  static func amount(forKey key: AmountKey) -> Decimal {
    self[key, default: defaultValue(forKey: key)]
  }

  static func set(_ amount: Decimal, forKey key: AmountKey) {
    self[key, default: defaultValue(forKey: key)] = amount
  }
}

struct Shop: ColorDefaultSettable, AmountDefaultSettable {
  enum ColorKey: String, CaseIterable { case banner }
  enum AmountKey: String, CaseIterable { case shipping }

  static func defaultValue(forKey key: AmountKey) -> Decimal { 5 }
}

func declareProtocols() {  // once, at the start of the program
  KeyEnum.declare { ($0 as? any ColorDefaultSettable.Type)?.colorKeys }
  KeyEnum.declare { ($0 as? any AmountDefaultSettable.Type)?.amountKeys }
}

private let declarations: Void = declareProtocols()

/// The article's code does what it says.
@Suite(.isolatedDefaults)
struct OwnProtocolsTests {
  init() { declarations }

  @Test func everyBlockIsCompiledHere() throws {
    let file = try MarkdownFile(article: "OwnSettableProtocols")
    #expect(file.blocks.count == 7)
    try file.expectBlocks(in: "OwnProtocolsTests.swift")
  }

  @Test func aColorIsStoredUnderItsNamespace() throws {
    paint()
    #expect(try Defaults.store.keys() == ["Canvas.grid"])
    #expect(Canvas[.grid] == RGBColor(red: 0.8, green: 0.8, blue: 0.5))
    #expect(Canvas.color(forKey: .background) == RGBColor(red: 1, green: 1, blue: 1))
    #expect(Pencil[.tip] == nil)
    Canvas.removeAll()
    #expect(Canvas.storedKeys == [])
  }

  @Test func amountsAreExact() throws {
    Shop.set(Shop.amount(forKey: .shipping) + Decimal(string: "0.10")!, forKey: .shipping)
    #expect(Shop.amount(forKey: .shipping) == Decimal(string: "5.10"))
    #expect(
      NamespaceAudit(Shop.self, Canvas.self).keys.map(\.name) == [
        "Canvas.background", "Canvas.grid", "Canvas.showsGrid", "Shop.banner", "Shop.shipping",
      ]
    )
    #expect(NamespaceAudit(Shop.self, Canvas.self).collisions == [])
  }

  @Test func anInstanceHasItsOwn() throws {
    struct Page: ColorDefaultSettable {
      enum ColorKey: String { case paper }
      var namespace = "Page.7"
    }
    Page()[.paper].red += 1
    #expect(try Defaults.store.keys() == ["Page.7.paper"])
    #expect(Page()[.paper] == RGBColor(red: 1))
  }
}
