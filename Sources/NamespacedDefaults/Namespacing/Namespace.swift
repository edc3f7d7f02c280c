/// The rule that says which stored names belong to a namespace.
///
/// A name belongs to it if the part after the namespace and its dot has no dot, or is that of a listed key. So the
/// names of `User.7` do not belong to `User`, and those of `User.a.com.au` do not belong to `User.a.com`.
///
/// Names are compared as Swift strings are, so that it does not matter in which Unicode form a letter is spelled.
package struct Namespace: Sendable {
  package let name: String
  private let listedNames: Set<String>
  /// Whether names in the namespaces that begin with this one and a dot belong to it too.
  package let includesNested: Bool

  /// Creates the rule of a namespace.
  ///
  /// - Parameters:
  ///   - name: The namespace.
  ///   - listedNames: The stored names of keys that are listed, or were used.
  ///   - includesNested: Whether names in the namespaces that begin with this one and a dot belong to it too.
  package init(_ name: String, listedNames: Set<String> = [], includingNested includesNested: Bool = false) {
    self.name = name
    self.listedNames = listedNames
    self.includesNested = includesNested
  }

  /// The words for the namespace in the IDs of migration steps.
  package var title: String { "namespace \(name.debugDescription)\(includesNested ? " with nested ones" : "")" }

  /// Returns whether a stored name belongs to the namespace.
  package func contains(_ storedName: String) -> Bool {
    if listedNames.contains(storedName) { return true }
    guard let rest = storedName.rawValue(in: name) else { return false }
    return includesNested || !rest.utf8.contains(UInt8(ascii: "."))
  }
}

extension String {
  /// Creates the stored name of a raw value in a namespace.
  init(namespace: String, rawValue: String) {
    self = "\(namespace).\(rawValue)"
  }

  /// Returns the part of a stored name after a namespace and its dot, or `nil` if the name does not begin with them.
  package func rawValue(in namespace: String) -> String? {
    var dotCount = namespace.utf8.count { $0 == UInt8(ascii: ".") }
    // Each dot by itself, because a raw value may begin with a combining mark, which forms one Character with the dot.
    // Strings that are equal have equally many dots, in whichever Unicode form they are.
    for index in utf8.indices where utf8[index] == UInt8(ascii: ".") {
      if dotCount == 0 { return self[..<index] == namespace ? String(self[utf8.index(after: index)...]) : nil }
      dotCount -= 1
    }
    return nil
  }
}
