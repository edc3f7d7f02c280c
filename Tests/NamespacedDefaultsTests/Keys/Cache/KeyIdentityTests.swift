import Testing

@testable import NamespacedDefaults

@Suite struct KeyIdentityTests {
  @Test func theCasesOfOneEnumHaveDifferentPlacesInATable() {
    let places = (0..<64).map { bits in
      KeyIdentity(namespace: Self.self, keys: Int.self, value: Bool.self, bits: bits).hash & 127
    }
    #expect(Set(places).count == 64)
  }

  @Test func everyPartTellsKeysApart() {
    let identities = [
      KeyIdentity(namespace: Self.self, keys: Int.self, value: Bool.self, bits: 1),
      KeyIdentity(namespace: Self.self, keys: Int.self, value: Bool.self, bits: 2),
      KeyIdentity(namespace: Self.self, keys: Int.self, value: Double.self, bits: 1),
      KeyIdentity(namespace: Self.self, keys: UInt.self, value: Bool.self, bits: 1),
      KeyIdentity(namespace: Never.self, keys: Int.self, value: Bool.self, bits: 1),
    ]
    #expect(Set(identities.map(\.hash)).count == 5)
  }

  /// A type with more keys than fit in a byte.
  private struct Shelf: IntegerDefaultSettable {
    struct IntegerKey: RawRepresentable {
      let number: UInt16

      var rawValue: String { "box\(number)" }

      init(_ number: UInt16) { self.number = number }
      init?(rawValue: String) { nil }
    }
  }

  @Test(arguments: [UInt16(2), 257, 258, 513])
  func bothBytesOfAKeyTellItApart(_ number: UInt16) {
    Defaults.withStore(InMemoryStore(["Shelf.box1": 7])) {
      #expect(Shelf.integer(forKey: .init(1)) == 7)
      #expect(Shelf.integer(forKey: .init(number)) == 0)
      Shelf.set(8, forKey: .init(number))
      #expect(Shelf.integer(forKey: .init(1)) == 7)
    }
  }
}
