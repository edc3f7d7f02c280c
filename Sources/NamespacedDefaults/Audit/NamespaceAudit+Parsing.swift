extension NamespaceAudit {
  /// Returns the value that a declared key stores for a text that a person has typed.
  ///
  ///     let workers = try audit.parse("3", forKey: "Server.workers")  // .integer(3)
  ///     try Defaults.store.set(workers, forKey: "Server.workers")
  ///
  /// The text is read as a launch argument is: numbers, Booleans, URLs and raw values as such, dates in ISO 8601, data in
  /// Base64 or as `<0fbd77>`, and all other values as JSON or as a property list. The result has the form that the key
  /// itself writes. It is not stored. A key of an `ObjectKey` without a default takes every text as it is.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The stored name. If several keys have it, the first one in ``keys`` reads the text, and all must be able
  ///     to read the result.
  /// - Returns: The stored form.
  /// - Throws: A ``DefaultsError`` for people, which has the name and what the key takes, and never the text: "log.level
  ///   takes debug, info or warning". Its code is ``DefaultsError/Code/typeMismatch`` for a text that is no such value,
  ///   and ``DefaultsError/Code/invalidValue`` for one that the rule of the key refuses or would correct, and for a name
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

extension DefaultsKey {
  /// Returns the form that the key writes for the value of a text.
  ///
  /// - Throws: A ``DefaultsError`` that says what the key takes, in words that follow its name.
  func storedForm(ofText text: String) throws -> PropertyListValue {
    let words = expectedWords(for: Value.self, rule: bridge.rule) + writtenForm(of: Value.self)
    var failure: (any Error)?
    DecodingRemark.forget()
    do {
      let value = try decode(.string(text), filling: defaultValue)
      if DecodingRemark.take()?.kind == .invalidValue { throw DefaultsError(.invalidValue, "takes \(words)") }
      if let stored = try bridge.encode(value) { return stored }
    } catch {
      failure = error
    }
    throw DefaultsError(
      (failure as? DefaultsError)?.code == .typeMismatch ? .typeMismatch : .invalidValue,
      remark(on: failure, about: .string(text)) ?? "takes \(words)"
    )
  }

  /// Returns what an error adds: where in a value something is wrong, or what a bridge or a type of the program takes.
  private func remark(on error: (any Error)?, about form: PropertyListValue) -> String? {
    guard let error = error as? DefaultsError, error.code == .typeMismatch else { return nil }
    let own = form.mismatch(Value.self).message
    if error.message.hasPrefix(own + ",") {
      return
        "takes \(expectedWords(for: Value.self))\(writtenForm(of: Value.self))\(error.message.dropFirst(own.count))"
    }
    if error == form.mismatch(Value.self, rule: bridge.rule) { return nil }
    return error.message.replacing(", found \(form.kindAndSize)", with: "")
  }
}
