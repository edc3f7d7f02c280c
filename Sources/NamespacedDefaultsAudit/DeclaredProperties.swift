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

/// The namespaces of the instances of a type, as `User.*`, and the typed keys of one of them.
struct InstanceNamespace: Sendable {
  let keys: [DeclaredKey]
  private let start: String
  private let end: String
  private let rawValues: [String]

  init(_ pattern: String, _ keys: [DeclaredKey]) {
    let star = pattern.firstIndex(of: "*") ?? pattern.endIndex
    (start, end) = (String(pattern[..<star]), String(pattern[star...].dropFirst()))
    self.keys = keys
    rawValues = keys.map { $0.namespace.flatMap($0.name.rawValue) ?? $0.name }
  }

  /// Returns the key that has a name in the namespace of some instance.
  ///
  /// - Parameters:
  ///   - word: The name as it is spelled where it is written.
  ///   - spelling: Returns how a name is spelled there.
  /// - Returns: The key; `nil` if no key has the name.
  func key(of word: String, _ spelling: (String) -> String = { $0 }) -> DeclaredKey? {
    guard word.hasPrefix(spelling(start)) else { return nil }
    let rest = word.dropFirst(spelling(start).count)
    return zip(keys, rawValues).first { _, rawValue in
      let ending = spelling("a\(end).\(rawValue)").dropFirst(spelling("a").count)
      return rest.count > ending.count && rest.hasSuffix(ending)
    }?.0
  }

  func claims(_ word: String, _ spelling: (String) -> String = { $0 }) -> Bool {
    keys.isEmpty ? word.hasPrefix(spelling(start)) : key(of: word, spelling) != nil
  }

  /// Returns whether names of the namespaces may stand in an object.
  func mayBegin(in object: String) -> Bool { start.hasPrefix("\(object).") || object.hasPrefix(start) }
}
