import Testing

@testable import NamespacedDefaults

/// The names that are remembered to find collisions.
@Suite struct KeyRegistryTests {
  @Test func aDeclarationOfAnotherTypeIsFoundOnce() {
    let registry = KeyRegistry()
    #expect(registry.record(.typedKey(Int.self), forName: "a") == .new(beside: nil))
    #expect(registry.record(.typedKey(Int.self), forName: "a") == .recorded)
    #expect(registry.record(.typedKey(Bool.self), forName: "a") == .new(beside: .typedKey(Int.self)))
    #expect(registry.record(.typedKey(Bool.self), forName: "a") == .recorded)
  }

  @Test func theNumberOfNamesIsLimited() {
    let registry = KeyRegistry()
    for number in 0..<10_000 { _ = registry.record(.typedKey(Int.self), forName: "User.\(number).name") }
    #expect(registry.record(.typedKey(Int.self), forName: "a") == .new(beside: nil))
    #expect(registry.record(.typedKey(Bool.self), forName: "a") == .new(beside: nil))
    // A name that was recorded before is still compared.
    #expect(registry.record(.typedKey(Bool.self), forName: "User.7.name") == .new(beside: .typedKey(Int.self)))
  }
}
