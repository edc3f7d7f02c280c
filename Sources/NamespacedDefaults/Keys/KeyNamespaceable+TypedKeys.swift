// A typed setting of a namespace is one line.
extension KeyNamespaceable {
  /// Returns a typed key in the namespace of the type.
  ///
  /// ```swift
  /// enum Editor: KeyNamespaceable {
  ///   static let theme = key("theme", defaultValue: Theme.light)
  ///   static let columns = key("columns", defaultValue: 4)
  ///     .validating(.clamped(to: 1...12))
  ///     .described(as: "The number of columns of the grid.")
  /// }
  /// Editor.theme.value = .dark  // stored as "Editor.theme"
  /// ```
  ///
  /// The value is in the store of the namespace. In a generic type it is a computed property.
  ///
  /// - Parameters:
  ///   - name: The part of the stored name after the namespace and its dot.
  ///   - defaultValue: The value if nothing is stored.
  ///   - fileID: The file that declares the key, by which debug builds find two declarations of one name.
  /// - Returns: The key.
  public static func key<Value: DefaultsSerializable>(
    _ name: String,
    defaultValue: Value,
    fileID: String = #fileID
  ) -> DefaultsKey<Value> {
    site.key(name, defaultValue, .serializable, fileID)
  }

  /// Returns a typed key in the namespace of the type whose value is stored in another format, or has a rule.
  public static func key<Value>(
    _ name: String,
    defaultValue: Value,
    bridge: DefaultsBridge<Value>,
    fileID: String = #fileID
  ) -> DefaultsKey<Value> {
    site.key(name, defaultValue, bridge, fileID)
  }

  /// Returns a typed key in the namespace of the type whose value is `nil` if nothing is stored.
  ///
  /// ```swift
  /// static let profile = key("profile", of: Profile.self)
  /// ```
  public static func key<Wrapped: DefaultsSerializable>(
    _ name: String,
    of type: Wrapped.Type,
    fileID: String = #fileID
  ) -> DefaultsKey<Wrapped?> {
    site.key(name, nil, .serializable, fileID)
  }

  /// Returns a typed key in the namespace of the type whose value is stored in another format, and is `nil` if nothing is stored.
  public static func key<Wrapped>(
    _ name: String,
    of type: Wrapped.Type,
    bridge: DefaultsBridge<Wrapped>,
    fileID: String = #fileID
  ) -> DefaultsKey<Wrapped?> {
    site.key(name, nil, bridge.optional, fileID)
  }

  /// Returns a typed key in this instance's namespace.
  ///
  /// ```swift
  /// struct User: KeyNamespaceable {
  ///   let id: Int
  ///   var namespace: String { "User.\(id)" }
  ///   var accent: DefaultsKey<Theme> { key("accent", defaultValue: .light) }
  /// }
  /// ```
  ///
  /// Use it in computed properties: what a stored property of an instance is set to is the key of the type.
  ///
  /// - Parameters:
  ///   - name: The part of the stored name after the namespace and its dot.
  ///   - defaultValue: The value if nothing is stored.
  ///   - fileID: The file that declares the key, by which debug builds find two declarations of one name.
  /// - Returns: The key.
  public func key<Value: DefaultsSerializable>(
    _ name: String,
    defaultValue: Value,
    fileID: String = #fileID
  ) -> DefaultsKey<Value> {
    site.key(name, defaultValue, .serializable, fileID)
  }

  /// Returns a typed key in this instance's namespace whose value is stored in another format, or has a rule.
  public func key<Value>(
    _ name: String,
    defaultValue: Value,
    bridge: DefaultsBridge<Value>,
    fileID: String = #fileID
  ) -> DefaultsKey<Value> {
    site.key(name, defaultValue, bridge, fileID)
  }

  /// Returns a typed key in this instance's namespace whose value is `nil` if nothing is stored.
  ///
  /// ```swift
  /// var profile: DefaultsKey<Profile?> { key("profile", of: Profile.self) }
  /// ```
  public func key<Wrapped: DefaultsSerializable>(
    _ name: String,
    of type: Wrapped.Type,
    fileID: String = #fileID
  ) -> DefaultsKey<Wrapped?> {
    site.key(name, nil, .serializable, fileID)
  }

  /// Returns a typed key in this instance's namespace whose value is stored in another format, and is `nil` if nothing is stored.
  public func key<Wrapped>(
    _ name: String,
    of type: Wrapped.Type,
    bridge: DefaultsBridge<Wrapped>,
    fileID: String = #fileID
  ) -> DefaultsKey<Wrapped?> {
    site.key(name, nil, bridge.optional, fileID)
  }

  private static var site: KeySite<Self> { KeySite(namespace: namespace, owner: self, store: .namespace(self)) }
  private var site: KeySite<Self> {
    KeySite(namespace: namespace, owner: type(of: self), store: storeChoice, instance: self)
  }
}

/// Where the keys of a namespace are.
private struct KeySite<Owner: KeyNamespaceable> {
  let namespace: String
  let owner: Owner.Type
  let store: StoreChoice
  var instance: Owner?

  func key<Value>(
    _ name: String,
    _ defaultValue: Value,
    _ bridge: DefaultsBridge<Value>,
    _ fileID: String
  ) -> DefaultsKey<Value> {
    let details = KeyDetails(namespace: namespace, rawValue: name, isOfInstance: instance != nil)
    if details.hasDot, let instance { NamespaceChecks.checkList(of: name, in: namespace, of: instance, store) }
    return DefaultsKey(
      KeyName(String(namespace: namespace, rawValue: name)),
      default: .fixed(defaultValue),
      bridge: bridge,
      declaration: .typedKey(Value.self, owner: owner, file: SourceFile(fileID)),
      in: store,
      details: details
    )
  }
}
