/// What a migration does, or has done, step by step; printed as a list for a person to read.
public struct DefaultsMigrationPlan: Sendable, Equatable {
  /// One step.
  public struct Step: Sendable, Equatable, Identifiable {
    /// The step's id.
    public let id: String
    /// Whether it was done before, so that it has nothing more to do.
    public let wasDone: Bool
    /// What it changes in the store, in the order of the names.
    public let changes: [DefaultsChange]
    /// The names it removes from the store that it moves values from, sorted.
    public let removedFromSource: [String]
    /// What it leaves alone and why, in one sentence each.
    public let notes: [String]
  }

  /// All steps, in their order.
  public let steps: [Step]
}

extension DefaultsMigrationPlan: CustomStringConvertible {
  /// A numbered list of the steps, each with the changes it makes.
  public var description: String {
    steps.isEmpty ? "no steps" : zip(1..., steps).map { "\($0). \($1)" }.joined(separator: "\n")
  }
}

extension DefaultsMigrationPlan.Step: CustomStringConvertible {
  /// The id and one line for each change: `+` for a new value, `-` for one that goes, `~` for one that changes.
  public var description: String {
    let lines = changes.map(\.line) + removedFromSource.map { "- \($0.debugDescription) in the old store" } + notes
    if wasDone && lines.isEmpty { return "\(id): already done" }
    if lines.isEmpty { return "\(id): nothing to change" }
    return ([id] + lines.map { "   \($0)" }).joined(separator: "\n")
  }
}

extension DefaultsChange {
  fileprivate var line: String {
    let name = key.debugDescription
    return switch (oldValue, newValue) {
    case (let old?, let new?): "~ \(name): \(old.excerpt) → \(new.excerpt)"
    case (nil, let new?): "+ \(name): \(new.excerpt)"
    case (let old?, nil): "- \(name): \(old.excerpt)"
    case (nil, nil): "  \(name)"
    }
  }
}
