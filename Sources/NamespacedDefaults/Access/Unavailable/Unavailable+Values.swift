// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Types that cannot be stored. As in Unavailable+Keys.swift, nothing here takes part in code that is right, or is ever run.

extension DefaultsSerializable {
  // Without these, the compiler lists each way to conform that does not apply, in a hundred lines.
  @available(*, unavailable, message: "make the type Codable or RawRepresentable, or implement both requirements")
  public func propertyListValue() throws -> PropertyListValue? { fatalError() }

  @available(*, unavailable, message: "make the type Codable or RawRepresentable, or implement both requirements")
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self { fatalError() }
}
