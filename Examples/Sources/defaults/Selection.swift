import NamespacedDefaults

/// A key or a namespace, as a person names it.
struct Selection {
  let name: String

  /// Whether a stored name is the key, or in the namespace.
  func includes(_ key: String) -> Bool {
    key == name || isNamespace(of: key)
  }

  /// Whether a stored name begins with the namespace and a dot.
  func isNamespace(of key: String) -> Bool {
    key.utf8.starts(with: (name.hasSuffix(".") ? name : name + ".").utf8)
  }
}

extension DefaultsStore {
  /// The stored names of a namespace, or all, sorted.
  ///
  /// - Throws: ``NotFound`` where a namespace has none.
  func names(in namespace: String?) throws -> [String] {
    guard let namespace else { return try keys().sorted() }
    let names = try keys().filter(Selection(name: namespace).isNamespace).sorted()
    guard !names.isEmpty else { throw notFound("key or namespace", namespace) }
    return names
  }

  /// The stored names that a key or a namespace means: the key's, if there is one, otherwise the namespace's.
  func names(selectedBy name: String?) throws -> [String] {
    guard let name else { return try names(in: nil) }
    return try value(forKey: name) == nil ? names(in: name) : [name]
  }

  /// The stored values of some names, but those that another process has removed meanwhile.
  func entries(_ names: [String]) throws -> [Entry] {
    try names.compactMap { name in try value(forKey: name).map { Entry(key: name, value: $0) } }
  }

  func notFound(_ kind: String, _ name: String) -> NotFound {
    NotFound(description: "There is no \(kind) \"\(name.printable)\". \"defaults list\" shows what there is.")
  }
}
