public import NamespacedDefaultsFoundation

/// A type that stores dates under keys of its own.
///
/// ```swift
/// struct Account: DateDefaultSettable {
///   enum DateKey: String { case lastLogin }
/// }
/// Account.set(.now, forKey: .lastLogin)  // stored as "Account.lastLogin"
/// Account.date(forKey: .lastLogin)  // the date of the login
/// ```
///
/// The precision with which a date comes back depends on the store; see ``UserDefaultsStore``.
public nonisolated protocol DateDefaultSettable: KeyNamespaceable {
  /// The type of the keys, usually an enum with `String` raw values.
  associatedtype DateKey: RawRepresentable<String>

  /// The type of the values, which the default says, such as `Date`; `Date?` if there is none.
  associatedtype DateValue = Date?

  /// Returns the value of a key if nothing is stored under it; `nil` by default.
  ///
  /// To give keys other values, implement it as a `switch` over them.
  nonisolated static func defaultValue(forKey key: DateKey) -> DateValue

  /// The keys, of a type whose defaults can be stored.
  nonisolated static var _dateKeys: KeyEnum { get }
}

extension DateDefaultSettable where DateValue == Date? {
  /// Returns `nil` for every key.
  public static func defaultValue(forKey key: DateKey) -> Date? { nil }
}

extension DateDefaultSettable {
  /// Unavailable; a default is of a type that cannot be stored.
  @available(*, unavailable, message: "it takes an enum DateKey: String and DefaultsSerializable defaults")
  public static var _dateKeys: KeyEnum { fatalError() }
}

extension DateDefaultSettable where DateValue: DefaultsSerializable {
  /// The keys.
  public static var _dateKeys: KeyEnum { KeyEnum(DateKey.self) { key($0) } }

  /// Returns the typed key for a key, to observe its value, or to catch errors at the call.
  public static func key(_ key: DateKey) -> DefaultsKey<DateValue> { typed(key, defaultValue(forKey: key)) }

  /// Returns the value stored under a key, or the default value of the key.
  @inlinable public static func date(forKey key: DateKey) -> DateValue { self[key] }

  /// Stores a value under a key; `nil` removes it, where the default is optional.
  public static func set(_ value: DateValue, forKey key: DateKey) { save(value, key, defaultValue(forKey: key)) }

  /// The value stored under a key, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public static subscript(_ key: DateKey) -> DateValue {
    @inlinable get { self[key, default: defaultValue(forKey: key)] }
    set { save(newValue, key, defaultValue(forKey: key)) }
    @inlinable _modify {
      var change = InPlaceChange(key, in: self, default: defaultValue(forKey: key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key, so that it has its default value.
  public static func remove(forKey key: DateKey) { self.key(key).remove() }

  /// Returns the typed key for a key in this instance's namespace.
  public func key(_ key: DateKey) -> DefaultsKey<DateValue> { typed(key, Self.defaultValue(forKey: key)) }

  /// Returns the value stored under a key in this instance's namespace, or the default value of the key.
  public func date(forKey key: DateKey) -> DateValue { self[key] }

  /// Stores a value under a key in this instance's namespace; `nil` removes it, where the default is optional.
  public func set(_ value: DateValue, forKey key: DateKey) { self[key] = value }

  /// The value stored under a key in this instance's namespace, or the default value of the key.
  ///
  /// An in-place change is atomic.
  public subscript(_ key: DateKey) -> DateValue {
    get { self[key, default: Self.defaultValue(forKey: key)] }
    nonmutating set { self[key, default: Self.defaultValue(forKey: key)] = newValue }
    @inlinable nonmutating _modify {
      var change = InPlaceChange(self.key(key))
      yield &change.value
      change.commit()
    }
  }

  /// Removes the value stored under a key in this instance's namespace, so that it has its default value.
  public func remove(forKey key: DateKey) { self.key(key).remove() }
}
