import NamespacedDefaults

/// All keys in one key enum of one type.
///
/// `@unchecked Sendable`: the key enum's functions, which it calls, belong to no actor, because those of the type do not.
struct KeyFamily: @unchecked Sendable {
  /// The full name of the enum.
  let typeName: String
  let owner: any KeyNamespaceable.Type
  /// The keys; `nil` if the enum does not list its cases.
  let keys: [DeclaredKey]?
  private let place: DefaultsStoreContext
  private let keyEnum: KeyEnum
  private let namespace: String

  init(_ keyEnum: KeyEnum, of owner: any KeyNamespaceable.Type) {
    let typeName = String(reflecting: keyEnum.type)
    self.typeName = typeName
    self.owner = owner
    keys = keyEnum.cases?.compactMap { listed in
      (listed.key() as? any TypedKeyDeclaration)?.declared(as: "\(typeName).\(listed.name)")
    }
    place = owner.currentStore.context
    self.keyEnum = keyEnum
    namespace = owner.namespace
  }

  /// Returns whether a key that is declared elsewhere has the name of a key in this family.
  func shares(_ key: DeclaredKey) -> Bool {
    if case .settable(ObjectIdentifier(owner), ObjectIdentifier(keyEnum.type), _) = key.identity { return false }
    return key.place === place && key.name.rawValue(in: namespace).map(keyEnum.isKey) == true
  }

  /// Returns whether a stored name is that of a key in this family.
  ///
  /// The key need not be listed, and it may be in the namespace of an instance.
  func claims(_ name: String) -> Bool {
    guard let rawValue = name.rawValue(in: namespace) else { return false }
    var rest = Substring(rawValue).unicodeScalars
    while !keyEnum.isKey(String(rest)) {
      guard let dot = rest.firstIndex(of: ".") else { return false }
      rest = rest[dot...].dropFirst()
    }
    return true
  }
}
