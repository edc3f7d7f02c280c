import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// The keys that a subclass inherits.
@Suite(.isolatedDefaults)
struct SubclassTests {
  class Base: BoolDefaultSettable {
    enum BoolKey: String { case on }
    func save() { set(true, forKey: .on) }
    class func saveAll() { set(true, forKey: .on) }
  }

  final class Sub: Base {}

  @Test func aMethodOfTheSuperclassWritesTheKeyOfTheInstance() throws {
    Sub().save()
    #expect(Sub().bool(forKey: .on))
    #expect(!Base().bool(forKey: .on))
    #expect(try Defaults.store.keys() == ["Sub.on"])
  }

  @Test func aClassMethodOfTheSuperclassWritesTheKeyOfTheClass() throws {
    Sub.saveAll()
    #expect(Sub.bool(forKey: .on))
    #expect(!Base.bool(forKey: .on))
    #expect(try Defaults.store.keys() == ["Sub.on"])
  }
}
