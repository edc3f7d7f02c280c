import NamespacedDefaultsFoundation

extension DefaultsKey {
  /// Returns a key whose value is a member of this key's value.
  ///
  /// ```swift
  /// extension DefaultsKeys {
  ///   static let profile = DefaultsKey("profile", defaultValue: Profile())
  ///   static let city = profile[\.address.city]
  /// }
  /// Defaults[.city] = "Paris"
  /// ```
  ///
  /// The whole value is stored under the name of this key. A write of the member is an atomic change of the whole, and a
  /// read costs what a read of the whole costs. Observers and sequences of the member get its own changes only; a view,
  /// or other code that is tracked, is refreshed by each change of the whole. If the whole cannot be read, a write
  /// changes nothing and is reported. To remove the member is to give it its default.
  ///
  /// - Parameter path: The path from the value to its member.
  /// - Returns: The key of the member. It has the name and the store of this key.
  public subscript<Member: Sendable>(
    _ path: any WritableKeyPath<Value, Member> & Sendable
  ) -> DefaultsKey<Member> {
    member(path) {
      $0[keyPath: path]
    } set: {
      $0[keyPath: path] = $1
    }
  }

  /// Returns a key whose value is a member of this key's value, or `nil` if there is no value.
  ///
  /// ```swift
  /// static let user = DefaultsKey<User?>("user")
  /// static let userName = user[\.name]  // DefaultsKey<String?>
  /// ```
  ///
  /// A write is refused, and reported, where there is no value with such a member, and so is `nil`.
  ///
  /// - Parameter path: The path from the value to its member.
  /// - Returns: The key of the member. It has the name and the store of this key.
  public subscript<Wrapped: Sendable, Member: Sendable>(
    _ path: any WritableKeyPath<Wrapped, Member> & Sendable
  ) -> DefaultsKey<Member?> where Value == Wrapped? {
    member(path) {
      $0?[keyPath: path]
    } set: { whole, member in
      guard whole != nil || member != nil else { return }
      guard let member else { throw Refusal("a member that is not optional cannot be nil") }
      guard whole != nil else { throw noValue }
      whole?[keyPath: path] = member
    }
  }

  /// Returns a key whose value is an optional member of this key's value; `nil` if there is no value, too.
  ///
  /// A write is refused, and reported, where there is no value with such a member.
  ///
  /// - Parameter path: The path from the value to its member.
  /// - Returns: The key of the member. It has the name and the store of this key.
  public subscript<Wrapped: Sendable, Member: Sendable>(
    _ path: any WritableKeyPath<Wrapped, Member?> & Sendable
  ) -> DefaultsKey<Member?> where Value == Wrapped? {
    member(path) {
      $0?[keyPath: path] ?? nil
    } set: { whole, member in
      guard whole != nil || member == nil else { throw noValue }
      whole?[keyPath: path] = member
    }
  }

  private func member<Member: Sendable>(
    _ path: any AnyKeyPath & Sendable,
    get: @escaping @Sendable (Value) -> Member,
    set: @escaping @Sendable (inout Value, Member) throws -> Void
  ) -> DefaultsKey<Member> {
    DefaultsKey<Member>(
      names,
      default: .computed { [self] in get(defaultValue) },
      // It reads the stored form of the whole. It writes none; its forms are only compared.
      bridge: DefaultsBridge<Member> {
        try comparableForm(of: $0)
      } decode: { [self] in
        get(try decode($0))
      },
      // The name is that of the whole, whose declaration claims it.
      declaration: nil,
      in: storeChoice,
      member: KeyMember(of: self, path, get, set) { $0.member(path, get: get, set: set) }
    )
  }
}

/// The relation between the key of a member and the key of the whole.
///
/// `@unchecked Sendable`: its properties are immutable, and the paths among them, which come from ``DefaultsKey``'s
/// subscripts, are Sendable.
final class KeyMember<Member: Sendable>: @unchecked Sendable {
  /// The paths from the stored value to the member.
  let paths: [AnyKeyPath]
  /// Returns the member of the whole, which is read or cached.
  let read: @Sendable () -> Member
  /// Writes the member.
  let write: @Sendable (Member, any DefaultsStore) throws -> Void
  /// Returns the stored form of the whole, as a step of a migration finds it, with another member.
  let replacing: @Sendable (Member, PropertyListValue?, any DefaultsStore) throws -> PropertyListValue?
  let isSecret: @Sendable () -> Bool
  /// Returns the key of the member in another store.
  let bound: @Sendable (any DefaultsStore) -> DefaultsKey<Member>

  init<Value>(
    of whole: DefaultsKey<Value>,
    _ path: any AnyKeyPath & Sendable,
    _ get: @escaping @Sendable (Value) -> Member,
    _ set: @escaping @Sendable (inout Value, Member) throws -> Void,
    key: @escaping @Sendable (DefaultsKey<Value>) -> DefaultsKey<Member>
  ) {
    paths = (whole.member?.paths ?? []) + [path]
    read = { get(whole.value) }
    write = { member, store in
      try store.exclusively {
        let found = try SearchOrder.form(whole.names.stored(in: store), forKey: whole.name, in: store.context)
        var value = try whole.value(of: found, in: store, default: whole.defaultValue)
        let before = try whole.bridge.encode(value)
        try set(&value, member)
        let after = try whole.bridge.encode(value)
        if before != after { try whole.write(value, as: after, in: store, store.access) }
      }
    }
    replacing = { member, present, store in
      var value = try present.map(whole.decode) ?? whole.defaultValue
      try set(&value, member)
      return try whole.storedForm(of: value, over: present, in: store)
    }
    isSecret = { whole.isSecret }
    bound = { key(whole.bound(to: $0)) }
  }
}

extension DefaultsKey {
  // The form that is stored for a value; the present form is that of a whole of which the value may be a member.
  package func storedForm(
    of value: Value,
    over present: PropertyListValue?,
    in store: any DefaultsStore
  ) throws -> PropertyListValue? {
    if let member { return try member.replacing(value, present, store) }
    return try bridge.encode(value).map { keepingUnknownMembers(of: present, in: $0, keptAs: store.keptForm) }
  }

  /// Returns a form that differs if the value of the key does, of a form that is stored.
  func visibleForm(of stored: PropertyListValue?) -> PropertyListValue? {
    guard member != nil else { return stored }
    guard let value = try? stored.map(decode) ?? defaultValue else { return stored }
    return (try? bridge.encode(value)) ?? stored
  }
}

private let noValue = Refusal("there is no value whose member could be set")

/// Returns a form of a member by which its values are compared; it is never stored.
private func comparableForm(of member: some Sendable) throws -> PropertyListValue? {
  if let member = member as? any DefaultsSerializable { return try member.propertyListValue() }
  if let member = member as? any Encodable { return .data(try encodeJSON(member)) }
  // Two values that cannot be compared count as different.
  return .string(UUID().uuidString)
}
