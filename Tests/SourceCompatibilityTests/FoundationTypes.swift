#if UserDefaults
  import Foundation
  import NamespacedDefaults

  // What the trait `UserDefaults` adds.

  func userDefaultsStores() throws {
    let store = UserDefaultsStore(UserDefaults.standard)
    _ = try UserDefaultsStore(suiteName: "a")
    let standard: UserDefaultsStore = .standard
    let value: PropertyListValue? = try store.value(forKey: "a")
    let keys: [String] = try store.keys()
    try store.synchronize()
    store.refresh()
    print(standard, store.label, store.context, value as Any, keys)
    print(UserDefaults.namespace, UserDefaults.store, UserDefaults.standard.store)
  }

  /// `@unchecked Sendable`: it has no state.
  final class Archived: NSObject, NSSecureCoding, DefaultsSerializable, @unchecked Sendable {
    static let supportsSecureCoding = true
    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
  }

  /// `@unchecked Sendable`: nothing in it changes.
  final class Both: NSObject, NSSecureCoding, Codable, DefaultsSerializable, @unchecked Sendable {
    static let supportsSecureCoding = true
    let a: Int
    init(a: Int) { self.a = a }
    init?(coder: NSCoder) { nil }
    func encode(with coder: NSCoder) {}
    private enum CodingKeys: CodingKey { case a }
  }

  func foundationValues(_ stored: PropertyListValue) throws {
    var forms: [PropertyListValue?] = [CGFloat(1).propertyListValue()]
    forms += try [Both(a: 1).propertyListValue(), Archived().propertyListValue()]
    var values: [any DefaultsSerializable] = try [CGFloat.value(fromPropertyList: stored)]
    values += try [Both.value(fromPropertyList: stored)]
    values += try [Archived.value(fromPropertyList: stored)]
    let keyedArchive: DefaultsBridge<Archived> = .keyedArchive
    let archives: DefaultsBridge<Archived> = .keyedArchive(containing: [Archived.self])
    print(forms, values, keyedArchive, archives)
  }
#endif
