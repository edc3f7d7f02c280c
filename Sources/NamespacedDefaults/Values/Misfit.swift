import NamespacedDefaultsFoundation

/// The part of a value that does not fit: what is taken there, where it is, and what is there.
///
/// A message has the kind of what is there, and no name that is data; that of a key that is not secret has both. No mirror
/// shows them either, as `dump` does.
final class Misfit: Sendable, CustomReflectable {
  /// The beginning of a message for what is an object in JSON, before the type.
  static let takesObject = "takes an object"

  /// The beginning of the message, such as `takes a whole number` or `lacks port`.
  let lead: String
  /// The place in the value.
  let path: [any CodingKey]
  /// What is there; `nil` if the beginning says it.
  let found: PropertyListValue?
  /// What an error of the program's own says, which may quote the value.
  let reason: String?

  init(_ lead: String, at path: [any CodingKey] = [], found: PropertyListValue? = nil, reason: String? = nil) {
    (self.lead, self.path, self.found, self.reason) = (lead, path, found, reason)
  }

  var customMirror: Mirror { Mirror(self, children: []) }

  /// Whether it says more than that the whole value is another one.
  var isOfPart: Bool { !path.isEmpty || found == nil }

  fileprivate var place: String { path.isEmpty ? "" : " at \(path.written)" }

  /// The sentence for everybody.
  fileprivate func sentence(_ code: DefaultsError.Code) -> String {
    let place = path.isDeclared ? place : " in \(path.declaredPlace)"
    guard let found else { return lead + place }
    let isOpposite =
      lead.hasPrefix("takes a whole number") && found.kind == "an integer"
      || lead.hasPrefix("takes a number") && found.isNumber
    return "\(lead)\(place), found \(found.kindAndSize)\(code == .invalidValue || isOpposite ? notAllowed : "")"
  }

  /// The sentence for who may see the value.
  ///
  /// - Parameters:
  ///   - code: The code of the error.
  ///   - example: A value of the whole in JSON, in place of the name of its type.
  ///   - showsFound: Whether it says what is there.
  /// - Returns: The sentence.
  fileprivate func sentence(_ code: DefaultsError.Code, example: String?, showsFound: Bool) -> String {
    let isObject = path.isEmpty && lead.hasPrefix(Self.takesObject)
    let lead = isObject ? example.map { "\(Self.takesObject) such as \($0)" } ?? lead : lead
    guard showsFound, let found else { return lead + place }
    let end = reason.map { ": \($0)" } ?? ""
    let value = found.shortText ?? found.kindAndSize
    return "\(lead)\(place), found \(value)\(code == .invalidValue ? notAllowed : "")\(end)"
  }
}

private let notAllowed = ", which is not allowed"

extension DefaultsError {
  /// What does not fit in the value.
  var misfit: Misfit? {
    get { detail as? Misfit }
    set { detail = newValue }
  }

  /// Returns the result of a function, whose errors about a value begin with its place, if that is known, and the name of its
  /// setting.
  ///
  /// The place is asked for with the path of the part that does not fit.
  package static func naming<Result>(
    _ name: String,
    at place: ([any CodingKey]) -> String? = { _ in nil },
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch var error as DefaultsError where error.isOfValue {
      let words = place(error.misfit?.path ?? []).map { "\($0): " } ?? ""
      error.message = "\(words)\(name) \(error.message)".printableMessage
      error.misfit = nil
      throw error
    }
  }

  /// Creates the error of a value from whatever kept it from being decoded, as code of the program's own.
  init(_ error: any Error, decoding type: Any.Type, from stored: PropertyListValue, rule: String? = nil) {
    switch error {
    case let error as DefaultsError:
      self = error
      misfit = misfit ?? Misfit(message)
    case let error as DecodingError: self.init(error, decoding: type, from: stored)
    default:
      let words = expectedWords(for: type, rule: rule)
      let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      let code: Code = error is Refusal ? .typeMismatch : .invalidValue
      self.init(code, Misfit("takes \(words)", found: stored, reason: reason))
    }
  }

  init(_ code: Code, _ misfit: Misfit) {
    self.init(code, misfit.sentence(code))
    self.misfit = misfit
  }

  /// Whether the error is about a value, and not about a store.
  var isOfValue: Bool { code == .typeMismatch || code == .invalidValue || misfit != nil }

  /// Returns the error of a part of a value as one of the whole.
  func under(_ key: any CodingKey) -> Self {
    let part = misfit ?? Misfit(message)
    return Self(code, Misfit(part.lead, at: [key] + part.path, found: part.found, reason: part.reason))
  }

  /// Returns the error for who may see the value, which says what is there.
  func quoting(example: String?, showsFound: Bool = true) -> Self {
    guard let misfit else { return self }
    var error = self
    error.message = misfit.sentence(code, example: example, showsFound: showsFound).printableMessage
    return error
  }

  /// Returns the error without what is there.
  func withoutFound() -> Self {
    guard let misfit else { return self }
    return Self(code, Misfit(misfit.lead, at: misfit.path))
  }

  /// Returns the error about a secret, in which the value is not in memory either.
  func hidingFound() -> Self {
    guard let misfit else { return self }
    var error = self
    error.misfit = Misfit(misfit.lead, at: misfit.path)
    return error
  }
}

extension CodingKey {
  /// The index of an element; `nil` for the name of a member.
  package var index: Int? { intValue.flatMap { stringValue == "Index \($0)" ? $0 : nil } }

  /// Whether a key is no data: an index, or a case of an enum, as compilers make them of a type's properties.
  var isDeclared: Bool {
    let mirror = Mirror(reflecting: self)
    return index != nil || mirror.displayStyle == .enum && mirror.children.isEmpty
  }
}

extension Collection<any CodingKey> {
  /// The place in a value, such as `items[2].name`.
  fileprivate var written: String {
    reduce(into: "") { place, key in
      place += key.index.map { "[\($0)]" } ?? (place.isEmpty ? "" : ".") + key.stringValue
    }
  }

  var isDeclared: Bool { allSatisfy(\.isDeclared) }

  /// The place without a name that is data.
  var declaredPlace: String {
    let declared = prefix(while: \.isDeclared)
    if declared.count == count { return declared.written }
    return declared.isEmpty ? "a member" : "a member of \(declared.written)"
  }
}
