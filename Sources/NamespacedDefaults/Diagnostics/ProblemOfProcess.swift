/// A problem that is reported once in a process, however many stores have it.
package struct ProblemOfProcess: Error, CustomStringConvertible {
  private static let reported = Guarded(Set<String>())

  private let kind: DefaultsProblem.Kind
  package let description: String

  /// Creates the problem of a file on a network file system; `nil` for one that is on a disk of this machine.
  package init?(networkOf file: OpenFile) {
    guard let network = file.network else { return nil }
    kind = DefaultsProblem.Kind(rawValue: "networkFile")
    description =
      "\(file.path) is on \(network): changes of other machines may be found late, and updates of several machines may be "
      + "lost"
  }

  /// Creates the problem of a store that is not where variables say, because root does not follow them; `nil` if it is.
  package init?(ignored variables: [UntrustedVariable], path: String) {
    guard !variables.isEmpty else { return nil }
    let reasons = variables.map { "\($0.name), because \($0.directory) belongs to another user (\($0.owner))" }
    kind = .ignoredVariable
    let remedy = "run as that user, make it root's, or open the file by its path with owners: .anyone"
    description =
      "root does not follow \(reasons.joined(separator: ", nor ")): the settings are in \(path); "
      + "to use the directory, \(remedy)"
  }

  /// Creates the problem of variables whose values are no text; `nil` if there are none.
  package init?(notUTF8 names: [String]) {
    guard !names.isEmpty else { return nil }
    kind = .ignoredVariable
    description = "what is not UTF-8 counts as not set: \(names.sorted().joined(separator: ", "))"
  }

  package func report() {
    guard Self.reported.withLock({ $0.insert(description).inserted }) else { return }
    DefaultsProblem(kind, error: self).report()
  }
}
