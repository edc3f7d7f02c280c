// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// The spellings of `Defaults` by Sindre Sorhus. They are members of protocols, and of the keys where they can be, because
// a member of `Defaults` would hide what a program calls by the same name, inside of every `extension Defaults`.

public protocol _ForeignTypes {}

extension Defaults: _ForeignTypes {}

extension _ForeignTypes {
  @available(*, unavailable, renamed: "DefaultsKeys")
  public typealias Keys = DefaultsKeys

  @available(*, unavailable, renamed: "DefaultsSerializable")
  public typealias Serializable = DefaultsSerializable
}

public protocol _ForeignMembers {}

extension DefaultsKeys: _ForeignMembers {}

extension _ForeignMembers {
  @available(*, unavailable, message: "a key has its own, DefaultsKeys.name.publisher, in NamespacedDefaultsUI")
  public var publisher: (DefaultsKeys) -> DefaultsUpdates<Never> { fatalError() }

  @available(*, unavailable, message: "write Toggle(title, isOn: DefaultsKeys.name.binding), with NamespacedDefaultsUI")
  public var Toggle: _ForeignToggle { fatalError() }

  @available(*, unavailable, message: "a key names its store: DefaultsKey(_:defaultValue:store:)")
  public var iCloud: _ForeignCloud { fatalError() }
}

public enum _ForeignToggle {
  public func callAsFunction(_ title: String, key: DefaultsKeys) -> Never { switch self {} }
}

public enum _ForeignCloud {
  public func add(_ keys: DefaultsKeys...) {}
}
