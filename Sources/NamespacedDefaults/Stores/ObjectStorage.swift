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
