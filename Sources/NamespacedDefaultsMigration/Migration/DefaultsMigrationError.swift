import NamespacedDefaults

public import NamespacedDefaultsFoundation

/// An error of a migration step that could not be done.
///
/// The steps before it are done; the step itself and those after it are not. The store is as the step found it, and the
/// next call begins with the step. There is one exception: if a move between two stores cannot clear its source, the
/// values are in both stores, the steps after it are done too, and the next call finishes the step. With
/// ``Code/repeatedID`` the list is refused before its first step.
public struct DefaultsMigrationError: Error, Sendable {
  /// The kind of an error.
  ///
  /// A later version may add more codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name.
    public let rawValue: String

    /// Creates a code by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Another value is stored under the new name, and no policy names the winner.
    ///
    /// The reason says which name it is.
    public static let conflict = Code(rawValue: "conflict")
    /// Two steps of the list share one ID, so that the second would never be done.
    public static let repeatedID = Code(rawValue: "repeatedID")
    /// The values are in the new store and still in the old one.
    public static let sourceNotCleared = Code(rawValue: "sourceNotCleared")
    /// The step or the store threw an error, which is the reason.
    public static let failedStep = Code(rawValue: "failedStep")
  }

  /// The code of the error, by which a program can decide what to do.
  public let code: Code
  /// The ID of the step.
  public let step: String
  /// The error that the step or the store threw; `nil` if the list itself is wrong.
  public let reason: (any Error)?
}

extension DefaultsMigrationError {
  init(step: String, reason: any Error) {
    switch reason {
    case is MigrationConflict: self.init(code: .conflict, step: step, reason: reason)
    case let reason as SourceNotCleared: self.init(code: .sourceNotCleared, step: step, reason: reason.error)
    default: self.init(code: .failedStep, step: step, reason: reason)
    }
  }
}

extension DefaultsMigrationError: CustomStringConvertible {
  /// One sentence on which a person can act.
  public var description: String {
    "migration step \(step.debugDescription) was not done: \(explanation)".printableMessage
  }

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

/// The error of two values that a migration step would store under one name.
struct MigrationConflict: Error, CustomStringConvertible {
  let description: String
}

/// An error that kept a source from being cleared; only this error leaves a part of a step done.
struct SourceNotCleared: Error {
  let error: any Error
}

extension DefaultsMigrationError: LocalizedError {
  /// The description, which `localizedDescription` returns too.
  public var errorDescription: String? { description }
}
