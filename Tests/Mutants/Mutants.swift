#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The switch of the mutants: the environment names the one that is active.
enum Mutants {
  private static let active = getenv("NAMESPACED_DEFAULTS_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

  static func isActive(_ number: Int) -> Bool { number == active }
}
