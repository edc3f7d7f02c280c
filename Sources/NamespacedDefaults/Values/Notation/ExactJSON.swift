import NamespacedDefaultsFoundation

// JSON for places that keep single values where people read them, such as a column of a database.
extension PropertyListValue {
  /// The JSON from which exactly this value is made again.
  ///
  /// It has the notations of an export, and `$double` for a whole double too, which an export writes as an integer.
  ///
  /// - Throws: An error if more than 128 collections nest.
  package var exactJSON: String {
    get throws {
      try Self.checkDepth(depth - 1)
      return String(decoding: try encodeJSON(PropertyListTree(notation(for: .exactJSON))), as: UTF8.self)
    }
  }

  /// Creates a value from the text of ``exactJSON``.
  ///
  /// - Throws: An error for a text that stands for no value.
  package init(exactJSON text: String) throws {
    // Each level may have a notation around it, which is a dictionary and an array.
    self = try JSONReader.value(of: Data(text.utf8), depthLimit: 4 * Self.depthLimit).resolvingNotation()
  }
}
