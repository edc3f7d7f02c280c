// The values of typed keys, in every form in which a key is written. An in-place change, such as `+= 1`, is atomic.
extension Defaults {
  /// The value of a key: `Defaults[.launchCount] += 1`.
  public static subscript<Value>(_ key: DefaultsKey<Value>) -> Value {
    @inlinable get { key.value }
    set { key.value = newValue }
    @inlinable _modify {
      var change = InPlaceChange(key)
      yield &change.value
      change.commit()
    }
  }

  /// The value of a key: `Defaults[key: .launchCount] += 1`.
  public static subscript<Value>(key key: DefaultsKey<Value>) -> Value {
    @inlinable get { key.value }
    set { key.value = newValue }
    @inlinable _modify {
      var change = InPlaceChange(key)
      yield &change.value
      change.commit()
    }
  }

  /// The value of a key that is declared as an instance property: `Defaults[\.theme] = .dark`.
  @_disfavoredOverload  // A tie-breaker: the compiler takes a misspelt `.name` for a key and not for a path.
  public static subscript<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> Value {
    get { DefaultsKeys.key(path).value }
    set { DefaultsKeys.key(path).value = newValue }
    _modify {
      var change = InPlaceChange(DefaultsKeys.key(path))
      yield &change.value
      change.commit()
    }
  }

  /// The value of a key that is declared as an instance property: `Defaults.theme = .dark`.
  public static subscript<Value>(dynamicMember path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> Value {
    get { DefaultsKeys.key(path).value }
    set { DefaultsKeys.key(path).value = newValue }
    _modify {
      var change = InPlaceChange(DefaultsKeys.key(path))
      yield &change.value
      change.commit()
    }
  }
}

extension DefaultsKeys {
  static func key<Value>(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) -> DefaultsKey<Value> {
    shared[keyPath: path]
  }
}
