extension Duration: DefaultsSerializable {
  /// Returns an array of two integers: the whole seconds, and the attoseconds (10⁻¹⁸ s) beyond them, of the same sign.
  ///
  /// A duration whose seconds do not fit an `Int64` is an error.
  public func propertyListValue() throws -> PropertyListValue? {
    // This is checked first, because reading the components of such a duration traps.
    guard self < .seconds(Int64.max), self > .seconds(Int64.min) else {
      throw DefaultsError.notEncodable(type: "Duration", reason: "its seconds do not fit an Int64")
    }
    return [.integer(components.seconds), .integer(components.attoseconds)]
  }

  /// Returns the duration of a stored array of two integers, seconds and attoseconds.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Duration {
    guard case .array(let parts) = stored, parts.count == 2 else { throw stored.mismatch(Self.self) }
    return Duration(
      secondsComponent: try parts[0].readInteger(Int64.self),
      attosecondsComponent: try parts[1].readInteger(Int64.self)
    )
  }
}
