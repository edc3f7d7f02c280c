extension DefaultsKey {
  /// Returns the form that the key writes for the value of a text.
  ///
  /// - Throws: A ``DefaultsError`` that says what the key takes, and where, in words that follow its name.
  package func storedForm(ofText text: String) throws -> PropertyListValue {
    DecodingRemark.forget()
    do {
      let value = try decode(.string(text), filling: defaultValue)
      if DecodingRemark.take()?.kind != .invalidValue, let stored = try bridge.encode(value) { return stored }
    } catch let error as DefaultsError where error.misfit != nil {
      throw describing(error, showsFound: false)
    }
    let words = expectedWords(for: Value.self, rule: bridge.rule, isText: true)
    throw DefaultsError(.invalidValue, "takes \(words)")
  }
}
