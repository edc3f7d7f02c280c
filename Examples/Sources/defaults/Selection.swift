import NamespacedDefaults

/// A key or a namespace, as a person names it: `Account`, `Account.` for the namespace, or `Account.*` for the namespace
/// with those of instances, such as `Account.7`.
struct Selection {
  /// The namespace, without what may stand at its end.
  let namespace: String
  /// Whether the namespaces that begin with this one and a dot are meant too.
  let includesNested: Bool
  private let name: String

  init(name: String) {
    self.name = name
    includesNested = name.hasSuffix(".*")
    namespace = includesNested ? String(name.dropLast(2)) : name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  /// Whether a stored name is the key, or in the namespace.
  func includes(_ key: String) -> Bool {
    key == name || isNamespace(of: key)
  }

  /// Whether a stored name belongs to the namespace.
  func isNamespace(of key: String) -> Bool {
    let prefix = namespace + "."
    guard key.utf8.starts(with: prefix.utf8) else { return false }
    return includesNested || !key.utf8.dropFirst(prefix.utf8.count).contains(UInt8(ascii: "."))
  }
}

extension DefaultsStore {
  /// The stored names of a namespace, or all, sorted.
  ///
  /// - Throws: ``NotFound`` where a namespace has none.
  func names(in namespace: String?) throws -> [String] {
    guard let namespace else { return try keys().sorted() }
    let selection = Selection(name: namespace)
    let all = try keys()
    let names = all.filter(selection.isNamespace).sorted()
    guard names.isEmpty else { return names }
    let whole = Selection(name: selection.namespace + ".*")
    guard let nested = all.filter(whole.isNamespace).min() else { throw notFound("key or namespace", namespace) }
    throw NotFound(
      description: """
        There is nothing in the namespace \"\(selection.namespace.printable)\" itself, but in those inside it, such as \
        \"\(nested.printable)\". Did you mean \"\(selection.namespace.printable).*\"?
        """
    )
  }

  /// The stored names that a key or a namespace means: the key's, if there is one, otherwise the namespace's.
  func names(selectedBy name: String?) throws -> [String] {
    guard let name else { return try names(in: nil) }
    return try keyValue(name) == nil ? names(in: name) : [name]
  }

  /// The value of a name that means a key, or `nil` where it means a namespace, or nothing.
  func keyValue(_ name: String) throws -> PropertyListValue? {
    guard let value = try value(forKey: name) else { return nil }
    // In a JSON file a namespace is an object, and the store can read it as one.
    guard case .dictionary = value else { return value }
    let keys = try keys()
    return keys.contains(name) || !keys.contains(where: Selection(name: name).isNamespace) ? value : nil
  }

  /// The stored values of some names, but those that another process has removed meanwhile.
  func entries(_ names: [String]) throws -> [Entry] {
    try names.compactMap { name in try value(forKey: name).map { Entry(key: name, value: $0) } }
  }

  func values(_ names: [String]) throws -> [String: PropertyListValue] {
    try entries(names).reduce(into: [:]) { $0[$1.key] = $1.value }
  }

  /// The stored names, and the namespaces that they are in, each of them sorted.
  func names() throws -> (keys: [String], namespaces: [String]) {
    let keys = try keys().sorted()
    var namespaces: Set<String> = []
    for key in keys {
      for (index, character) in zip(key.indices, key) where character == "." {
        namespaces.insert(String(key[..<index]))
      }
    }
    return (keys, namespaces.filter { !$0.isEmpty }.sorted())
  }

  /// The error that names what is not there, and what was most likely meant.
  ///
  /// - Parameters:
  ///   - kind: What the name is to be, `key` or `key or namespace`.
  ///   - name: The name.
  ///   - declared: Names that are known though there is no value.
  /// - Returns: The error.
  func notFound(_ kind: String, _ name: String, declared: Set<String> = []) -> NotFound {
    let stored = (try? names()) ?? (keys: [], namespaces: [])
    let ending = name.dropFirst(Selection(name: name).namespace.count)
    let candidates =
      ending.isEmpty
      ? stored.keys + (kind == "key" ? [] : stored.namespaces) + declared.sorted()
      : stored.namespaces.map { $0 + ending }
    let question = Suggestion.question(for: name, among: candidates)
    let advice = question.isEmpty ? " \"defaults list\" shows what there is." : question
    return NotFound(description: "There is no \(kind) \"\(name.printable)\".\(advice)")
  }
}
