public import NamespacedDefaults

extension NamespaceAudit {
  /// Returns the value that a declared key stores for a text that a person has typed.
  ///
  ///     let workers = try audit.parse("3", forKey: "Server.workers")  // .integer(3)
  ///     try Defaults.store.set(workers, forKey: "Server.workers")
  ///
  /// The text is read as a launch argument is: numbers, Booleans, URLs and raw values as such, dates in ISO 8601,
  /// durations as `45s` or `1h30m`, data in Base64 or as `<0fbd77>`, lists as `a,b,c`, and all other values as JSON or as a
  /// property list. The result has the form that the key
  /// itself writes. It is not stored. A key of an `ObjectKey` without a default takes every text as it is.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The stored name. If several keys have it, the first one in ``keys`` reads the text, and all must be able
  ///     to read the result.
  /// - Returns: The stored form.
  /// - Throws: A `DefaultsError` for people, which has the name and what the key takes, and never the text: "log.level
  ///   takes debug, info or warning". Its code is `DefaultsError.Code.typeMismatch` for a text that is no such value,
  ///   and `DefaultsError.Code.invalidValue` for one that the rule of the key refuses or would correct, and for a name
  ///   that no key has. If another key of the name cannot read the result, its error is thrown.
  public func parse(_ text: String, forKey name: String) throws -> PropertyListValue {
    guard let key = keys.first(where: { $0.name == name }) else {
      throw DefaultsError(.invalidValue, "there is no setting \(name.quoted)")
    }
    return try DefaultsError.naming(name) {
      let form = try key.parse(text)
      try validate(form, forKey: name)
      return form
    }
  }
}
