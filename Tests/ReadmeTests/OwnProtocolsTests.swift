import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

// The article on settable protocols of a program.

struct RGBColor: Codable, Equatable, DefaultsSerializable {
  var red = 0.0, green = 0.0, blue = 0.0
}

protocol ColorDefaultSettable: KeyNamespaceable {
  associatedtype ColorKey: RawRepresentable<String>
  static func defaultValue(forKey key: ColorKey) -> RGBColor
}

extension ColorDefaultSettable {
  static func defaultValue(forKey key: ColorKey) -> RGBColor { RGBColor() }

  static func key(_ key: ColorKey) -> DefaultsKey<RGBColor> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }

  static func color(forKey key: ColorKey) -> RGBColor {
    value(forKey: key, defaultValue: defaultValue(forKey: key))
  }

  static func set(_ color: RGBColor, forKey key: ColorKey) {
    set(color, forKey: key, defaultValue: defaultValue(forKey: key))
  }

  static subscript(key: ColorKey) -> RGBColor {
    get { color(forKey: key) }
    set { set(newValue, forKey: key) }
    _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  static var colorKeyEnum: KeyEnum { KeyEnum(ColorKey.self) { key($0) } }
  static var customKeyEnums: [KeyEnum] { [colorKeyEnum] }
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

func paint() {
  Canvas.set(RGBColor(red: 0.2), forKey: .background)  // stored as "Canvas.background"
  Canvas[.grid].blue = 0.5  // atomic
  Canvas.key(.background).remove()  // and Canvas.removeAll() removes what is left
}

extension ColorDefaultSettable {
  func key(_ key: ColorKey) -> DefaultsKey<RGBColor> {
    DefaultsKey(key, in: self, defaultValue: Self.defaultValue(forKey: key))
  }

  subscript(key: ColorKey) -> RGBColor {
    get { self.key(key).value }
    nonmutating set { self.key(key).value = newValue }
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
  static func key(_ key: AmountKey) -> DefaultsKey<Decimal> {
    DefaultsKey(key, in: self, defaultValue: defaultValue(forKey: key))
  }

  static func amount(forKey key: AmountKey) -> Decimal {
    value(forKey: key, defaultValue: defaultValue(forKey: key))
  }

  static func set(_ amount: Decimal, forKey key: AmountKey) {
    set(amount, forKey: key, defaultValue: defaultValue(forKey: key))
  }

  static var amountKeyEnum: KeyEnum { KeyEnum(AmountKey.self) { key($0) } }
  static var customKeyEnums: [KeyEnum] { [amountKeyEnum] }
}

struct Shop: ColorDefaultSettable, AmountDefaultSettable {
  enum ColorKey: String, CaseIterable { case banner }
  enum AmountKey: String, CaseIterable { case shipping }

  static func defaultValue(forKey key: AmountKey) -> Decimal { 5 }
  static var customKeyEnums: [KeyEnum] { [colorKeyEnum, amountKeyEnum] }
}

/// The article's code does what it says.
@Suite(.isolatedDefaults)
struct OwnProtocolsTests {
  @Test func everyBlockIsCompiledHere() throws {
    let file = try MarkdownFile(article: "OwnSettableProtocols")
    #expect(file.blocks.count == 5)
    try file.expectBlocks(in: "OwnProtocolsTests.swift")
  }

  @Test func aColorIsStoredUnderItsNamespace() throws {
    paint()
    #expect(try Defaults.store.keys() == ["Canvas.grid"])
    #expect(Canvas[.grid] == RGBColor(red: 0.8, green: 0.8, blue: 0.5))
    #expect(Canvas.color(forKey: .background) == RGBColor(red: 1, green: 1, blue: 1))
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
