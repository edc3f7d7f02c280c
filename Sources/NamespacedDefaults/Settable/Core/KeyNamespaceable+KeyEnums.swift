extension KeyNamespaceable {
  /// The key enums of all settable protocols to which the type conforms.
  package static var keyEnums: [KeyEnum] {
    let enums = [
      (self as? any BoolDefaultSettable.Type)?._boolKeys,
      (self as? any IntegerDefaultSettable.Type)?._integerKeys,
      (self as? any FloatDefaultSettable.Type)?._floatKeys,
      (self as? any DoubleDefaultSettable.Type)?._doubleKeys,
      (self as? any StringDefaultSettable.Type)?._stringKeys,
      (self as? any URLDefaultSettable.Type)?._urlKeys,
      (self as? any DataDefaultSettable.Type)?._dataKeys,
      (self as? any DateDefaultSettable.Type)?._dateKeys,
      (self as? any StringArrayDefaultSettable.Type)?._stringArrayKeys,
      (self as? any ArrayDefaultSettable.Type)?._arrayKeys,
      (self as? any DictionaryDefaultSettable.Type)?._dictionaryKeys,
      (self as? any ObjectDefaultSettable.Type)?._objectKeys,
    ]
    return enums.compactMap(\.self) + KeyEnum.declared(of: self) + (listedTypedKeys.map { [$0] } ?? [])
  }

  /// The typed keys that the type lists, if it lists some.
  private static var listedTypedKeys: KeyEnum? {
    guard let keys = keys as? [DefaultsKeys], !keys.isEmpty else { return nil }
    let namespace = namespace
    return KeyEnum(
      keys.typed.map { key in
        let rawValue = key.name.rawValue(in: namespace) ?? key.name
        return KeyEnum.Case(name: rawValue, rawValue: rawValue) { key }
      },
      of: self
    )
  }
}
