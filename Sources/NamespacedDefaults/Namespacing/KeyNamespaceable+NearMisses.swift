// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A default that is declared wrong is refused where it is declared, and not passed over in silence. What a program declares
// in one of these forms fulfils a requirement, of which the associated types are inferred; then only the unavailable
// property fulfils the next one, and the type does not compile, with our words. The bound on the key lets methods pass that
// have nothing to do with a settable protocol, such as `defaultValue(forKey: String)`.

extension KeyNamespaceable {
  @_documentation(visibility: internal)
  public func defaultValue(forKey key: _NoDefault) -> _NoDefault {}

  @_documentation(visibility: internal)
  public static func defaultValue(for key: _NoDefault) -> _NoDefault {}

  @_documentation(visibility: internal)
  public static func defaultValue(_ key: _NoDefault) -> _NoDefault {}

  @available(
    *,
    unavailable,
    message: "a default is static, an instance's is never called: static func defaultValue(forKey:)"
  )
  public static var _defaultsAreStatic: Void { () }

  @available(
    *,
    unavailable,
    message: "a default with another label is never called: static func defaultValue(forKey:)"
  )
  public static var _defaultsAreForKeys: Void { () }

  @available(
    *,
    unavailable,
    message: "a default without a label is never called: static func defaultValue(forKey:)"
  )
  public static var _defaultsAreLabelled: Void { () }
}

extension KeyNamespaceable where _InstanceDefault == _NoDefault {
  public static var _defaultsAreStatic: Void { () }
}

extension KeyNamespaceable where _OtherLabelDefault == _NoDefault {
  public static var _defaultsAreForKeys: Void { () }
}

extension KeyNamespaceable where _UnlabelledDefault == _NoDefault {
  public static var _defaultsAreLabelled: Void { () }
}
