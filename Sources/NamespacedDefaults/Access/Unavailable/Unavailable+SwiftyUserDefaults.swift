// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What SwiftyUserDefaults calls a type with keys, and how it and `Defaults` end an observation.

@_documentation(visibility: internal)
@available(*, unavailable, message: "declare keys in an extension of DefaultsKeys")
public protocol DefaultsKeyStore {}

extension DefaultsObservation {
  @available(*, unavailable, renamed: "cancel")
  public func dispose() { fatalError() }

  @available(*, unavailable, renamed: "cancel")
  public func invalidate() { fatalError() }

  @available(*, unavailable, message: "hold the observation as long as its owner lives; it ends when it is released")
  public func tieToLifetime(of owner: AnyObject) { fatalError() }
}
