// What an audit asks a key.
extension DefaultsKey {
  /// The type that gives the namespace and the key enum; `nil` for a typed key.
  package var settable: (owner: Any.Type, keys: Any.Type)? {
    if case .settable(let owner, let keys) = declaration { (owner, keys) } else { nil }
  }

  /// Whether the value is a member of the value of another key.
  package var isMember: Bool { member != nil }
}
