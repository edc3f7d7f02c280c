/// All keys in one key enum of one type.
struct KeyFamily {
  /// The full name of the enum.
  let spelling: String
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
    let spelling = String(reflecting: type)
    self.spelling = spelling
    store = owner.store
    keys = allCases(of: type)?.map { declare($0, "\(spelling).\($0)") }
    self.owner = ObjectIdentifier(owner)
    self.type = ObjectIdentifier(type)
    namespace = owner.namespace
    isKey = { Key(rawValue: $0) != nil }
  }

  /// Returns whether a key that is declared elsewhere has the name of a key in this family.
  func shares(_ key: DeclaredKey) -> Bool {
    if case .settable(owner, type, _) = key.identity { return false }
    return key.storeID == ObjectIdentifier(store.context) && key.name.isName(in: namespace)
      && isKey(key.name.rawValue(in: namespace))
  }

  /// Returns whether a stored name is that of a key in this family.
  ///
  /// The key need not be listed, and it may be in the namespace of an instance.
  func claims(_ name: String) -> Bool {
    guard name.isName(in: namespace) else { return false }
    var rest = Substring(name.rawValue(in: namespace)).unicodeScalars
    while !isKey(String(rest)) {
      guard let dot = rest.firstIndex(of: ".") else { return false }
      rest = rest[dot...].dropFirst()
    }
    return true
  }
}

private func allCases<Key>(of type: Key.Type) -> [Key]? {
  func all<Cases: CaseIterable>(_ cases: Cases.Type) -> [Key] { cases.allCases.compactMap { $0 as? Key } }
  return (type as? any CaseIterable.Type).map { all($0) }
}

extension KeyNamespaceable {
  /// The key families of every settable protocol to which the type conforms.
  static var keyFamilies: [KeyFamily] {
    [
      (self as? any BoolDefaultSettable.Type)?.boolKeys,
      (self as? any IntegerDefaultSettable.Type)?.integerKeys,
      (self as? any FloatDefaultSettable.Type)?.floatKeys,
      (self as? any DoubleDefaultSettable.Type)?.doubleKeys,
      (self as? any StringDefaultSettable.Type)?.stringKeys,
      (self as? any URLDefaultSettable.Type)?.urlKeys,
      (self as? any DataDefaultSettable.Type)?.dataKeys,
      (self as? any DateDefaultSettable.Type)?.dateKeys,
      (self as? any StringArrayDefaultSettable.Type)?.stringArrayKeys,
      (self as? any ArrayDefaultSettable.Type)?.arrayKeys,
      (self as? any DictionaryDefaultSettable.Type)?.dictionaryKeys,
      (self as? any ObjectDefaultSettable.Type)?.objectKeys,
    ].compactMap(\.self)
  }
}

extension BoolDefaultSettable {
  fileprivate static var boolKeys: KeyFamily {
    KeyFamily(BoolKey.self, of: self) { DeclaredKey(key($0), declaration: $1) }
  }
}

extension IntegerDefaultSettable {
  fileprivate static var integerKeys: KeyFamily {
    KeyFamily(IntegerKey.self, of: self) { DeclaredKey(key($0), declaration: $1) }
  }
}

extension FloatDefaultSettable {
  fileprivate static var floatKeys: KeyFamily {
    KeyFamily(FloatKey.self, of: self) { DeclaredKey(key($0), declaration: $1) }
  }
}

extension DoubleDefaultSettable {
  fileprivate static var doubleKeys: KeyFamily {
    KeyFamily(DoubleKey.self, of: self) { DeclaredKey(key($0), declaration: $1) }
  }
}

extension StringDefaultSettable {
  fileprivate static var stringKeys: KeyFamily {
    KeyFamily(StringKey.self, of: self) { DeclaredKey(key($0), declaration: $1) }
  }
}

extension URLDefaultSettable {
  fileprivate static var urlKeys: KeyFamily {
    KeyFamily(URLKey.self, of: self) { DeclaredKey(key($0), declaration: $1) }
  }
}

extension DataDefaultSettable {
  fileprivate static var dataKeys: KeyFamily {
    KeyFamily(DataKey.self, of: self) { DeclaredKey(key($0), declaration: $1) }
  }
}

extension DateDefaultSettable {
  fileprivate static var dateKeys: KeyFamily {
    KeyFamily(DateKey.self, of: self) { DeclaredKey(key($0), declaration: $1) }
  }
}

extension StringArrayDefaultSettable {
  fileprivate static var stringArrayKeys: KeyFamily {
    KeyFamily(StringArrayKey.self, of: self) { DeclaredKey(key($0), declaration: $1) }
  }
}

extension ArrayDefaultSettable {
  fileprivate static var arrayKeys: KeyFamily {
    KeyFamily(ArrayKey.self, of: self) { DeclaredKey(key($0), declaration: $1) }
  }
}

extension DictionaryDefaultSettable {
  fileprivate static var dictionaryKeys: KeyFamily {
    KeyFamily(DictionaryKey.self, of: self) { DeclaredKey(key($0), declaration: $1) }
  }
}

extension ObjectDefaultSettable {
  fileprivate static var objectKeys: KeyFamily {
    KeyFamily(ObjectKey.self, of: self) { key, declaration in
      DeclaredKey(
        self.key(key, as: PropertyListValue.self),
        declaration: declaration,
        openDefault: .some(defaultValue(forKey: key))
      )
    }
  }
}
