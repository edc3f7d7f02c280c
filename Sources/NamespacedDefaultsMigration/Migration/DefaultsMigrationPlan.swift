public import NamespacedDefaults

/// The steps of a migration and what each of them does, or has done.
///
/// Print it to get a list that a person can read.
public struct DefaultsMigrationPlan: Sendable, Equatable {
  /// One step of the plan.
  public struct Step: Sendable, Equatable, Identifiable {
    /// The ID of the step.
    public let id: String
    /// Whether the step was done before, so that it has nothing more to do.
    package var wasDone = false
    /// The changes that the step makes in the store, in the order of the names.
    public internal(set) var changes: [DefaultsChange] = []
    /// The names that the step removes from the store from which it moves values, sorted.
    package var removedFromSource: [String] = []
    /// One sentence for each thing that the step leaves alone, with the reason.
    package var notes: [String] = []
  }

  /// The steps, in their order.
  public let steps: [Step]
}

extension DefaultsMigrationPlan: CustomStringConvertible {
  /// A numbered list of the steps, each with its changes.
  public var description: String {
    steps.isEmpty ? "no steps" : zip(1..., steps).map { "\($0). \($1)" }.joined(separator: "\n")
  }
}

extension DefaultsMigrationPlan.Step: CustomStringConvertible {
  /// The ID, and one line for each change.
  ///
  /// A line begins with `+` for a new value, `-` for a value that is removed, and `~` for one that changes. It has the
  /// kinds and sizes of the values and not the values, which ``changes`` has.
  public var description: String {
    let lines =
      changes.map(\.line) + removedFromSource.map { "- \($0.quoted) in the old store" } + notes.map(\.printable)
    if wasDone && lines.isEmpty { return "\(id.printable): already done" }
    if lines.isEmpty { return "\(id.printable): nothing to change" }
    return ([id.printable] + lines.map { "   \($0)" }).joined(separator: "\n")
  }
}

extension DefaultsChange {
  fileprivate var line: String {
    let name = key.quoted
    return switch (oldValue, newValue) {
    case (let old?, let new?): "~ \(name): \(old.kindAndSize) → \(new.kindAndSize)"
    case (nil, let new?): "+ \(name): \(new.kindAndSize)"
    case (let old?, nil): "- \(name): \(old.kindAndSize)"
    case (nil, nil): "  \(name)"
    }
  }
}
