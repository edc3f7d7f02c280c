/// What ``Defaults`` is for the process, for one store, an app group's for example.
///
///     let group = DefaultsAdapter(store: try UserDefaultsStore(suiteName: "group.example"))
///     group[.launchCount] += 1
///
/// Every access through it is to its store, whatever store a key names.
@dynamicMemberLookup
public struct DefaultsAdapter: Sendable {
  /// Where the values live.
  public let store: any DefaultsStore

  /// Makes an adapter.
  ///
  /// - Parameter store: Where the values live.
  public init(store: any DefaultsStore) {
    self.store = store
  }
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

  /// The value of a key declared as an instance property: `group[\.theme] = .dark`.
  public subscript<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> Value {
    get { self[DefaultsKeys.key(path)] }
    nonmutating set { self[DefaultsKeys.key(path)] = newValue }
    nonmutating _modify {
      var change = InPlaceChange(DefaultsKeys.key(path).bound(to: store))
      yield &change.value
      change.commit()
    }
  }

  /// The value of a key declared as an instance property: `group.theme = .dark`.
  public subscript<Value>(dynamicMember path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> Value {
    get { self[DefaultsKeys.key(path)] }
    nonmutating set { self[DefaultsKeys.key(path)] = newValue }
    nonmutating _modify {
      var change = InPlaceChange(DefaultsKeys.key(path).bound(to: store))
      yield &change.value
      change.commit()
    }
  }

  /// What is stored under a name, to read as one type or another: `group["color"].string`.
  public subscript(_ name: String) -> DefaultsProxy { DefaultsProxy(name, in: store) }

  /// Stores a value under a name, or removes it with `nil`: `group["color"] = "red"`.
  @_disfavoredOverload  // A tie-breaker: reading gives the proxy, and only an assignment comes here.
  public subscript(_ name: String) -> (any DefaultsSerializable)? {
    get { self[name].stored }
    nonmutating set { self[name].set(newValue) }
  }
}
