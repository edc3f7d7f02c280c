/// The rule that says which stored names belong to a namespace.
///
/// A name belongs to it if the part after the namespace and its dot has no dot, or is the raw value of a listed key. So
/// the names of `User.7` do not belong to `User`, and those of `User.a.com.au` do not belong to `User.a.com`.
///
/// Names are compared byte by byte, because a raw value may begin with a combining mark, which forms one Character with
/// the dot before it.
struct Namespace: Sendable {
  private let name: String
  private let listedKeys: Set<String>
  private let includesNested: Bool

  /// Creates the rule of a namespace.
  ///
  /// - Parameters:
  ///   - name: The namespace.
  ///   - listedKeys: The raw values of the key enums that list their cases.
  ///   - includesNested: Whether names in the namespaces that begin with this one and a dot belong to it too.
  init(_ name: String, listedKeys: Set<String> = [], includingNested includesNested: Bool = false) {
    self.name = name
    self.listedKeys = listedKeys
    self.includesNested = includesNested
  }

  /// Returns whether a stored name belongs to the namespace.
  func contains(_ storedName: String) -> Bool {
    guard storedName.begins(with: name) else { return false }
    let rest = storedName.rawValue(in: name)
    return includesNested || !rest.utf8.contains(UInt8(ascii: ".")) || listedKeys.contains(rest)
  }
}

extension String {
  /// Creates the stored name of a raw value in a namespace.
  init(namespace: String, rawValue: String) {
    self = "\(namespace).\(rawValue)"
  }

  /// Returns whether the stored name begins with a namespace and a dot.
  func begins(with namespace: String) -> Bool {
    utf8.starts(with: namespace.utf8) && utf8.dropFirst(namespace.utf8.count).first == UInt8(ascii: ".")
  }

  /// Returns the part of a stored name after the namespace and its dot.
  func rawValue(in namespace: String) -> String {
    String(decoding: utf8.dropFirst(namespace.utf8.count + 1), as: UTF8.self)
  }
}
