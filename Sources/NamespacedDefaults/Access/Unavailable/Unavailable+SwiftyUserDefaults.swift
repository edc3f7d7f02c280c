// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What SwiftyUserDefaults calls a type with keys.

@_documentation(visibility: internal)
@available(*, unavailable, message: "declare keys in an extension of DefaultsKeys, or in a subclass of it")
public protocol DefaultsKeyStore {}
