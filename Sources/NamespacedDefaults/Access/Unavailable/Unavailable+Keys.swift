// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Helps the compiler to say what is wrong with a key. It considers an unavailable declaration only where nothing else
// fits: these take no part in code that is right, and nothing here is ever run.
//
// `.name` is looked up in `DefaultsKeys` here, whatever its value, which gives the two likeliest mistakes their words: a
// misspelt name is no member of `DefaultsKeys`, and a value that does not fit gets the message.

extension Defaults {
  @available(*, unavailable, message: "the value of this key has another type")
  public static subscript<Value>(_ key: DefaultsKeys) -> Value {
    get { fatalError() }
    set { fatalError() }
  }

  // Where nothing else gives the value a type.
  @available(*, unavailable, message: "the value of this key has another type")
  public static subscript(_ key: DefaultsKeys) -> Any {
    get { fatalError() }
    set { fatalError() }
  }

  @available(*, unavailable, message: "the value of this key has another type")
  public static subscript<Value>(key key: DefaultsKeys) -> Value {
    get { fatalError() }
    set { fatalError() }
  }

  @available(*, unavailable, message: "this is not a key")
  public static subscript<Value>(dynamicMember path: KeyPath<DefaultsKeys, Value>) -> Value { fatalError() }

  @available(*, unavailable, message: "this is not a DefaultsKey")
  public static func hasKey(_ key: DefaultsKeys) -> Bool { fatalError() }

  @available(*, unavailable, message: "this is not a DefaultsKey")
  public static func updates(_ keys: DefaultsKeys...) -> DefaultsUpdates<Never> { fatalError() }

  @available(*, unavailable, message: "give a key and not a path: Defaults.key(\\.theme)")
  public static func updates<First, Second>(
    _ first: KeyPath<DefaultsKeys, DefaultsKey<First>>,
    _ second: DefaultsKey<Second>
  ) -> DefaultsUpdates<(First, Second)> { fatalError() }

  @available(*, unavailable, message: "give a key and not a path: Defaults.key(\\.theme)")
  public static func updates<First, Second>(
    _ first: DefaultsKey<First>,
    _ second: KeyPath<DefaultsKeys, DefaultsKey<Second>>
  ) -> DefaultsUpdates<(First, Second)> { fatalError() }

  @available(*, unavailable, message: "give a key and not a path: Defaults.key(\\.theme)")
  public static func updates<First, Second>(
    _ first: KeyPath<DefaultsKeys, DefaultsKey<First>>,
    _ second: KeyPath<DefaultsKeys, DefaultsKey<Second>>
  ) -> DefaultsUpdates<(First, Second)> { fatalError() }

  @available(*, unavailable, message: "assign to a key: Defaults[.x] = value, or Defaults[\"x\"] = value")
  public static func set(_ value: Any?, forKey name: String) { fatalError() }

  @available(*, unavailable, message: "observe several keys as a list: Defaults.observe([.a, .b]) { … }")
  public static func observe(
    _ first: DefaultsKeys,
    _ second: DefaultsKeys,
    _ others: DefaultsKeys...,
    initial: Bool = false,
    handler: Any
  ) -> DefaultsObservation { fatalError() }

  @available(*, unavailable, message: "this is not a DefaultsKey")
  public static func observe(
    _ key: DefaultsKeys,
    initial: Bool = false,
    _ handler: Any
  ) -> DefaultsObservation { fatalError() }
}

extension DefaultsAdapter {
  @available(*, unavailable, message: "the value of this key has another type")
  public subscript<Value>(_ key: DefaultsKeys) -> Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }

  @available(*, unavailable, message: "the value of this key has another type")
  public subscript(_ key: DefaultsKeys) -> Any {
    get { fatalError() }
    nonmutating set { fatalError() }
  }

  @available(*, unavailable, message: "the value of this key has another type")
  public subscript<Value>(key key: DefaultsKeys) -> Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }

  @available(*, unavailable, message: "this is not a key")
  public subscript<Value>(dynamicMember path: KeyPath<DefaultsKeys, Value>) -> Value { fatalError() }

  @available(*, unavailable, message: "this is not a DefaultsKey")
  public func remove(_ key: DefaultsKeys) { fatalError() }
}

// A key where its value is meant, which is the commonest slip.

extension DefaultsKey where Value: Equatable {
  @available(*, unavailable, message: "a key is not its value: compare its .value")
  public static func == (key: DefaultsKey, value: Value) -> Bool { fatalError() }

  @available(*, unavailable, message: "a key is not its value: compare its .value")
  public static func != (key: DefaultsKey, value: Value) -> Bool { fatalError() }

  @available(*, unavailable, message: "a key is not its value: switch over its .value")
  public static func ~= (value: Value, key: DefaultsKey) -> Bool { fatalError() }
}

extension DefaultsKey where Value: AdditiveArithmetic {
  @available(*, unavailable, message: "a key is not its value: change its .value")
  public static func += (key: DefaultsKey, value: Value) { fatalError() }
}

extension DefaultsKey<Bool> {
  @available(*, unavailable, message: "a key is not its value: change its .value")
  public func toggle() { fatalError() }
}

extension DefaultsKey {
  @available(*, unavailable, message: "a key is not its value: give its .value a default")
  public static func ?? <Wrapped>(key: DefaultsKey, value: @autoclosure () -> Wrapped) -> Wrapped
  where Value == Wrapped? { fatalError() }
}

extension DefaultsKeys {
  @available(*, unavailable, message: "the key of a property is Defaults.key(\\.theme)")
  public convenience init() { fatalError() }

  // A dynamic member may be a subscript of the keys, too, and the compiler would blame that there is none.
  @available(*, unavailable)
  public subscript(_ key: Never) -> Never {}
}

extension ObjectDefaultSettable where ObjectValue: DefaultsSerializable {
  @available(*, unavailable, message: "the default says the type: object(forKey:)")
  public static func object<Value>(_ type: Value.Type, forKey key: ObjectKey) -> Value? { fatalError() }

  @available(*, unavailable, message: "the default says the type: object(forKey:)")
  public func object<Value>(_ type: Value.Type, forKey key: ObjectKey) -> Value? { fatalError() }
}
