import NamespacedDefaults
import NamespacedDefaultsMigration

/// What a program has written about its keys: the result of `NamespaceAudit.schema()`.
struct Schema {
  private let members: InMemoryStore

  init(file: String) throws {
    members = InMemoryStore()
    try members.import(Document.read(file), as: .json)
  }

  /// The declared names.
  var keys: [String] { members.keys() }

  /// The default value of a key.
  func defaultValue(ofKey name: String) -> PropertyListValue? {
    guard case .dictionary(let members) = members.value(forKey: name) else { return nil }
    return members["default"]
  }

  /// The sentence about a key.
  func description(ofKey name: String) -> String? {
    guard case .dictionary(let members) = members.value(forKey: name), case .string(let text) = members["description"]
    else { return nil }
    return text
  }
}
