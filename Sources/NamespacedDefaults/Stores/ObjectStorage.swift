/// A storage in which an object may be a value or a namespace, and only declarations say which, as in a file that people edit.
package protocol ObjectStorage: DefaultsStorage {
  /// Returns the objects of which nobody says what they are, each with the names in it.
  ///
  /// - Throws: An error if the store cannot be read.
  func undeclaredObjects() throws -> [String: [String]]

  /// Returns the names in an object of which nobody says that it is a value; `nil` for any other name.
  ///
  /// - Throws: An error if the store cannot be read.
  func undeclaredNames(inObject name: String) throws -> [String]?
}

extension StoreAccess {
  /// Calls a function of the storage, as reads do; `nil` if no object in it could be a value or a namespace.
  private func objects<Result>(_ body: (any ObjectStorage) throws -> Result) rethrows -> Result? {
    guard let storage = storage as? any ObjectStorage else { return nil }
    return context.hasMemory ? try context.withLock { try body(storage) } : try body(storage)
  }

  /// Returns names of the store's own values, in which the names in an object stand for it if nobody declares it.
  func split(_ names: [String]) throws -> [String] {
    try objects { storage in try names.flatMap { try storage.undeclaredNames(inObject: $0) ?? [$0] } } ?? names
  }

  fileprivate func undeclaredObjects() throws -> [String: [String]] {
    try objects { try $0.undeclaredObjects() } ?? [:]
  }

  fileprivate func undeclaredNames(inObject name: String) throws -> [String]? {
    try objects { try $0.undeclaredNames(inObject: name) } ?? nil
  }
}

extension DefaultsStore {
  /// Returns the objects of which nobody says what they are, each with the names in it.
  package func undeclaredObjects() throws -> [String: [String]] { try access.undeclaredObjects() }

  /// Returns the names in an object of which nobody says that it is a value; `nil` for any other name.
  package func undeclaredNames(inObject name: String) throws -> [String]? {
    try access.undeclaredNames(inObject: name)
  }

  /// Returns names of the store's own values, in which the names in an object stand for it if nobody declares it.
  package func split(_ names: [String]) throws -> [String] { try access.split(names) }

  /// Checks that of each object that takes part it is known whether it is a value or a namespace.
  ///
  /// - Parameter isIncluded: Returns whether a name takes part.
  /// - Throws: `undeclaredObject`, or an error if the store cannot be read.
  package func requireDeclaredObjects(where isIncluded: (String) -> Bool = { _ in true }) throws {
    for (name, names) in try undeclaredObjects().sorted(by: { $0.key < $1.key })
    where isIncluded(name) || names.contains(where: isIncluded) {
      throw DefaultsError.undeclaredObject(name, names)
    }
  }
}

extension DefaultsError {
  /// Returns the error of an object that may be a value or a namespace.
  ///
  /// - Parameters:
  ///   - name: The stored name of the object.
  ///   - names: The names in it.
  /// - Returns: An error with the code ``Code/undeclaredObject``.
  package static func undeclaredObject(_ name: String, _ names: [String]) -> Self {
    let shown = names.sorted().prefix(5).map(\.quoted).joined(separator: ", ")
    let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
    return Self(
      .undeclaredObject,
      """
      \(name.quoted) is an object with \(shown)\(rest), and no key that this process has used says that it is one value, \
      or that it is none; nothing was changed. Use its names one by one, or declare the keys: \
      NamespaceAudit(…).declare(in: store)
      """
    )
  }
}

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
