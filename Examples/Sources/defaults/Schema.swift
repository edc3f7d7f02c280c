import NamespacedDefaults

/// What a program has written about its keys: the result of `NamespaceAudit.schema()`.
struct Schema {
  private let keys: InMemoryStore

  init(file: String) throws {
    keys = InMemoryStore()
    try keys.import(Document.read(file), as: .json)
  }

  /// The sentence about a key.
  func description(ofKey name: String) -> String? {
    guard case .dictionary(let members) = keys.value(forKey: name), case .string(let text) = members["description"]
    else { return nil }
    return text
  }
}
