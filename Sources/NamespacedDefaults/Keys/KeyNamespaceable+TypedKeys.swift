// A typed setting of a namespace is one line.
extension KeyNamespaceable {
  /// Returns a typed key in the namespace of the type.
  ///
  ///     enum Editor: KeyNamespaceable {
  ///       static let theme = key("theme", defaultValue: Theme.light)
  ///       static let columns = key("columns", defaultValue: 4).validating(.clamped(to: 1...12))
  ///         .described(as: "The number of columns of the grid.")
  ///     }
  ///     Editor.theme.value = .dark  // stored as "Editor.theme"
  ///
  /// The value is in the store of the namespace. In a generic type it is a computed property.
  ///
  /// - Parameters:
  ///   - name: The part of the stored name after the namespace and its dot.
  ///   - defaultValue: The value if nothing is stored.
  ///   - previousName: The stored name under which an older release stored the value.
  ///   - isSecret: Whether no problem, error, table or export of an audit shows the value.
  ///   - isRequired: Whether the value must be given. `NamespaceAudit.validate()` checks it; a read gives the default.
  ///   - fileID: The file that declares the key, by which debug builds find two declarations of one name.
  /// - Returns: The key.
  public static func key<Value: DefaultsSerializable>(
    _ name: String,
    defaultValue: Value,
    previousName: String? = nil,
    isSecret: Bool = false,
    isRequired: Bool = false,
    fileID: String = #fileID
  ) -> DefaultsKey<Value> {
    key(
      name,
      defaultValue: defaultValue,
      bridge: .serializable,
      previousName: previousName,
      isSecret: isSecret,
      isRequired: isRequired,
      fileID: fileID
    )
  }

  /// Returns a typed key in the namespace of the type whose value is stored in another format, or has a rule.
  public static func key<Value>(
    _ name: String,
    defaultValue: Value,
    bridge: DefaultsBridge<Value>,
    previousName: String? = nil,
    isSecret: Bool = false,
    isRequired: Bool = false,
    fileID: String = #fileID
  ) -> DefaultsKey<Value> {
    DefaultsKey(
      KeyName(String(namespace: namespace, rawValue: name), previous: previousName),
      default: .fixed(defaultValue),
      bridge: bridge,
      declaration: .typedKey(Value.self, owner: self, file: SourceFile(fileID)),
      in: .namespace(self),
      details: KeyDetails(isSecret: isSecret, isRequired: isRequired)
    )
  }

  /// Returns a typed key in the namespace of the type whose value is `nil` if nothing is stored.
  ///
  ///     static let profile = key("profile", of: Profile.self)
  public static func key<Wrapped: DefaultsSerializable>(
    _ name: String,
    of type: Wrapped.Type,
    previousName: String? = nil,
    isSecret: Bool = false,
    isRequired: Bool = false,
    fileID: String = #fileID
  ) -> DefaultsKey<Wrapped?> {
    key(
      name,
      defaultValue: nil,
      previousName: previousName,
      isSecret: isSecret,
      isRequired: isRequired,
      fileID: fileID
    )
  }

  /// Returns a typed key in the namespace of the type whose value is stored in another format, and is `nil` if nothing is stored.
  public static func key<Wrapped>(
    _ name: String,
    of type: Wrapped.Type,
    bridge: DefaultsBridge<Wrapped>,
    previousName: String? = nil,
    isSecret: Bool = false,
    isRequired: Bool = false,
    fileID: String = #fileID
  ) -> DefaultsKey<Wrapped?> {
    key(
      name,
      defaultValue: nil,
      bridge: bridge.optional,
      previousName: previousName,
      isSecret: isSecret,
      isRequired: isRequired,
      fileID: fileID
    )
  }

  /// Returns a typed key in this instance's namespace.
  ///
  ///     struct User: KeyNamespaceable {
  ///       let id: Int
  ///       var namespace: String { "User.\(id)" }
  ///       var accent: DefaultsKey<Theme> { key("accent", defaultValue: .light) }
  ///     }
  ///
  /// Use it in computed properties: what a stored property of an instance is set to is the key of the type.
  ///
  /// - Parameters:
  ///   - name: The part of the stored name after the namespace and its dot.
  ///   - defaultValue: The value if nothing is stored.
  ///   - previousName: The stored name under which an older release stored the value.
  ///   - isSecret: Whether no problem, error, table or export of an audit shows the value.
  ///   - isRequired: Whether the value must be given. `NamespaceAudit.validate()` checks it; a read gives the default.
  ///   - fileID: The file that declares the key, by which debug builds find two declarations of one name.
  /// - Returns: The key.
  public func key<Value: DefaultsSerializable>(
    _ name: String,
    defaultValue: Value,
    previousName: String? = nil,
    isSecret: Bool = false,
    isRequired: Bool = false,
    fileID: String = #fileID
  ) -> DefaultsKey<Value> {
    key(
      name,
      defaultValue: defaultValue,
      bridge: .serializable,
      previousName: previousName,
      isSecret: isSecret,
      isRequired: isRequired,
      fileID: fileID
    )
  }

  /// Returns a typed key in this instance's namespace whose value is stored in another format, or has a rule.
  public func key<Value>(
    _ name: String,
    defaultValue: Value,
    bridge: DefaultsBridge<Value>,
    previousName: String? = nil,
    isSecret: Bool = false,
    isRequired: Bool = false,
    fileID: String = #fileID
  ) -> DefaultsKey<Value> {
    DefaultsKey(
      KeyName(String(namespace: namespace, rawValue: name), previous: previousName),
      default: .fixed(defaultValue),
      bridge: bridge,
      declaration: .typedKey(Value.self, owner: type(of: self), file: SourceFile(fileID)),
      in: .fixed(store),
      details: KeyDetails(isSecret: isSecret, isRequired: isRequired)
    )
  }

  /// Returns a typed key in this instance's namespace whose value is `nil` if nothing is stored.
  ///
  ///     var profile: DefaultsKey<Profile?> { key("profile", of: Profile.self) }
  public func key<Wrapped: DefaultsSerializable>(
    _ name: String,
    of type: Wrapped.Type,
    previousName: String? = nil,
    isSecret: Bool = false,
    isRequired: Bool = false,
    fileID: String = #fileID
  ) -> DefaultsKey<Wrapped?> {
    key(
      name,
      defaultValue: nil,
      previousName: previousName,
      isSecret: isSecret,
      isRequired: isRequired,
      fileID: fileID
    )
  }

  /// Returns a typed key in this instance's namespace whose value is stored in another format, and is `nil` if nothing is stored.
  public func key<Wrapped>(
    _ name: String,
    of type: Wrapped.Type,
    bridge: DefaultsBridge<Wrapped>,
    previousName: String? = nil,
    isSecret: Bool = false,
    isRequired: Bool = false,
    fileID: String = #fileID
  ) -> DefaultsKey<Wrapped?> {
    key(
      name,
      defaultValue: nil,
      bridge: bridge.optional,
      previousName: previousName,
      isSecret: isSecret,
      isRequired: isRequired,
      fileID: fileID
    )
  }
}
