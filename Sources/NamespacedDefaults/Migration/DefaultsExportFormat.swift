/// A format in which settings leave a store and come back.
///
/// Both are a dictionary of values by their stored names. What a format has no form for is written as a dictionary of one
/// member:
///
/// | member | value | for |
/// | --- | --- | --- |
/// | `$date` | a text: ISO 8601 where that is exact, otherwise seconds since 2001-01-01T00:00:00Z | a date in JSON; in a property list one with a fraction of a second, or not of the years 1 to 4000 |
/// | `$json` | an object or an array | data in JSON that are what a `Codable` is stored as, byte for byte |
/// | `$data` | a text: Base64 | other data in JSON |
/// | `$double` | a text: the digits, `inf`, `-inf` or `nan` | −0.0; in JSON infinite ones, NaN, and whole ones from 2⁵³ up |
/// | `$dictionary` | an array: its only name and value | a dictionary that would be taken for one of these; in a property list also for Foundation's own `CF$UID` |
public enum DefaultsExportFormat: Sendable, CaseIterable {
  /// An XML property list, in which everything comes back equal; a text or a name that begins with U+FEFF, which its
  /// reader would drop, is refused.
  ///
  /// Import reads the binary and the old text form of a property list too.
  case propertyList
  /// JSON with sorted names and indented.
  ///
  /// Everything comes back equal but a whole double, which comes back as an integer; a key of a floating-point number
  /// reads it as the same number.
  case json
}
