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

  /// Returns the same key of a secret value, which no problem, error, table or export of an audit shows.
  ///
  /// ```swift
  /// static let token = DefaultsKey<String?>("token").secret()
  /// ```
  ///
  /// The keys of a settable type are secret if its ``KeyNamespaceable/isSecret`` says so.
  ///
  /// - Returns: The key.
  /// - Precondition: The key is not a member of another key's value. A debug build stops for one of a settable type, because
  ///   the type's own accesses do not see the modifier.
  public func secret() -> DefaultsKey {
    requireOwn("secret()")
    var details = details
    details.isSecret = true
    return with(details: details)
  }

  /// Returns the same key of a value that must be given.
  ///
  /// `NamespaceAudit.validate()` checks it; a read gives the default. An empty text and empty data, as of an
  /// empty file, count as not given.
  ///
  /// - Returns: The key.
  /// - Precondition: As of ``secret()``.
  public func required() -> DefaultsKey {
    requireOwn("required()")
    var details = details
    details.isRequired = true
    return with(details: details)
  }

  /// Returns the same key, which also finds what an older release stored under another name.
  ///
  /// ```swift
  /// enum Editor: KeyNamespaceable {
  ///   // An older release stored it as "Editor.size".
  ///   static let fontSize = key("fontSize", defaultValue: 13.0)
  ///     .renamed(from: "size")
  /// }
  /// ```
  ///
  /// The value is found under the previous name as long as nothing is stored under the new one. The first write stores the
  /// new value and removes the previous name, both at once. Until then the key also finds what an older release writes, and
  /// its observers and trackings get it. Changes that follow each other faster than they are delivered can be announced as
  /// one.
  ///
  /// - Parameter previousName: The previous name: of a key in a namespace, the part after the namespace and its dot.
  /// - Returns: The key.
  /// - Precondition: As of ``secret()``.
  public func renamed(from previousName: String) -> DefaultsKey {
    renamed(fromStoredName: namespace.map { String(namespace: $0, rawValue: previousName) } ?? previousName)
  }

  /// Returns the same key, which also finds what an older release stored under another name, in or out of a namespace.
  ///
  /// - Parameter previousName: The whole stored name, as `App.width`.
  /// - Returns: The key; see ``renamed(from:)``.
  /// - Precondition: As of ``secret()``.
  public func renamed(fromStoredName previousName: String) -> DefaultsKey {
    requireOwn("renamed(from:)")
    return with(names: KeyName(name, previous: previousName))
  }

  /// Stops where another key has the setting too, which the modifier would not reach.
  private func requireOwn(_ modifier: String) {
    precondition(member == nil, "\(modifier) is about a whole value: give it to the key \(name.quoted)")
    assert(
      settable == nil,
      """
      NamespacedDefaults: \(modifier) makes another key of \(name.quoted), which the type's own reads and writes do not \
      use. Declare a typed key, or say isSecret in the type.
      """
    )
  }
}
