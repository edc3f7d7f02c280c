#if Postgres
  import Foundation

  /// Numbers that look random and are the same in every run.
  struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    // SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var result = state
      result = (result ^ result >> 30) &* 0xBF58_476D_1CE4_E5B9
      result = (result ^ result >> 27) &* 0x94D0_49BB_1331_11EB
      return result ^ result >> 31
    }
  }

  /// Bytes that a server cannot store in less space: its compression looks back for 4,096 bytes.
  func incompressible(_ count: Int) -> Data {
    var numbers = SeededGenerator(1)
    let block = Data((0..<10_000).map { _ in UInt8.random(in: 0...255, using: &numbers) })
    var data = Data()
    while data.count < count { data += block }
    return data.prefix(count)
  }
#endif
