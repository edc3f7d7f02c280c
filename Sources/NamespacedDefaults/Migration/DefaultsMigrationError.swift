/// The error of a migration step that could not be done: the steps before it are done, it and those after it are not.
///
/// The store is as the step found it, and the next call begins with the step again. There is one exception: where a move
/// between two stores fails to clear its source, the values are in both, and the next call finishes the step.
public struct DefaultsMigrationError: Error, Sendable {
  /// The kind of an error.
  ///
  /// More of them may come with a later version.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name.
    public let rawValue: String

    /// Creates a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Another value is stored under the new name, and no policy says which wins; the reason is a
    /// ``DefaultsMigrationConflict``.
    public static let conflict = Code(rawValue: "conflict")
    /// Two steps of the list share one id, so that the second would never be done.
    public static let repeatedID = Code(rawValue: "repeatedID")
    /// The values are in the new store and still in the old one too.
    public static let sourceNotCleared = Code(rawValue: "sourceNotCleared")
    /// The step, or the store, has thrown the reason.
    public static let failedStep = Code(rawValue: "failedStep")
  }

  /// What went wrong, to decide by.
  public let code: Code
  /// The step's id.
  public let step: String
  /// What the step or the store threw; `nil` where the list itself is wrong.
  public let reason: (any Error)?

  init(_ code: Code, step: String, reason: (any Error)? = nil) {
    self.code = code
    self.step = step
    self.reason = reason
  }

  init(step: String, reason: any Error) {
    switch reason {
    case is DefaultsMigrationConflict: self.init(.conflict, step: step, reason: reason)
    case let reason as SourceNotCleared: self.init(.sourceNotCleared, step: step, reason: reason.error)
    default: self.init(.failedStep, step: step, reason: reason)
    }
  }
}

extension DefaultsMigrationError: CustomStringConvertible {
  /// One sentence a person can act on.
  public var description: String { "migration step \(step.debugDescription) was not done: \(explanation)" }

  private var explanation: String {
    let reason = reason.map { "\($0)" } ?? ""
    return switch code {
    case .repeatedID: "another step of the list has the same id; give one of them an id of its own"
    case .sourceNotCleared:
      "its values are in the new store and still in the old one too, from which they could not be removed: \(reason)"
    default: reason
    }
  }
}

/// Two values that a migration step would store under one name.
public struct DefaultsMigrationConflict: Error, Sendable, Equatable {
  /// The new name.
  public let name: String
  /// The value that is stored there.
  public let existing: PropertyListValue
  /// The value that would move there.
  public let incoming: PropertyListValue
}

extension DefaultsMigrationConflict: CustomStringConvertible {
  /// One sentence a person can act on; it has the kinds and sizes of the values and not the values.
  public var description: String {
    """
    \(name.debugDescription) already holds \(existing.kindAndSize), which \(incoming.kindAndSize) would replace; say \
    which wins with onConflict: .keepExisting or .replace
    """
  }
}

/// An error that kept a source from being cleared, which alone leaves something done.
struct SourceNotCleared: Error {
  let error: any Error
}
