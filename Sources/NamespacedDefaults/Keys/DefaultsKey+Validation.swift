extension DefaultsKey {
  /// Returns the same key with a rule for its values, which corrects or refuses others.
  ///
  /// ```swift
  /// static let columns = DefaultsKey("columns", defaultValue: 4)
  ///   .validating(.clamped(to: 1...12))
  /// ```
  ///
  /// Several rules hold one after another. Debug builds report a default value that breaks a rule; it is the default all
  /// the same.
  ///
  /// - Parameter validation: The rule.
  /// - Returns: The key.
  /// - Precondition: The key is not a member of another key's value: a rule is one of the whole value.
  public func validating(_ validation: DefaultsValidation<Value>) -> DefaultsKey {
    precondition(member == nil, "a rule is one of the whole value: give it to the key \(name.quoted)")
    return with(bridge: bridge.validating(validation))
  }

  /// Returns the same key with a rule for its values that are not `nil`.
  ///
  /// - Parameter validation: The rule.
  /// - Returns: The key.
  /// - Precondition: The key is not a member of another key's value: a rule is one of the whole value.
  public func validating<Wrapped>(_ validation: DefaultsValidation<Wrapped>) -> DefaultsKey where Value == Wrapped? {
    validating(validation.optional)
  }

  /// Returns the same key with a sentence about its setting, which an audit shows.
  ///
  /// ```swift
  /// static let columns = DefaultsKey("columns", defaultValue: 4)
  ///   .described(as: "The number of columns of the grid.")
  /// ```
  ///
  /// - Parameter summary: The sentence.
  /// - Returns: The key.
  public func described(as summary: String) -> DefaultsKey {
    var details = details
    details.summary = summary
    return with(details: details)
  }
}
