// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Declarations of keys and of properties that lack something or have too much. As in Unavailable+Keys.swift, nothing here
// takes part in code that is right, or is ever run.

extension DefaultsKey {
  @available(*, unavailable, message: "give a defaultValue:, or take DefaultsKey<Value?>(name)")
  public convenience init(_ name: String, previousName: String? = nil, store: (any DefaultsStore)? = nil)
  where Value: DefaultsSerializable { fatalError() }

  @available(*, unavailable, message: "give a defaultValue:, or take DefaultsKey<Value?>(name)")
  public convenience init(
    _ name: String,
    bridge: DefaultsBridge<Value>,
    previousName: String? = nil,
    store: (any DefaultsStore)? = nil
  ) { fatalError() }
}

extension Default {
  @available(*, unavailable, message: "the value of this key has another type")
  public init(_ key: DefaultsKeys, options: DefaultOptions = []) { fatalError() }

  @available(*, unavailable, message: "the key has the default value; leave it out here")
  public init(wrappedValue: Value, _ key: DefaultsKey<Value>, options: DefaultOptions = []) { fatalError() }

  @available(*, unavailable, message: "the key has the default value; leave it out here")
  public init(
    wrappedValue: Value,
    _ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>,
    options: DefaultOptions = []
  ) { fatalError() }

  @available(*, unavailable, message: "declare a key of this name in an extension of DefaultsKeys, and give that")
  public init(_ name: String, options: DefaultOptions = []) { fatalError() }
}
