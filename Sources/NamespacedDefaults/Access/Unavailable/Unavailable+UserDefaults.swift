// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The calls of `UserDefaults`, tried on `Defaults`. They are members of the keys, as those of other libraries are.

extension _ForeignMembers {
  @available(*, unavailable, message: "write Defaults[.name] = …, with a declared key, or Defaults[\"name\"] = …")
  public var set: _ForeignSetter { fatalError() }

  @available(*, unavailable, message: "write Defaults.remove(.name), with a declared key, or Defaults.remove(\"name\")")
  public var removeObject: _ForeignGetter { fatalError() }

  @available(*, unavailable, message: "write Defaults itself, or Defaults.store for its store")
  public var standard: _ForeignGetter { fatalError() }

  @available(*, unavailable, message: "write Defaults[.name], with a declared key")
  public var object: _ForeignGetter { fatalError() }

  @available(*, unavailable, message: "write Defaults[.name], with a declared key, or Defaults[\"name\"].bool")
  public var bool: _ForeignGetter { fatalError() }

  @available(*, unavailable, message: "write Defaults[.name], with a declared key, or Defaults[\"name\"].int")
  public var integer: _ForeignGetter { fatalError() }

  @available(*, unavailable, message: "write Defaults[.name], with a declared key, or Defaults[\"name\"].double")
  public var double: _ForeignGetter { fatalError() }

  @available(*, unavailable, message: "write Defaults[.name], with a declared key, or Defaults[\"name\"].string")
  public var string: _ForeignGetter { fatalError() }
}

public enum _ForeignGetter {
  public func callAsFunction(forKey name: String) -> Never { switch self {} }
}

public enum _ForeignSetter {
  public func callAsFunction(_ value: Any?, forKey name: String) {}
}
