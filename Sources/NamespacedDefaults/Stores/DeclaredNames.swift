/// What this process says of the names of a store: which are settings, and which are namespaces.
///
/// A file that people edit has objects, and does not say which of them are values. A setting counts as declared when its key
/// is first used in the store or in one over it, when its type removes or lists what is stored, and when an audit declares it.
package struct DeclaredNames: Sendable {
  /// The number of names of each kind, because a program may have a name for each of its users.
  private static let limit = 1 << 14

  private var settings: Set<String> = []
  private var namespaces: Set<String> = []
  /// The names at which the names of settings and of namespaces begin, without the last dot.
  private var beginnings: Set<String> = []
  /// The names under which this process has stored an object, whoever declares them.
  private var stored: Set<String> = []

  /// Creates what is said of some names.
  ///
  /// - Parameters:
  ///   - settings: The names of settings.
  ///   - namespaces: Namespaces.
  ///   - stored: Names under which an object was stored, which is a value therefore.
  package init(_ settings: [String] = [], namespaces: [String] = [], stored: [String] = []) {
    formUnion(settings, namespaces, stored)
  }

  /// Adds what is said of other names.
  package mutating func formUnion(_ other: Self) { formUnion(other.settings, other.namespaces, other.stored) }

  private mutating func formUnion(
    _ settings: some Sequence<String>,
    _ namespaces: some Sequence<String>,
    _ stored: some Sequence<String>
  ) {
    for name in settings where insert(name, into: \.settings) { insertBeginnings(of: name) }
    for namespace in namespaces where insert(namespace, into: \.namespaces) { insertBeginnings(of: namespace) }
    for name in stored { _ = insert(name, into: \.stored) }
  }

  private mutating func insert(_ name: String, into names: WritableKeyPath<Self, Set<String>>) -> Bool {
    self[keyPath: names].count < Self.limit && self[keyPath: names].insert(name).inserted
  }

  private mutating func insertBeginnings(of name: String) {
    var rest = name[...]
    while let dot = rest.utf8.lastIndex(of: UInt8(ascii: ".")) {
      rest = rest[..<dot]
      guard beginnings.insert(String(rest)).inserted else { return }
    }
  }

  /// Returns whether a key has the name, or the library itself.
  package func isSetting(_ name: String) -> Bool { settings.contains(name) || ReservedName.isReserved(name) }

  /// Returns whether an object of the name is a value.
  package func isValue(_ name: String) -> Bool { isSetting(name) || stored.contains(name) }

  /// Returns whether a type has the namespace.
  package func isNamespace(_ name: String) -> Bool { namespaces.contains(name) || ReservedName.isNamespace(name) }

  /// Returns whether names of settings begin with a name and a dot, or may.
  package func isBeginning(_ name: String) -> Bool { beginnings.contains(name) || isNamespace(name) }
}
