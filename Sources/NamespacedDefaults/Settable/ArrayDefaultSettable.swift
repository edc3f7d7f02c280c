/// A type that stores arrays under keys of its own.
///
/// The default says the type of the elements:
///
/// ```swift
/// struct Game: ArrayDefaultSettable {
///   enum ArrayKey: String { case scores }
///   static func defaultValue(forKey key: ArrayKey) -> [Int] { [] }
/// }
/// Game[.scores].append(3)  // stored as "Game.scores"
/// Game.array(forKey: .scores)  // [3]
/// ```
///
/// Without a default the elements may be of mixed types: each is a ``PropertyListValue``, and the array is optional.
public nonisolated protocol ArrayDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype ArrayKey: RawRepresentable<String>

  /// The type of the values, which the default says, such as `[Int]`; `[PropertyListValue]?` if there is none.
  associatedtype ArrayValue = [PropertyListValue]?

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: ArrayKey) -> ArrayValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _arrayKeys: KeyEnum { get }
}

extension ArrayDefaultSettable where ArrayValue == [PropertyListValue]? {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: ArrayKey) -> [PropertyListValue]? { nil }
}

extension ArrayDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum ArrayKey: String and DefaultsSerializable defaults")
  public static var _arrayKeys: KeyEnum { fatalError() }
}

extension ArrayDefaultSettable where ArrayValue: DefaultsSerializable {
  /// The keys.
  public static var _arrayKeys: KeyEnum { KeyEnum(ArrayKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: ArrayKey) -> DefaultsKey<ArrayValue> { typed(key, defaultValue(forKey: key)) }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func array(forKey key: ArrayKey) -> ArrayValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: ArrayValue, forKey key: ArrayKey) { save(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: ArrayKey) -> ArrayValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: ArrayKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: ArrayKey) -> DefaultsKey<ArrayValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func array(forKey key: ArrayKey) -> ArrayValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: ArrayValue, forKey key: ArrayKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: ArrayKey) -> ArrayValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: ArrayKey) { self.key(key).remove() }
}
