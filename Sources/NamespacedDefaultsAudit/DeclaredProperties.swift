import NamespacedDefaults

/// A property that declares a setting, without the type of its value.
private protocol DeclaringProperty {
  var declaredKey: DeclaredKey? { get }
}

extension Default: DeclaringProperty {
  fileprivate var declaredKey: DeclaredKey? { projectedValue.declared(as: nil) }
}

/// Returns the keys of the stored properties of a model, those of superclasses too.
func declaredKeys(of model: Any) -> [DeclaredKey] {
  sequence(first: Mirror(reflecting: model), next: \.superclassMirror).flatMap { mirror in
    mirror.children.compactMap { ($0.value as? any DeclaringProperty)?.declaredKey }
  }
}

/// The namespaces of the instances of a type, as `User.*`, and the keys of one of them.
struct InstanceNamespace: Sendable {
  /// What a name in one of them means.
  struct Match {
    let key: DeclaredKey
    /// The name under which the value is stored now, if the name is a previous one.
    let newName: String?
  }

  /// What follows the namespace in a name of a key.
  private struct Ending {
    let key: DeclaredKey
    let rawValue: String
    /// What follows it in the new name, if this one is a previous one.
    var newRawValue: String?
  }

  /// The typed keys that the program lists.
  let keys: [DeclaredKey]
  private let start: String
  private let end: String
  private let endings: [Ending]
  /// The keys whose previous name is in no namespace of theirs.
  private let moved: [Ending]

  /// Creates the namespaces of a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - keys: The typed keys of one instance.
  ///   - families: The key enums of types.
  init(_ pattern: String, _ keys: [DeclaredKey], _ families: [KeyFamily]) {
    let star = pattern.firstIndex(of: "*") ?? pattern.endIndex
    let start = String(pattern[..<star])
    (self.start, end, self.keys) = (start, String(pattern[star...].dropFirst()), keys)
    let owners = Set(keys.compactMap(\.owner).map(ObjectIdentifier.init))
    let ofEnums = families.filter { owners.contains(ObjectIdentifier($0.owner)) || "\($0.owner.namespace)." == start }
      .flatMap { $0.keys ?? [] }.filter(\.isOfEnum)
    func rawValue(_ name: String, of key: DeclaredKey) -> String? {
      key.namespace.map { name.rawValue(in: $0) } ?? name
    }
    let current = (keys + ofEnums).map { Ending(key: $0, rawValue: rawValue($0.name, of: $0) ?? $0.name) }
    let previous = current.compactMap { ending in
      ending.key.previousName.map { name in
        (rawValue(name, of: ending.key), Ending(key: ending.key, rawValue: name, newRawValue: ending.rawValue))
      }
    }
    let ofNamespace = previous.compactMap { rawValue, ending in
      rawValue.map { Ending(key: ending.key, rawValue: $0, newRawValue: ending.newRawValue) }
    }
    endings = current + ofNamespace
    moved = previous.compactMap { rawValue, ending in rawValue == nil ? ending : nil }
  }

  /// Returns what a name in the namespace of some instance means.
  ///
  /// - Parameters:
  ///   - word: The name as it is spelled where it is written.
  ///   - spelling: Returns how a name is spelled there.
  /// - Returns: The key; `nil` if no key has the name.
  func match(_ word: String, _ spelling: (String) -> String = { $0 }) -> Match? {
    if let ending = moved.first(where: { spelling($0.rawValue) == word }) {
      return Match(key: ending.key, newName: spelling("\(start)*\(end).\(ending.newRawValue ?? "")"))
    }
    guard word.hasPrefix(spelling(start)) else { return nil }
    let rest = word.dropFirst(spelling(start).count)
    let found = endings.filter { ending in
      let written = written(ending.rawValue, spelling)
      return rest.count > written.count && rest.hasSuffix(written)
    }
    guard let ending = found.max(by: { $0.rawValue.count < $1.rawValue.count }) else { return nil }
    let namespace = word.dropLast(written(ending.rawValue, spelling).count)
    return Match(key: ending.key, newName: ending.newRawValue.map { String(namespace + written($0, spelling)) })
  }

  func claims(_ word: String, _ spelling: (String) -> String = { $0 }) -> Bool {
    keys.isEmpty ? word.hasPrefix(spelling(start)) : match(word, spelling) != nil
  }

  /// Returns the name in the same namespace that was most likely meant by a misspelt one; `nil` if none is near.
  func nearestName(to word: String, _ spelling: (String) -> String) -> String? {
    guard word.hasPrefix(spelling(start)) else { return nil }
    let names = Set(endings.filter { $0.newRawValue == nil }.map { String(written($0.rawValue, spelling)) })
    let rest = word.dropFirst(spelling(start).count)
    for index in rest.indices.dropFirst() where rest[index] == names.first?.first {
      if let name = nearest(to: String(rest[index...]), among: names) { return word[..<index] + name }
    }
    return nil
  }

  /// Returns what follows that of an instance which differs in a name.
  private func written(_ rawValue: String, _ spelling: (String) -> String) -> Substring {
    spelling("a\(end).\(rawValue)").dropFirst(spelling("a").count)
  }

  /// Returns whether names of the namespaces may stand in an object.
  func mayBegin(in object: String) -> Bool { start.hasPrefix("\(object).") || object.hasPrefix(start) }
}

extension DeclaredKey {
  /// Whether the key is that of a case of a key enum.
  fileprivate var isOfEnum: Bool { if case .settable = identity { true } else { false } }
}
