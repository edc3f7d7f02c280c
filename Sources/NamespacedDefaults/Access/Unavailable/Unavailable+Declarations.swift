// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Declarations of keys and of properties that lack something or have too much. As in Unavailable+Keys.swift, nothing here
// takes part in code that is right, or is ever run.

#if UserDefaults
  public import Foundation
#endif

extension DefaultsKey {
  @available(*, unavailable, message: "give a defaultValue:, or take DefaultsKey<Value?>(name)")
  public convenience init(_ name: String, store: (any DefaultsStore)? = nil)
  where Value: DefaultsSerializable { fatalError() }

  @available(*, unavailable, message: "give a defaultValue:, or take DefaultsKey<Value?>(name)")
  public convenience init(
    _ name: String,
    bridge: DefaultsBridge<Value>,
    store: (any DefaultsStore)? = nil
  ) { fatalError() }

  // As sindresorhus/Defaults has it.
  @available(*, unavailable, message: "it is defaultValue:, and a suite is a store: UserDefaultsStore(suiteName: …)")
  public convenience init(_ name: String, default defaultValue: Value, iCloud: Bool = false) { fatalError() }

  #if UserDefaults
    @available(*, unavailable, message: "it is defaultValue:, and a suite is a store: UserDefaultsStore(suiteName: …)")
    public convenience init(_ name: String, default defaultValue: Value, suite: UserDefaults, iCloud: Bool = false) {
      fatalError()
    }
  #endif

  // A read-only member, which the compiler would call a circular reference.
  @available(*, unavailable, message: "this member cannot be written, so it is no setting")
  public subscript<Member>(_ path: KeyPath<Value, Member>) -> DefaultsKey<Member> { fatalError() }
}

extension DefaultsAdapter {
  @available(*, unavailable, message: "an adapter has a store: DefaultsAdapter(store:), or DefaultsAdapter(suiteName:)")
  public init() { fatalError() }

  #if UserDefaults
    // As SwiftyUserDefaults has it.
    @available(
      *,
      unavailable,
      message: "write DefaultsAdapter(suiteName:), or DefaultsAdapter(store: UserDefaultsStore(…))"
    )
    public init(defaults: UserDefaults, keyStore: DefaultsKeys) { fatalError() }
  #endif
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

  @available(*, unavailable, message: "give the property a default: @Default(\"x\", in: Editor.self) var x = 0")
  public init<Namespace: KeyNamespaceable>(_ name: String, in namespace: Namespace.Type) { fatalError() }

  @available(*, unavailable, message: "say the namespace, too: @Default(\"x\", in: Editor.self) var x = 0")
  public init(wrappedValue: Value, _ name: String) { fatalError() }

  @available(*, unavailable, message: "declare a key of this name in an extension of DefaultsKeys, and give that")
  public init(_ name: String, options: DefaultOptions = []) { fatalError() }
}
