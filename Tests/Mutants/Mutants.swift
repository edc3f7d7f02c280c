import NamespacedDefaultsPlatform

/// The switch of the mutants: the environment names the one that is active.
package enum Mutants {
  private static let active = getenv("NAMESPACED_DEFAULTS_MUTANT").map { String(cString: $0) }

  package static func isActive(_ name: String) -> Bool { name == active }
}
