/// What is said of a setting beside its value.
package struct KeyDetails: Sendable {
  /// A sentence about the setting; see ``DefaultsKey/described(as:)``.
  package var summary: String?
  /// Whether the key itself says that its value is secret; its type may say so too.
  package var isSecret = false
  package var isRequired = false
  /// The length of the namespace in which the key was declared, with which its name begins, in bytes; `nil` without one.
  var namespaceLength: Int?
  /// Whether an instance has the namespace, and not a type.
  var isOfInstance = false
  /// Whether the part of the name after the namespace has a dot in it.
  var hasDot = false
}

extension KeyDetails {
  init(namespace: String, rawValue: String, isOfInstance: Bool = false) {
    (namespaceLength, self.isOfInstance) = (namespace.utf8.count, isOfInstance)
    hasDot = rawValue.withBytes { $0.contains(UInt8(ascii: ".")) }
  }
}

// What an audit asks a key.
extension DefaultsKey {
  /// The namespace in which the key was declared; `nil` without one.
  package var namespace: String? { details.namespaceLength.map { name.prefix(bytes: $0) } }

  /// The type that gives the namespace and the key enum; `nil` for a typed key.
  package var settable: (owner: Any.Type, keys: Any.Type)? {
    if case .settable(let owner, let keys) = declaration { (owner, keys) } else { nil }
  }

  /// Whether the value is a member of the value of another key.
  package var isMember: Bool { member != nil }

  /// Whether the value is shown nowhere, as the key or the type that gives the namespace says.
  package var isSecret: Bool {
    if let member { return member.isSecret() }
    return details.isSecret || (declaration?.owner as? any KeyNamespaceable.Type)?.isSecret == true
  }
}
