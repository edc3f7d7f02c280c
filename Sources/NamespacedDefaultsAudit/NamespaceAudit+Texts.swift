public import NamespacedDefaults

import NamespacedDefaultsFoundation

extension NamespaceAudit {
  /// Returns the text of a value, from which ``parse(_:forKey:)`` makes the same value.
  ///
  /// ```swift
  /// try audit.text(.string("5s"), forKey: "http.timeout")  // 5s
  /// try audit.text([80, 443], forKey: "Server.ports")  // 80,443
  /// ```
  ///
  /// It is what a person writes in a variable, in an argument or as a file of a directory: numbers, Booleans and strings as
  /// such, dates in ISO 8601, lists of such values as `a,b,c`, data in Base64, and all other values as JSON. Use it to print
  /// a value: ``DeclaredKey/read()`` gives the one that counts.
  ///
  /// - Parameters:
  ///   - value: The stored form.
  ///   - name: The stored name. The first key in ``keys`` that has it counts.
  /// - Returns: The text. It is the value of a secret too.
  /// - Throws: `DefaultsError.Code.invalidValue` for a name that no key has, and the error of a value that the key cannot
  ///   read or that has no text.
  public func text(_ value: PropertyListValue, forKey name: String) throws -> String {
    let key = try key(named: name)
    return try DefaultsError.naming(name) { try key.text(of: key.decode(value) ?? value) }
  }

  /// Returns the value that a declared key stores for a text that a person has typed.
  ///
  /// ```swift
  /// // The result is .integer(3).
  /// let workers = try audit.parse("3", forKey: "Server.workers")
  /// try Defaults.store.set(workers, forKey: "Server.workers")
  /// ```
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
  ///   takes debug, info or warning". A member of an object that its type does not have is an error with its name and
  ///   the nearest that the type has. The code is `DefaultsError.Code.typeMismatch` for a text that is no such value,
  ///   and `DefaultsError.Code.invalidValue` for one that the rule of the key refuses or would correct, for such a
  ///   member, and for a name that no key has. If another key of the name cannot read the result, its error is thrown.
  public func parse(_ text: String, forKey name: String) throws -> PropertyListValue {
    let key = try key(named: name)
    let form = try DefaultsError.naming(name) {
      let form = try key.parse(text)
      try validate(form, forKey: name)
      return form
    }
    // Else it would be dropped without a word.
    if let member = key.unknownMembers(.string(text)).first { throw DefaultsError(.invalidValue, member.sentence) }
    return form
  }

  /// Returns the declared key of a name.
  ///
  /// - Parameter name: The stored name.
  /// - Returns: The first key in ``keys`` that has it.
  /// - Throws: `DefaultsError.Code.invalidValue` for a name that no key has.
  public func key(named name: String) throws -> DeclaredKey {
    if let key = keys.first(where: { $0.name == name }) { return key }
    throw DefaultsError(.invalidValue, "there is no setting \(name.quoted)")
  }
}

extension DeclaredKey {
  /// Returns the plainest text that is read as a value, among those that serve.
  func text(of value: PropertyListValue, where serves: (String) -> Bool = { _ in true }) throws -> String {
    let texts: [String?]
    switch value {
    case .double: texts = [value.description]
    case .string(let text): texts = [text, jsonString(text)]
    case .date(let date): texts = [value.description, date.timeIntervalSinceReferenceDate.description]
    case .data(let data):
      texts = [data.storedJSON?.plainJSON(), String(validating: data, as: UTF8.self), data.base64EncodedString()]
    case .array(let elements): texts = [list(of: elements), value.plainJSON(), value.plainJSON(opensData: true)]
    default: texts = [value.plainJSON(), value.plainJSON(opensData: true)]
    }
    // A type may read one form in several ways, as a bridge of the program's own does.
    if let text = texts.compactMap(\.self).first(where: { serves($0) && (try? parse($0)) == value }) { return text }
    throw DefaultsError(.unencodableValue, "has a value that no text stands for, \(value.kindAndSize)")
  }

  /// Returns elements without parts as `a,b,c`, those with a comma, a quotation mark or blanks at an end in quotation marks.
  private func list(of elements: [PropertyListValue]) -> String? {
    let texts = elements.map { element -> String? in
      guard case .string(let text) = element else {
        return element.array == nil && element.dictionary == nil ? element.plainJSON() : nil
      }
      let isPlain = !text.isEmpty && text.first?.isWhitespace == false && text.last?.isWhitespace == false
      return isPlain && !text.contains { ",\"".contains($0) || $0.isNewline } ? text : jsonString(text)
    }
    return texts.contains(nil) ? nil : texts.compactMap(\.self).joined(separator: ",")
  }
}
