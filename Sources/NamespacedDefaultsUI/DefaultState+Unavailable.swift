// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The compiler considers these only where nothing else fits, as those of `Default`.

#if canImport(SwiftUI)
  public import NamespacedDefaults

  extension DefaultState {
    @available(*, unavailable, message: "the value of this key has another type")
    public init(_ key: DefaultsKeys) { fatalError() }

    @available(*, unavailable, message: "the key has the default value; leave it out here")
    public init(wrappedValue: Value, _ key: DefaultsKey<Value>) { fatalError() }

    @available(*, unavailable, message: "the key has the default value; leave it out here")
    public init(wrappedValue: Value, _ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) { fatalError() }

    @available(*, unavailable, message: "give the property a default: @DefaultState(\"x\", in: Editor.self) var x = 0")
    public init<Namespace: KeyNamespaceable>(_ name: String, in namespace: Namespace.Type) { fatalError() }

    @available(*, unavailable, message: "say the namespace, too: @DefaultState(\"x\", in: Editor.self) var x = 0")
    public init(wrappedValue: Value, _ name: String) { fatalError() }

    @available(*, unavailable, message: "declare a key of this name in an extension of DefaultsKeys, and give that")
    public init(_ name: String) { fatalError() }
  }
#endif
