import Results

/// What the project has promised itself, and whether it holds.
struct Bar {
  let promise: String
  let measured: String
  let isMet: Bool

  /// A measured number that has to be large enough, or small enough.
  private init?(_ promise: String, _ value: Double?, atLeast: Double? = nil, atMost: Double? = nil, unit: String) {
    guard let value else { return nil }
    self.promise = promise
    measured = unit == "ns" ? value.described(in: unit) : value.threeDigits + unit
    isMet = value >= atLeast ?? -.infinity && value <= atMost ?? .infinity
  }

  static func all(_ results: [Result]) -> [Bar] {
    let readBool = "Read a Bool"
    let kill = "Set a Bool, to survive the end of the process"
    let power = "Set a Bool, to survive a loss of power"
    let set = "`Account.set(true, forKey: .x)`, FileStore"
    let readCodable = "Read a Codable, unchanged since the last read"
    func ratio(_ work: String, _ subject: String, to raw: String = Result.raw, keys: Int = 10) -> Double? {
      guard let raw = results.median(work, raw, keys: keys) else { return nil }
      return results.median(work, subject, keys: keys).map { raw / $0 }
    }
    let reads: [Bar?] = ["InMemoryStore", "FileStore"].flatMap { store -> [Bar?] in
      let bool = "`Account.bool(forKey: .x)`, \(store)"
      // The least, for with as many threads as processors whatever else runs is in the way.
      let alone = results.least(readBool, bool)
      let together = results.least(readBool, bool, threads: 2)
      let codable = "`Account.object(Profile.self, forKey: .x)`, \(store)"
      return [
        Bar("\(bool): at least 40 times as fast as raw", ratio(readBool, bool), atLeast: 40, unit: "×"),
        Bar(
          "… two threads: at least 1.9 times the throughput of one (best rounds)",
          alone.flatMap { alone in together.map { 2 * alone / $0 } },
          atLeast: 1.9,
          unit: "×"
        ),
        Bar("\(codable): at least 100 times as fast as raw", ratio(readCodable, codable), atLeast: 100, unit: "×"),
      ]
    }
    let overUserDefaults: [Bar?] = [10, 1_000].flatMap { keys -> [Bar?] in
      let bool = "`Account.bool(forKey: .x)`, UserDefaultsStore"
      let codable = "`Account.object(Profile.self, forKey: .x)`, UserDefaultsStore"
      return [
        Bar(
          "\(bool), \(keys.grouped) keys: at most 1.15 times as long as raw",
          ratio(readBool, bool, to: Result.raw + Result.besideStore, keys: keys).map { 1 / $0 },
          atMost: 1.15,
          unit: "×"
        ),
        Bar(
          "\(codable), \(keys.grouped) keys: at least 10 times as fast as raw",
          ratio(readCodable, codable, to: Result.raw + Result.besideStore, keys: keys),
          atLeast: 10,
          unit: "×"
        ),
      ]
    }
    let allocations = ["read-bool", "read-bool-file"].map { work in
      Bar(
        "\(work) (of the counted ones below): no allocation",
        results.median("Instructions and allocations", work, keys: 4, unit: "allocations"),
        atMost: 0,
        unit: ""
      )
    }
    let sets = [10, 100_000].map { keys in
      Bar(
        "\(set), \(keys.grouped) keys: at most 2 µs",
        results.median(kill, set, keys: keys),
        atMost: 2_000,
        unit: "ns"
      )
    }
    let durable = [(10, 3.0), (10_000, 100.0)].map { keys, times in
      Bar(
        "\(set), durable to a loss of power, \(keys.grouped) keys: at least \(Int(times)) times as fast as raw",
        ratio(power, set, keys: keys),
        atLeast: times,
        unit: "×"
      )
    }
    return (reads + overUserDefaults + allocations + sets + durable).compactMap { $0 }
  }
}
