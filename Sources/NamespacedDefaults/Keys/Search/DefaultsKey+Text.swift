extension DefaultsKey {
  /// Returns the form that the key writes for the value of a text.
  ///
  /// - Throws: A ``DefaultsError`` that says what the key takes, in words that follow its name.
  package func storedForm(ofText text: String) throws -> PropertyListValue {
    let words = expectedWords(for: Value.self, rule: bridge.rule) + writtenForm(of: Value.self)
    var failure: DefaultsError?
    DecodingRemark.forget()
    do {
      let value = try decode(.string(text), filling: defaultValue)
      if DecodingRemark.take()?.kind == .invalidValue { throw DefaultsError(.invalidValue, "takes \(words)") }
      if let stored = try bridge.encode(value) { return stored }
    } catch {
      failure = error as? DefaultsError
    }
    guard let failure, failure.code == .typeMismatch else { throw DefaultsError(.invalidValue, "takes \(words)") }
    throw DefaultsError(.typeMismatch, remark(on: failure, about: .string(text)) ?? "takes \(words)")
  }

  /// Returns what an error adds: where in a value something is wrong, or what a bridge or a type of the program takes.
  private func remark(on error: DefaultsError, about form: PropertyListValue) -> String? {
    let own = form.mismatch(Value.self).message
    if error.message.hasPrefix(own + ",") {
      return
        "takes \(expectedWords(for: Value.self))\(writtenForm(of: Value.self))\(error.message.dropFirst(own.count))"
    }
    if error == form.mismatch(Value.self, rule: bridge.rule) { return nil }
    return error.message.replacing(", found \(form.kindAndSize)", with: "")
  }
}
