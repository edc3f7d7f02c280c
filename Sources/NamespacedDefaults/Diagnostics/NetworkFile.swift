/// The problem of a file that is on a network file system.
package struct NetworkFile: Error, CustomStringConvertible {
  private static let reported = Guarded(Set<String>())

  private let path: String
  private let network: String

  /// Creates the problem of a file; `nil` for one that is on a disk of this machine.
  package init?(_ file: OpenFile) {
    guard let network = file.network else { return nil }
    self.network = network
    path = file.path
  }

  package var description: String {
    "\(path) is on \(network): changes of other machines may be found late, and updates of several machines may be lost"
  }

  /// Reports the problem, once for a path in a process.
  package func report() {
    guard Self.reported.withLock({ $0.insert(path).inserted }) else { return }
    DefaultsProblem(.networkFile, error: self).report()
  }
}

extension DefaultsProblem.Kind {
  /// A file that is on a network file system.
  fileprivate static let networkFile = Self(rawValue: "networkFile")
}
