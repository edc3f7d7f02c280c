extension Duration: DefaultsSerializable {
  /// Returns the duration as a person writes it: `45s`, `250ms`, `1h30m`.
  ///
  /// The text is exact. A duration whose seconds do not fit an `Int64` is an error.
  public func propertyListValue() throws -> PropertyListValue? {
    // This is checked first, because reading the components of such a duration traps.
    guard self < .seconds(Int64.max), self > .seconds(Int64.min) else {
      throw DefaultsError.notEncodable(type: "Duration", reason: "its seconds do not fit an Int64")
    }
    return .string(text)
  }

  /// Returns the duration of a stored string: numbers with units, as in `1h30m`, or ISO 8601, as in `PT1H30M`.
  ///
  /// The units are `w`, which is 7 days, `d`, which is 24 hours, `h`, `m`, `s`, `ms`, `us` or `µs`, and `ns`, the largest first. A number without a
  /// unit is no duration.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Duration {
    guard case .string(let text) = stored, let value = Duration(text: text) else { throw stored.mismatch(Self.self) }
    return value
  }
}

/// Returns whether a type is not read from a text of JSON of an encoder, in which its own form is another value.
///
/// Swift encodes 45 seconds as `[2,8106511852580896768]`. A person who writes `[45,0]` means something else.
func isWrittenAsText(_ type: Any.Type) -> Bool {
  type == Duration.self || Composition(type).map { isWrittenAsText($0.part) } == true
}
