#if UserDefaults
  import Foundation
  import NamespacedDefaults

  // Classes with secure coding.

  // `@unchecked Sendable`: nothing in it changes.
  final class Frog: NSObject, NSSecureCoding, @unchecked Sendable, DefaultsSerializable {
    let name: String

    init(_ name: String) { self.name = name }

    static var supportsSecureCoding: Bool { true }

    func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }

    init?(coder: NSCoder) {
      guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
      self.name = String(describing: name)
    }

    override func isEqual(_ object: Any?) -> Bool { (object as? Frog)?.name == name }
    override var hash: Int { name.hashValue }
  }

  /// A class with both codings.
  // `@unchecked Sendable`: nothing in it changes.
  final class Salamander: NSObject, NSSecureCoding, Codable, @unchecked Sendable, DefaultsSerializable {
    let name: String

    init(name: String) { self.name = name }

    static var supportsSecureCoding: Bool { true }

    func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }

    init?(coder: NSCoder) {
      guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
      self.name = String(describing: name)
    }

    private enum CodingKeys: CodingKey { case name }

    override func isEqual(_ object: Any?) -> Bool { (object as? Salamander)?.name == name }
    override var hash: Int { name.hashValue }
  }

  // `@unchecked Sendable`: nothing in it changes.
  class Animal: NSObject, NSSecureCoding, @unchecked Sendable, DefaultsSerializable {
    class var supportsSecureCoding: Bool { true }
    override init() {}
    func encode(with coder: NSCoder) {}
    required init?(coder: NSCoder) {}
  }

  // `@unchecked Sendable`: nothing in it changes.
  final class Dog: Animal, @unchecked Sendable {}
#endif
