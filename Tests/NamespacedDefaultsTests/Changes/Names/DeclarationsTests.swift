import Testing

@testable import NamespacedDefaults

/// The declarations of names that are remembered to find collisions.
@Suite struct DeclarationsTests {
  private let names = Names(id: 1, word: nil)

  private func record(_ declaration: KeyDeclaration, _ name: String) -> NameDeclarations.Use {
    names.declare(name) { $0.record(declaration) }
  }

  @Test func aDeclarationOfAnotherTypeIsFoundOnce() {
    #expect(record(.typedKey(Int.self), "a") == .new(beside: nil))
    #expect(record(.typedKey(Int.self), "a") == .recorded)
    #expect(record(.typedKey(Bool.self), "a") == .new(beside: .typedKey(Int.self)))
    #expect(record(.typedKey(Bool.self), "a") == .recorded)
  }

  @Test func theNumberOfNamesIsLimited() {
    for number in 0..<2_048 { _ = record(.typedKey(Int.self), "User.\(number).name") }
    #expect(record(.typedKey(Int.self), "a") == .new(beside: nil))
    #expect(record(.typedKey(Bool.self), "a") == .new(beside: nil))
    // A name that was recorded before is still compared.
    #expect(record(.typedKey(Bool.self), "User.7.name") == .new(beside: .typedKey(Int.self)))
  }

  /// A name may be the previous one of a key of each user.
  @Test func theNumberOfDeclarationsOfANameIsLimited() {
    for number in 0..<1_000 { _ = record(.renamed(to: "User.\(number).name"), "name") }
    #expect(names.declare("name") { $0.all.count } == 64)
  }

  @Test func aNameIsNotForgottenForOthers() {
    _ = record(.typedKey(Int.self), "a")
    for number in 0..<10_000 { _ = names.version(of: "User.\(number).name") }
    #expect(record(.typedKey(Bool.self), "a") == .new(beside: .typedKey(Int.self)))
    #expect(names.count <= 4_096)
  }

  @Test func theNumberOfNamespacesIsLimited() {
    for number in 0..<2_048 { _ = names.record(Int.self, asOwnerOf: "User.\(number)") }
    #expect(names.record(Int.self, asOwnerOf: "A") == nil)
    #expect(names.record(Bool.self, asOwnerOf: "A") == nil)
    #expect(names.record(Bool.self, asOwnerOf: "User.7") == Int.self)
    #expect(names.record(Bool.self, asOwnerOf: "User.7") == nil)
  }
}
