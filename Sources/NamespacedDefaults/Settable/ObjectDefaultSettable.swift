/// A type that stores ``DefaultsSerializable`` values under keys of its own: `Codable` structs, enums, `NSSecureCoding`
/// objects and collections of these.
///
/// The default says the type of all of them:
///
/// ```swift
/// struct Editor: ObjectDefaultSettable {
///   enum ObjectKey: String { case theme }
///   static func defaultValue(forKey key: ObjectKey) -> Theme { .light }
/// }
/// Editor[.theme] = .dark  // stored as "Editor.theme"
/// Editor.object(forKey: .theme)  // Theme.dark
/// ```
///
/// Without a default, or with one that is an `(any DefaultsSerializable)?`, each access says the type:
///
/// ```swift
/// struct Account: ObjectDefaultSettable {
///   enum ObjectKey: String { case profile }
/// }
/// // Stored as "Account.profile".
/// Account.set(Profile(name: "Ada"), forKey: .profile)
/// Account.object(Profile.self, forKey: .profile)  // the profile
/// ```
///
/// For keys of several types, each of which has one, give each a line of its own; see
/// ``KeyNamespaceable/key(_:defaultValue:fileID:)-type.method``.
public nonisolated protocol ObjectDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype ObjectKey: RawRepresentable<String>

  /// The type of the values, which the default says; open if there is none.
  associatedtype ObjectValue = (any DefaultsSerializable)?

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  ///
  /// An `(any DefaultsSerializable)?` counts only if it is of the type that the caller asks for.
  nonisolated static func defaultValue(forKey key: ObjectKey) -> ObjectValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _objectKeys: KeyEnum { get }
}

extension ObjectDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum ObjectKey: String and DefaultsSerializable defaults")
  public static var _objectKeys: KeyEnum { fatalError() }
}

extension ObjectDefaultSettable where ObjectValue: DefaultsSerializable {
  /// The keys.
  public static var _objectKeys: KeyEnum { KeyEnum(ObjectKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: ObjectKey) -> DefaultsKey<ObjectValue> { typed(key, defaultValue(forKey: key)) }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func object(forKey key: ObjectKey) -> ObjectValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: ObjectValue, forKey key: ObjectKey) { save(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: ObjectKey) -> ObjectValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: ObjectKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: ObjectKey) -> DefaultsKey<ObjectValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func object(forKey key: ObjectKey) -> ObjectValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: ObjectValue, forKey key: ObjectKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: ObjectKey) -> ObjectValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: ObjectKey) { self.key(key).remove() }
}
