import Testing

@testable import NamespacedDefaults

/// The names that debug builds remember to find collisions.
@Suite struct KeyRegistryTests {
  @Test func aDeclarationOfAnotherTypeIsFound() {
    let registry = KeyRegistry()
    #expect(registry.record(.typedKey(Int.self), forName: "a") == nil)
    #expect(registry.record(.typedKey(Bool.self), forName: "a") == .typedKey(Int.self))
  }

  @Test func theNumberOfNamesIsLimited() {
    let registry = KeyRegistry()
    for number in 0..<10_000 { _ = registry.record(.typedKey(Int.self), forName: "User.\(number).name") }
    #expect(registry.record(.typedKey(Int.self), forName: "a") == nil)
    #expect(registry.record(.typedKey(Bool.self), forName: "a") == nil)
    // A name that was recorded before is still compared.
    #expect(registry.record(.typedKey(Bool.self), forName: "User.7.name") == .typedKey(Int.self))
  }
}
