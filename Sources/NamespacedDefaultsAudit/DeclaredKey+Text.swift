public import NamespacedDefaults

import NamespacedDefaultsFoundation

extension NamespaceAudit {
  /// Returns the text of a value, from which ``parse(_:forKey:)`` makes the same value.
  ///
  ///     try audit.text(.string("5s"), forKey: "http.timeout")  // 5s
  ///     try audit.text([80, 443], forKey: "Server.ports")  // 80,443
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
    guard let key = keys.first(where: { $0.name == name }) else {
      throw DefaultsError(.invalidValue, "there is no setting \(name.quoted)")
    }
    return try DefaultsError.naming(name) {
      try key.text(of: key.decode(value) ?? value)
    }
  }
}

extension DeclaredKey {
  /// Returns the plainest text that is read as a value, among those that serve.
  func text(of value: PropertyListValue, where serves: (String) -> Bool = { _ in true }) throws -> String {
    let texts: [String?]
    switch value {
    // The digits of a `Float` are fewer than those of the double that it is stored as.
    case .double(let number): texts = [Float(number).description, value.description]
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

extension DefaultsKey {
  /// Returns the arguments that give the setting a value for one run, as for a test of a user interface or a scheme.
  ///
  ///     app.launchArguments += try DefaultsKeys.launchCount.launchArguments(for: 3)  // -launchCount 3
  ///       + Account.key(.isUserLoggedIn).launchArguments(for: true)
  ///
  /// - Parameter value: The value.
  /// - Returns: The name with a dash before it, and the text of the value; nothing for `nil`, which no argument gives.
  /// - Throws: The error of a value that cannot be stored, breaks the rule of the key, or has no text that does not look like
  ///   the name of another argument.
  /// - Precondition: The key is not one of a member.
  public func launchArguments(for value: Value) throws -> [String] {
    guard let key = declared(as: nil) else { preconditionFailure("a member has no argument of its own") }
    guard let form = try bridge.encode(value) else { return [] }
    // What begins with a dash is the name of another argument.
    return ["-\(name)", try key.text(of: form) { LaunchArguments(["-\(name)", $0]).texts[name] == $0 }]
  }
}
