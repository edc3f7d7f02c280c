/// A visitor of the key enums that the settable protocols give a type.
///
/// Removal and the audit go through all keys of a type with it, without a list of the twelve protocols of their own.
protocol KeyEnumVisitor {
  /// Visits a key enum.
  ///
  /// - Parameters:
  ///   - type: The key enum.
  ///   - key: Returns the typed key of a case.
  mutating func visit<Key: RawRepresentable<String>, Value>(_ type: Key.Type, key: (Key) -> DefaultsKey<Value>)

  /// Visits the key enum of ``ObjectDefaultSettable``, whose keys hold values of any type.
  ///
  /// - Parameters:
  ///   - type: The key enum.
  ///   - key: Returns the typed key of a case; this key reads a value of any type.
  ///   - defaultValue: Returns the default value of a case.
  mutating func visitOpen<Key: RawRepresentable<String>>(
    _ type: Key.Type,
    key: (Key) -> DefaultsKey<PropertyListValue?>,
    defaultValue: (Key) -> (any DefaultsSerializable)?
  )
}

extension KeyNamespaceable {
  /// Lets a visitor visit the key enums of every settable protocol to which the type conforms.
  static func visitKeyEnums(_ visitor: inout some KeyEnumVisitor) {
    (self as? any BoolDefaultSettable.Type)?.visitBoolKeys(&visitor)
    (self as? any IntegerDefaultSettable.Type)?.visitIntegerKeys(&visitor)
    (self as? any FloatDefaultSettable.Type)?.visitFloatKeys(&visitor)
    (self as? any DoubleDefaultSettable.Type)?.visitDoubleKeys(&visitor)
    (self as? any StringDefaultSettable.Type)?.visitStringKeys(&visitor)
    (self as? any URLDefaultSettable.Type)?.visitURLKeys(&visitor)
    (self as? any DataDefaultSettable.Type)?.visitDataKeys(&visitor)
    (self as? any DateDefaultSettable.Type)?.visitDateKeys(&visitor)
    (self as? any StringArrayDefaultSettable.Type)?.visitStringArrayKeys(&visitor)
    (self as? any ArrayDefaultSettable.Type)?.visitArrayKeys(&visitor)
    (self as? any DictionaryDefaultSettable.Type)?.visitDictionaryKeys(&visitor)
    (self as? any ObjectDefaultSettable.Type)?.visitObjectKeys(&visitor)
  }
}

extension BoolDefaultSettable {
  fileprivate static func visitBoolKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visit(BoolKey.self) { key($0) }
  }
}

extension IntegerDefaultSettable {
  fileprivate static func visitIntegerKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visit(IntegerKey.self) { key($0) }
  }
}

extension FloatDefaultSettable {
  fileprivate static func visitFloatKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visit(FloatKey.self) { key($0) }
  }
}

extension DoubleDefaultSettable {
  fileprivate static func visitDoubleKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visit(DoubleKey.self) { key($0) }
  }
}

extension StringDefaultSettable {
  fileprivate static func visitStringKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visit(StringKey.self) { key($0) }
  }
}

extension URLDefaultSettable {
  fileprivate static func visitURLKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visit(URLKey.self) { key($0) }
  }
}

extension DataDefaultSettable {
  fileprivate static func visitDataKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visit(DataKey.self) { key($0) }
  }
}

extension DateDefaultSettable {
  fileprivate static func visitDateKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visit(DateKey.self) { key($0) }
  }
}

extension StringArrayDefaultSettable {
  fileprivate static func visitStringArrayKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visit(StringArrayKey.self) { key($0) }
  }
}

extension ArrayDefaultSettable {
  fileprivate static func visitArrayKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visit(ArrayKey.self) { key($0) }
  }
}

extension DictionaryDefaultSettable {
  fileprivate static func visitDictionaryKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visit(DictionaryKey.self) { key($0) }
  }
}

extension ObjectDefaultSettable {
  fileprivate static func visitObjectKeys(_ visitor: inout some KeyEnumVisitor) {
    visitor.visitOpen(ObjectKey.self) {
      key($0, as: PropertyListValue.self)
    } defaultValue: {
      defaultValue(forKey: $0)
    }
  }
}

/// Returns the cases of a key enum, or `nil` if it does not list them.
func allCases<Key>(of type: Key.Type) -> [Key]? {
  func all<Cases: CaseIterable>(_ cases: Cases.Type) -> [Key] { cases.allCases.compactMap { $0 as? Key } }
  return (type as? any CaseIterable.Type).map { all($0) }
}
