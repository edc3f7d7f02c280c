import NamespacedDefaultsPlatform

/// The switch of the mutants: the environment names the one that is active.
@usableFromInline  // for what other modules inline
package enum Mutants {
  private static let active = getenv("NAMESPACED_DEFAULTS_MUTANT").map { String(cString: $0) }

  @usableFromInline package static func isActive(_ name: String) -> Bool { name == active }
}
