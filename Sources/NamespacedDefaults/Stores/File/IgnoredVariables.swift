/// The error of a store that is not where environment variables say, because root does not follow them.
package struct IgnoredVariables: Error, CustomStringConvertible {
  package let description: String

  private static let reported = Guarded<Set<String>>([])

  /// Creates the error of a store; `nil` if no variable was ignored.
  package init?(_ variables: [IgnoredVariable], path: String) {
    guard !variables.isEmpty else { return nil }
    let reasons = variables.map { "\($0.name), because \($0.directory) belongs to another user (\($0.owner))" }
    description = "root does not follow \(reasons.joined(separator: ", nor ")): the settings are in \(path)"
  }

  /// Reports the error, once in a process.
  package func report() {
    guard Self.reported.withLock({ $0.insert(description).inserted }) else { return }
    DefaultsProblem(.ignoredVariable, error: self).report()
  }
}
