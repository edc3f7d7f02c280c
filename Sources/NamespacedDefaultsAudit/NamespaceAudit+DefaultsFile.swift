import NamespacedDefaults

extension NamespaceAudit {
  /// Returns the text of a JSON file with all settings and their defaults, in which comments say what each is for.
  ///
  /// Give it to a person to begin with. A `JSONStore` reads it. A setting without a default, and a secret, is a comment,
  /// in which `null` stands for the value, so that the file is still valid where the comment marks are taken away.
  /// What stays in the file counts, also where a later release has another default.
  ///
  /// - Returns: The text, the settings in the order of their names.
  public func defaultsFile() -> String {
    var root = FileNode()
    for key in keys.reversed() {
      let path = key.name.split(separator: ".", omittingEmptySubsequences: false)
      // An object in another one has no value of its own name, so such names stand side by side in the file.
      let isBesideOthers = keys.contains { other in
        [(key.name, other.name), (other.name, key.name)].contains { $0.contains(".") && $1.hasPrefix("\($0).") }
      }
      root.insert(key, at: isBesideOthers ? [key.name[...]] : path)
    }
    return "\(root.text(""))\n"
  }
}

/// An object of the file, or a setting in it.
private struct FileNode {
  private var key: DeclaredKey?
  private var members: [String: FileNode] = [:]

  mutating func insert(_ key: DeclaredKey, at path: [Substring]) {
    guard let first = path.first else { return self.key = key }
    members[String(first), default: FileNode()].insert(key, at: Array(path.dropFirst()))
  }

  func text(_ indentation: String) -> String {
    let inner = indentation + "  "
    var parts: [[String]] = []
    if let key { parts.append(Self.lines(of: key, named: "$value", inner)) }
    for (name, node) in members.sorted(by: { $0.key < $1.key }) {
      if let key = node.key, node.members.isEmpty {
        parts.append(Self.lines(of: key, named: name, inner))
      } else {
        parts.append(["\(inner)\(jsonString(name)): \(node.text(inner))"])
      }
    }
    let text = parts.map { $0.joined(separator: "\n") }.joined(separator: ",\n")
    return "{\n\(text)\n\(indentation)}"
  }

  /// Returns the lines of a setting, of which the last one is the member, or a comment that becomes one.
  private static func lines(of key: DeclaredKey, named name: String, _ indentation: String) -> [String] {
    let notes = [key.summary, "Takes \(key.allowed).", key.isRequired ? "It must be given." : nil]
    let comments = notes.compactMap { $0.map { "\(indentation)// \($0.printable)" } }
    guard !key.isSecret, let value = key.defaultValue else {
      return comments + ["\(indentation)// \(jsonString(name).printable): null"]
    }
    let opened = value.plainJSON(indentation, opensData: true)
    let text = (try? key.parse(opened)) == value ? opened : value.plainJSON(indentation)
    return comments + ["\(indentation)\(jsonString(name)): \(text)"]
  }
}
