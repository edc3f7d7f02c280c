extension DefaultsKey {
  /// Creates a key whose values have to meet a rule, which corrects or refuses others; see ``DefaultsValidation``.
  ///
  /// Debug builds report a default value that breaks the rule; it is the default all the same.
  public convenience init(
    _ name: String,
    defaultValue: Value,
    validating validation: DefaultsValidation<Value>,
    previousName: String? = nil,
    store: (any DefaultsStore)? = nil,
    fileID: String = #fileID
  ) where Value: DefaultsSerializable {
    self.init(
      name,
      defaultValue: defaultValue,
      bridge: .serializable.validating(validation),
      previousName: previousName,
      store: store,
      fileID: fileID
    )
  }

  /// Creates a key whose values are in a range.
  ///
  ///     static let columns = DefaultsKey("columns", defaultValue: 4, in: 1...12)
  ///
  /// A value outside is replaced by the nearer bound, where it is written and where it is read. To refuse it, use
  /// `validating: .required(in: 1...12)`. Debug builds report a default value outside; it is the default all the same.
  public convenience init(
    _ name: String,
    defaultValue: Value,
    in range: ClosedRange<Value>,
    previousName: String? = nil,
    store: (any DefaultsStore)? = nil,
    fileID: String = #fileID
  ) where Value: DefaultsSerializable & Comparable {
    self.init(
      name,
      defaultValue: defaultValue,
      validating: .clamped(to: range),
      previousName: previousName,
      store: store,
      fileID: fileID
    )
  }

  /// Returns the same key with a sentence about its setting, which an audit shows.
  ///
  ///     static let columns = DefaultsKey("columns", defaultValue: 4, in: 1...12)
  ///       .described(as: "The number of columns of the grid.")
  ///
  /// - Parameter summary: The sentence.
  /// - Returns: The key.
  public func described(as summary: String) -> DefaultsKey {
    DefaultsKey(
      names,
      default: makeDefault,
      bridge: bridge,
      declaration: declaration,
      in: storeChoice,
      member: member,
      summary: summary
    )
  }
}
