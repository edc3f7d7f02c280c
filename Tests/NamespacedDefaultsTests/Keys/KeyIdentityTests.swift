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
}
