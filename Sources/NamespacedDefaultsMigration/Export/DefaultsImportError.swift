import NamespacedDefaults

public import NamespacedDefaultsFoundation

/// An error of an import that was refused.
///
/// Nothing was imported.
public struct DefaultsImportError: Error, Sendable, Equatable {
  /// The reasons why values were refused, by their names; empty if the data as a whole are refused.
  public let reasons: [String: String]
  private let message: String

  static func malformed(_ reason: String) -> Self {
    Self(reasons: [:], message: "nothing was imported: \(reason)".printableMessage)
  }

  /// Returns the error of settings without a record of steps.
  static func unrecorded(_ done: Set<String>) -> Self {
    .malformed(
      """
      the store has done \(named(done)), and nothing says whether these settings have been through it too; say whether \
      they are migrated or unmigrated
      """
    )
  }

  /// Returns the error of settings that have not been through some steps, or of a store that has not done some of theirs.
  static func otherSteps(missing: Set<String>, unknown: Set<String>) -> Self {
    let missing = missing.isEmpty ? nil : "these settings have not been through \(named(missing)) of the store"
    let unknown = unknown.isEmpty ? nil : "the store has not done \(named(unknown)) of these settings"
    let sentences = [missing, unknown].compactMap(\.self).joined(separator: ", and ")
    return .malformed("\(sentences); import them with all steps of the program, into a store that it has migrated")
  }

  /// Returns the error of a step that takes values from another store.
  static func unrepeatable(_ step: String) -> Self {
    .malformed("these settings have not been through \(named([step])), which takes values from another store")
  }

  private static func named(_ steps: Set<String>) -> String {
    let names = steps.sorted().map(\.debugDescription)
    guard names.count > 1 else { return "the migration step \(names.joined())" }
    return "the migration steps \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
  }

  static func refused(_ reasons: [String: String]) -> Self {
    let lines = reasons.sorted { $0.key < $1.key }.map { "  \($0.key.debugDescription): \($0.value)".printableMessage }
    let message = (["nothing was imported, because of"] + lines).joined(separator: "\n")
    return Self(reasons: reasons, message: message)
  }
}

extension DefaultsImportError: CustomStringConvertible {
  /// One sentence, or a line for each refused value in the order of the names.
  public var description: String { message }
}

extension DefaultsImportError: LocalizedError {
  /// The description, which `localizedDescription` returns too.
  public var errorDescription: String? { description }
}
