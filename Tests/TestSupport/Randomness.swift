import Foundation

/// How many times as long as by default the fault tests run.
///
/// Set the environment variable `NAMESPACED_DEFAULTS_FAULT_ROUNDS` to a whole number; by default it is 1.
package let faultRounds = max(
  1,
  Int(ProcessInfo.processInfo.environment["NAMESPACED_DEFAULTS_FAULT_ROUNDS"] ?? "") ?? 1
)

/// Whether they run for longer than by default, as they do once a week; then everything is tried with everything.
package let isThorough = faultRounds > 1

/// Numbers that look random and are the same in every run.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  // SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var result = state
    result = (result ^ result >> 30) &* 0xBF58_476D_1CE4_E5B9
    result = (result ^ result >> 27) &* 0x94D0_49BB_1331_11EB
    return result ^ result >> 31
  }
}
