public import NamespacedDefaults

extension DefaultsKey {
  /// Returns the value of a stored form, which this key reads in its own format and by its own rule.
  ///
  /// Use it for a value that is not stored yet, such as a text from the person:
  ///
  /// ```swift
  /// try key.write(key.value(fromPropertyList: .string("[80, 443]")))
  /// ```
  ///
  /// The store is not asked. A key of a member reads the stored form of the whole.
  ///
  /// - Parameter stored: The stored form.
  /// - Returns: The value, corrected if the rule of the key does so. Members that the form lacks are those of the default.
  /// - Throws: A `DefaultsError` without the name, which says what was found, unless that is secret.
  public func value(fromPropertyList stored: PropertyListValue) throws -> Value {
    do { return try decode(stored) } catch { throw describing(error) }
  }
}
