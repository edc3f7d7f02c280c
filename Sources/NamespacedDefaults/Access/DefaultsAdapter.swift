/// The settings of one store, such as that of an app group, with the surface of ``Defaults``.
///
/// ```swift
/// let group = try DefaultsAdapter(suiteName: "group.example")
/// group[.launchCount] += 1
/// ```
///
/// Every access through an adapter is to its store, even if a key names another one.
@dynamicMemberLookup
public struct DefaultsAdapter: Sendable {
  /// The store of the values.
  public var store: any DefaultsStore { choice.store }
  private let choice: StoreChoice

  /// Creates an adapter for a store.
  ///
  /// - Parameter store: The store of the values.
  public init(store: any DefaultsStore) {
    choice = .fixed(store)
  }

  #if UserDefaults
    /// Creates an adapter for a suite of `UserDefaults`, such as an app group.
    ///
    /// - Parameter suiteName: The name of the suite, or of an app group on Apple platforms.
    /// - Throws: An error for a suite that the program may not have; see ``UserDefaultsStore/init(suiteName:)``.
    public init(suiteName: String) throws {
      choice = .fixed(try UserDefaultsStore(suiteName: suiteName), named: .byKey)
    }
  #endif
}

extension DefaultsAdapter: CustomStringConvertible {
  /// The name of the type, and the description of the store.
  public var description: String { "DefaultsAdapter (\(store))" }
}

extension DefaultsAdapter {
  /// The value of a key: `group[.launchCount] += 1`.
  public subscript<Value>(_ key: DefaultsKey<Value>) -> Value {
    get { key.bound(to: store).value }
    nonmutating set { key.bound(to: store).value = newValue }
    nonmutating _modify {
      var change = InPlaceChange(key.bound(to: store))
      yield &change.value
      change.commit()
    }
  }

  /// The value of a key: `group[key: .launchCount] += 1`.
  public subscript<Value>(key key: DefaultsKey<Value>) -> Value {
    get { self[key] }
    nonmutating set { self[key] = newValue }
    nonmutating _modify {
      var change = InPlaceChange(key.bound(to: store))
      yield &change.value
      change.commit()
    }
  }

  /// The value of a key that is declared as an instance property: `group[\.theme] = .dark`.
  @_disfavoredOverload  // A tie-breaker: the compiler takes a misspelt `.name` for a key and not for a path.
  public subscript<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> Value {
    get { self[DefaultsKeys.key(path)] }
    nonmutating set { self[DefaultsKeys.key(path)] = newValue }
    nonmutating _modify {
      var change = InPlaceChange(DefaultsKeys.key(path).bound(to: store))
      yield &change.value
      change.commit()
    }
  }

  /// The value of a key that is declared as an instance property: `group.theme = .dark`.
  public subscript<Value>(dynamicMember path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> Value {
    get { self[DefaultsKeys.key(path)] }
    nonmutating set { self[DefaultsKeys.key(path)] = newValue }
    nonmutating _modify {
      var change = InPlaceChange(DefaultsKeys.key(path).bound(to: store))
      yield &change.value
      change.commit()
    }
  }

  /// The value under a name, to read as one type or another: `group["color"].string`.
  public subscript(_ name: some StringProtocol) -> DefaultsProxy { DefaultsProxy(name, in: store) }

  /// The value to store under a name, or `nil` to remove it: `group["color"] = "red"`.
  @_disfavoredOverload  // A tie-breaker: a read gets the proxy, and only an assignment gets here.
  public subscript(_ name: some StringProtocol) -> (any DefaultsSerializable)? {
    get { self[name].stored }
    nonmutating set { self[name].set(newValue) }
  }
}
