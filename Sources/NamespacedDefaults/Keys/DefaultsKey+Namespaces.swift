#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Keys inside namespaces: the stored name, store and default value are those of the settable protocols.
extension DefaultsKey {
  /// Makes a key inside a namespace, of any type that can be stored.
  ///
  /// - Parameters:
  ///   - key: What stands after the namespace.
  ///   - namespace: The type that gives the namespace and the store.
  ///   - defaultValue: The value when nothing is stored.
  public convenience init<Namespace: KeyNamespaceable>(
    _ key: some RawRepresentable<String>,
    in namespace: Namespace.Type,
    defaultValue: Value
  ) where Value: DefaultsSerializable {
    self.init(Namespace.typedKey(key, defaultValue))
  }

  /// Makes a key of a type's Bools.
  public convenience init<Namespace: BoolDefaultSettable>(_ key: Namespace.BoolKey, in namespace: Namespace.Type)
  where Value == Bool { self.init(Namespace.key(key)) }

  /// Makes a key of a type's integers.
  public convenience init<Namespace: IntegerDefaultSettable>(_ key: Namespace.IntegerKey, in namespace: Namespace.Type)
  where Value == Int { self.init(Namespace.key(key)) }

  /// Makes a key of a type's floats.
  public convenience init<Namespace: FloatDefaultSettable>(_ key: Namespace.FloatKey, in namespace: Namespace.Type)
  where Value == Float { self.init(Namespace.key(key)) }

  /// Makes a key of a type's doubles.
  public convenience init<Namespace: DoubleDefaultSettable>(_ key: Namespace.DoubleKey, in namespace: Namespace.Type)
  where Value == Double { self.init(Namespace.key(key)) }

  /// Makes a key of a type's strings.
  public convenience init<Namespace: StringDefaultSettable>(_ key: Namespace.StringKey, in namespace: Namespace.Type)
  where Value == String? { self.init(Namespace.key(key)) }

  /// Makes a key of a type's URLs.
  public convenience init<Namespace: URLDefaultSettable>(_ key: Namespace.URLKey, in namespace: Namespace.Type)
  where Value == URL? { self.init(Namespace.key(key)) }

  /// Makes a key of a type's data.
  public convenience init<Namespace: DataDefaultSettable>(_ key: Namespace.DataKey, in namespace: Namespace.Type)
  where Value == Data? { self.init(Namespace.key(key)) }

  /// Makes a key of a type's dates.
  public convenience init<Namespace: DateDefaultSettable>(_ key: Namespace.DateKey, in namespace: Namespace.Type)
  where Value == Date? { self.init(Namespace.key(key)) }

  /// Makes a key of a type's string arrays.
  public convenience init<Namespace: StringArrayDefaultSettable>(
    _ key: Namespace.StringArrayKey,
    in namespace: Namespace.Type
  ) where Value == [String]? { self.init(Namespace.key(key)) }

  /// Makes a key of a type's arrays.
  public convenience init<Namespace: ArrayDefaultSettable, Element: DefaultsSerializable>(
    _ key: Namespace.ArrayKey,
    in namespace: Namespace.Type
  ) where Value == [Element]? { self.init(Namespace.key(key, of: Element.self)) }

  /// Makes a key of a type's dictionaries.
  public convenience init<Namespace: DictionaryDefaultSettable, Element: DefaultsSerializable>(
    _ key: Namespace.DictionaryKey,
    in namespace: Namespace.Type
  ) where Value == [String: Element]? { self.init(Namespace.key(key, of: Element.self)) }

  /// Makes a key of a type's objects.
  public convenience init<Namespace: ObjectDefaultSettable, Wrapped: DefaultsSerializable>(
    _ key: Namespace.ObjectKey,
    in namespace: Namespace.Type
  ) where Value == Wrapped? { self.init(Namespace.key(key, as: Wrapped.self)) }
}
