import NamespacedDefaultsFoundation

/// A rule for the values of a key.
///
/// ```swift
/// static let columns = DefaultsKey("columns", defaultValue: 4)
///   .validating(.clamped(to: 1...12))
/// static let title = DefaultsKey("title", defaultValue: "New")
///   .validating(.notEmpty)
///
/// extension DefaultsValidation<String> {
///   static var notEmpty: Self {
///     Self("not empty") { title in
///       if title.isEmpty { throw InvalidTitle() }
///       return title
///     }
///   }
/// }
/// ```
///
/// A value that breaks the rule is corrected or refused. That holds for values that are written, and for those that are
/// stored, registered, imported or given as a launch argument. A stored value that is corrected is reported as
/// ``DefaultsProblem/Kind/invalidValue``, and stays stored as it is. One that is refused is reported as a value that does
/// not decode, and the default is read. The default itself is not checked.
public struct DefaultsValidation<Value: Sendable>: _NonisolatedExtensions {
  /// A few words about the allowed values, such as `1...12`.
  let rule: String
  /// The bounds of a range, the lower and the upper one; `nil` of another rule.
  fileprivate var bounds: (Value, Value)? = nil
  /// The function that returns a value, corrected if need be.
  let validate: @Sendable (Value) throws -> Value

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - rule: A few words about the allowed values, which audits and errors show. The rule `1...12` reads "from 1 to 12"
  ///     in an error, and other words stand in parentheses.
  ///   - validate: A function that returns an allowed value as it is and corrects another one, or throws to refuse it.
  public init(_ rule: String, validate: @escaping @Sendable (Value) throws -> Value) {
    self.rule = rule
    self.validate = validate
  }
}

extension DefaultsValidation where Value: Comparable {
  /// Returns the rule of a range whose nearer bound replaces a value outside.
  ///
  /// NaN has no nearer bound, and is refused.
  ///
  /// - Parameter range: The allowed values.
  /// - Returns: The rule.
  public static func clamped(to range: ClosedRange<Value>) -> Self {
    Self(range) {
      guard $0 == $0 else { throw try refusal(of: $0, range) }
      return min(max($0, range.lowerBound), range.upperBound)
    }
  }

  /// Returns the rule of a range outside of which a value is refused.
  ///
  /// - Parameter range: The allowed values.
  /// - Returns: The rule.
  public static func within(_ range: ClosedRange<Value>) -> Self {
    Self(range) {
      guard range.contains($0) else { throw try refusal(of: $0, range) }
      return $0
    }
  }

  private static func refusal(of value: Value, _ range: ClosedRange<Value>) throws -> DefaultsError {
    let found = try (value as? any DefaultsSerializable)?.propertyListValue()
    let words = expectedWords(for: Value.self, rule: words(for: range))
    return DefaultsError(.invalidValue, Misfit("takes \(words)", found: found))
  }

  /// Returns the bounds as people write them, such as `1s...1h`.
  private static func words(for range: ClosedRange<Value>) -> String {
    func words(for bound: Value) -> String {
      (bound as? Duration)?.text ?? (bound as? Date)?.iso8601Text ?? "\(bound)"
    }
    return "\(words(for: range.lowerBound))...\(words(for: range.upperBound))"
  }

  private init(_ range: ClosedRange<Value>, validate: @escaping @Sendable (Value) throws -> Value) {
    self.init(Self.words(for: range), validate: validate)
    bounds = (range.lowerBound, range.upperBound)
  }
}

extension DefaultsValidation {
  /// The same rule for values that are not `nil`.
  var optional: DefaultsValidation<Value?> {
    var optional = DefaultsValidation<Value?>(rule) { try $0.map(validate) }
    optional.bounds = bounds.map { ($0, $1) }
    return optional
  }
}

extension DefaultsBridge {
  /// Returns the same format for values that meet a rule.
  package func validating(_ validation: DefaultsValidation<Value>) -> Self {
    let rules = rule.map { "\($0), \(validation.rule)" } ?? validation.rule
    var bridge = Self {
      try encode(validation.validate($0))
    } decode: { stored in
      let value: Value
      do {
        value = try decode(stored)
      } catch let error as DefaultsError where error == stored.mismatch(Value.self, rule: rule) {
        throw stored.mismatch(Value.self, rule: rules)
      }
      let allowed = try validation.validate(value)
      // Compared in their stored form, because values need not be Equatable.
      if try encode(value) != encode(allowed) {
        let misfit = Misfit("takes \(expectedWords(for: Value.self, rule: validation.rule))", found: stored)
        DecodingRemark(kind: .invalidValue, error: DefaultsError(.invalidValue, misfit)).leave()
      }
      return allowed
    }
    bridge.validity = Validity(rules, format: format) {
      bounds + (validation.bounds.map { [[$0, $1].map { try? encode($0) }] } ?? [])
    } allows: { value in
      guard validity?.allows(value) != false, let allowed = try? validation.validate(value) else { return false }
      return (try? encode(value) == encode(allowed)) == true
    } decode: {
      try (validity?.decode ?? decode)($0)
    }
    return bridge
  }
}
