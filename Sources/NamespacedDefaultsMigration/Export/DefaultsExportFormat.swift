/// A format for the export of settings from a store and their import.
///
/// Both formats are a dictionary of values by their stored names. A value that has no form in a format is written as a
/// dictionary of one member:
///
/// | member | its value | stands for |
/// | --- | --- | --- |
/// | `$date` | a string: ISO 8601 with all digits of the second that it takes, as in `2026-11-22T12:48:02.6241012Z`; in the Gregorian calendar for all years; seconds since 2001-01-01T00:00:00Z for a year that has not four digits | a date in JSON; in a property list a date with a fraction of a second, before 15 October 1582 or after the year 4000 |
/// | `$json` | an object or an array | data in JSON that are the stored form of a `Codable`, byte for byte |
/// | `$data` | a string: Base64 | other data in JSON |
/// | `$double` | a string: the digits, `inf`, `-inf` or `nan` | −0.0; in JSON also infinities, NaN, and numbers of a magnitude of 2⁵³ or more |
/// | `$dictionary` | an array: the only name and its value | a dictionary that would be read as one of these; in a property list also one whose only name is `CF$UID`, which is Foundation's own |
public enum DefaultsExportFormat: Sendable, CaseIterable {
  /// An XML property list.
  ///
  /// Everything comes back equal. Import also reads the binary form of a property list. It refuses the old text form,
  /// which has nothing but strings.
  case propertyList
  /// JSON, indented and with sorted names.
  ///
  /// Everything comes back equal, except that a whole double comes back as an integer if its magnitude is less than
  /// 2⁵³. A key of a floating-point type reads it as the same number.
  case json
}
