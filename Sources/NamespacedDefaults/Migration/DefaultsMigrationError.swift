/// A migration step that could not be done: the steps before it are, it and those after it are not.
///
/// The store is as the step found it, and the next call begins with the step again. Only where a move between two stores
/// fails to clear its source are the values in both; the next call then finishes it.
public struct DefaultsMigrationError: Error, Sendable {
  /// The step's id.
  public let step: String
  /// What happened: a ``Reason-swift.enum``, or what the step or the store threw.
  public let reason: any Error

  /// What can be wrong with a step itself.
  public enum Reason: Error, Sendable, Equatable {
    /// Another value is stored under the new name, and nobody said which wins.
    case conflict(name: String, existing: PropertyListValue, incoming: PropertyListValue)
    /// Two steps of the list share one id, so that the second would never be done.
    case repeatedID
  }
}

extension DefaultsMigrationError: CustomStringConvertible {
  /// One sentence a person can act on.
  public var description: String { "migration step \(step.debugDescription) was not done: \(reason)" }
}

extension DefaultsMigrationError.Reason: CustomStringConvertible {
  /// One sentence a person can act on.
  public var description: String {
    switch self {
    case .conflict(let name, let existing, let incoming):
      """
      \(name.debugDescription) already has the value \(existing.excerpt), which \(incoming.excerpt) would replace; say \
      which wins with onConflict: .keepExisting or .replace
      """
    case .repeatedID: "another step of the list has the same id; give one of them an id of its own"
    }
  }
}

/// Wraps what kept a source from being cleared, for that alone leaves something done.
struct SourceNotCleared: Error, CustomStringConvertible {
  let error: any Error

  var description: String {
    "its values are in the new store and still in the old one too, from which they could not be removed: \(error)"
  }
}
