extension KeyNamespaceable {
  /// The key enums of all settable protocols to which the type conforms.
  static var keyEnums: [KeyEnum] {
    let enums = [
      (self as? any BoolDefaultSettable.Type)?.boolKeyEnum,
      (self as? any IntegerDefaultSettable.Type)?.integerKeyEnum,
      (self as? any FloatDefaultSettable.Type)?.floatKeyEnum,
      (self as? any DoubleDefaultSettable.Type)?.doubleKeyEnum,
      (self as? any StringDefaultSettable.Type)?.stringKeyEnum,
      (self as? any URLDefaultSettable.Type)?.urlKeyEnum,
      (self as? any DataDefaultSettable.Type)?.dataKeyEnum,
      (self as? any DateDefaultSettable.Type)?.dateKeyEnum,
      (self as? any StringArrayDefaultSettable.Type)?.stringArrayKeyEnum,
      (self as? any ArrayDefaultSettable.Type)?.arrayKeyEnum,
      (self as? any DictionaryDefaultSettable.Type)?.dictionaryKeyEnum,
      (self as? any ObjectDefaultSettable.Type)?.objectKeyEnum,
    ]
    return enums.compactMap(\.self) + customKeyEnums
  }
}

extension BoolDefaultSettable {
  fileprivate static var boolKeyEnum: KeyEnum { KeyEnum(BoolKey.self) { key($0) } }
}

extension IntegerDefaultSettable {
  fileprivate static var integerKeyEnum: KeyEnum { KeyEnum(IntegerKey.self) { key($0) } }
}

extension FloatDefaultSettable {
  fileprivate static var floatKeyEnum: KeyEnum { KeyEnum(FloatKey.self) { key($0) } }
}

extension DoubleDefaultSettable {
  fileprivate static var doubleKeyEnum: KeyEnum { KeyEnum(DoubleKey.self) { key($0) } }
}

extension StringDefaultSettable {
  fileprivate static var stringKeyEnum: KeyEnum { KeyEnum(StringKey.self) { key($0) } }
}

extension URLDefaultSettable {
  fileprivate static var urlKeyEnum: KeyEnum { KeyEnum(URLKey.self) { key($0) } }
}

extension DataDefaultSettable {
  fileprivate static var dataKeyEnum: KeyEnum { KeyEnum(DataKey.self) { key($0) } }
}

extension DateDefaultSettable {
  fileprivate static var dateKeyEnum: KeyEnum { KeyEnum(DateKey.self) { key($0) } }
}

extension StringArrayDefaultSettable {
  fileprivate static var stringArrayKeyEnum: KeyEnum { KeyEnum(StringArrayKey.self) { key($0) } }
}

extension ArrayDefaultSettable {
  fileprivate static var arrayKeyEnum: KeyEnum { KeyEnum(ArrayKey.self) { key($0) } }
}

extension DictionaryDefaultSettable {
  fileprivate static var dictionaryKeyEnum: KeyEnum { KeyEnum(DictionaryKey.self) { key($0) } }
}

extension ObjectDefaultSettable {
  fileprivate static var objectKeyEnum: KeyEnum {
    KeyEnum(ObjectKey.self) { objectKey in
      // A key leaves its type open. That of its default value is the best that is known.
      func typedKey<Value: DefaultsSerializable>(_ defaultValue: Value) -> DefaultsKeys {
        key(objectKey, as: Value.self)
      }
      return defaultValue(forKey: objectKey).map { typedKey($0) } ?? key(objectKey, as: PropertyListValue.self)
    }
  }
}
