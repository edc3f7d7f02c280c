/// All keys in one key enum of one type.
struct KeyFamily {
  /// The full name of the enum.
  let typeName: String
  let store: any DefaultsStore
  /// The keys; `nil` if the enum does not list its cases.
  let keys: [DeclaredKey]?
  private let owner: ObjectIdentifier
  private let type: ObjectIdentifier
  private let namespace: String
  private let isKey: (String) -> Bool

  init<Key: RawRepresentable<String>>(
    _ type: Key.Type,
    of owner: any KeyNamespaceable.Type,
    declare: (Key, String) -> DeclaredKey
  ) {
    let typeName = String(reflecting: type)
    self.typeName = typeName
    store = owner.store
    keys = allCases(of: type)?.map { declare($0, "\(typeName).\($0)") }
    self.owner = ObjectIdentifier(owner)
    self.type = ObjectIdentifier(type)
    namespace = owner.namespace
    isKey = { Key(rawValue: $0) != nil }
  }

  /// Returns whether a key that is declared elsewhere has the name of a key in this family.
  func shares(_ key: DeclaredKey) -> Bool {
    if case .settable(owner, type, _) = key.identity { return false }
    return key.storeID == ObjectIdentifier(store.context) && key.name.rawValue(in: namespace).map(isKey) == true
  }

  /// Returns whether a stored name is that of a key in this family.
  ///
  /// The key need not be listed, and it may be in the namespace of an instance.
  func claims(_ name: String) -> Bool {
    guard let rawValue = name.rawValue(in: namespace) else { return false }
    var rest = Substring(rawValue).unicodeScalars
    while !isKey(String(rest)) {
      guard let dot = rest.firstIndex(of: ".") else { return false }
      rest = rest[dot...].dropFirst()
    }
    return true
  }
}

extension KeyNamespaceable {
  /// The key families of every settable protocol to which the type conforms.
  static var keyFamilies: [KeyFamily] {
    var collection = FamilyCollection(owner: self)
    visitKeyEnums(&collection)
    return collection.families
  }
}

private struct FamilyCollection: KeyEnumVisitor {
  let owner: any KeyNamespaceable.Type
  var families: [KeyFamily] = []

  mutating func visit<Key: RawRepresentable<String>, Value>(_ type: Key.Type, key: (Key) -> DefaultsKey<Value>) {
    families.append(KeyFamily(type, of: owner) { DeclaredKey(key($0), declaration: $1) })
  }

  mutating func visitOpen<Key: RawRepresentable<String>>(
    _ type: Key.Type,
    key: (Key) -> DefaultsKey<PropertyListValue?>,
    defaultValue: (Key) -> (any DefaultsSerializable)?
  ) {
    families.append(
      KeyFamily(type, of: owner) {
        DeclaredKey(key($0), declaration: $1, openDefault: .some(defaultValue($0)))
      }
    )
  }
}
