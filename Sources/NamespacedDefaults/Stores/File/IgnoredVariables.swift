/// The error of environment variables that do not count.
package struct IgnoredVariables: Error, CustomStringConvertible {
  package let description: String

  private static let reported = Guarded<Set<String>>([])

  /// Creates the error of a store that is not where variables say, because root does not follow them; `nil` if it does.
  package init?(_ variables: [IgnoredVariable], path: String) {
    guard !variables.isEmpty else { return nil }
    let reasons = variables.map { "\($0.name), because \($0.directory) belongs to another user (\($0.owner))" }
    description = "root does not follow \(reasons.joined(separator: ", nor ")): the settings are in \(path)"
  }

  /// Creates the error of variables whose values are no text; `nil` if there are none.
  package init?(notUTF8 names: [String]) {
    guard !names.isEmpty else { return nil }
    description = "what is not UTF-8 counts as not set: \(names.sorted().joined(separator: ", "))"
  }

  /// Reports the error, once in a process.
  package func report() {
    guard Self.reported.withLock({ $0.insert(description).inserted }) else { return }
    DefaultsProblem(.ignoredVariable, error: self).report()
  }
}
