import Results

/// What the project has promised itself, and whether it holds.
struct Bar {
  let promise: String
  let measured: String
  let isMet: Bool

  /// A measured number that has to be large enough, or small enough.
  fileprivate init?(
    _ promise: String,
    _ value: Double?,
    atLeast: Double? = nil,
    atMost: Double? = nil,
    unit: String = "×"
  ) {
    guard let value else { return nil }
    self.promise = promise
    measured = value.threeDigits + unit
    isMet = value >= atLeast ?? -.infinity && value <= atMost ?? .infinity
  }

  static func all(_ results: [Result]) -> [Bar] {
    let bars = Bars(results)
    return (bars.reads + bars.mixed + bars.own + bars.tracked + bars.counted + bars.writes + bars.overUserDefaults)
      .compactMap(\.self)
  }
}

/// The bars by what they are about.
private struct Bars {
  private static let readBool = "Read a Bool"
  private static let kill = "Set a Bool, to survive the end of the process"
  private static let bool = "`Account.bool(forKey: .x)`"
  private static let codable = "`Account.object(Profile.self, forKey: .x)`"
  private static let setCall = "`Account.set(true, forKey: .x)`"
  private static let set = "\(setCall), FileStore"
  private static let memory = "Set a Bool, in memory only"
  private static let change = "Add to an Int in place"

  private let results: [Result]

  init(_ results: [Result]) {
    self.results = results
  }

  /// How many times as long as another subject one takes.
  private func ratio(
    _ work: String,
    _ subject: String,
    to other: String = Result.raw,
    keys: Int = 10,
    otherKeys: Int? = nil
  )
    -> Double?
  {
    guard let other = results.median(work, other, keys: otherKeys ?? keys) else { return nil }
    return results.median(work, subject, keys: keys).map { $0 / other }
  }

  /// The throughput of two threads beside that of one.
  ///
  /// The least times count, because with as many threads as processors whatever else runs is in the way. Two processors
  /// may be two threads of one core, which together do less than two cores. What shares nothing that changes shows what
  /// there is to gain.
  private func twoThreads(_ work: String, _ subject: String) -> Bar? {
    guard let most = gain(Self.readBool, "an atomic load") else { return nil }
    return Bar(
      """
      \(work), \(subject), two threads: at least 1.9 times the throughput of one (best rounds; an atomic load gains \
      \(most.threeDigits)×)
      """,
      gain(work, subject),
      atLeast: min(1.9, 0.95 * most)
    )
  }

  private func gain(_ work: String, _ subject: String) -> Double? {
    guard let together = results.least(work, subject, threads: 2) else { return nil }
    return results.least(work, subject).map { 2 * $0 / together }
  }

  private func counted(_ promise: String, _ work: String, unit: String = "instructions", atMost limit: Double) -> Bar? {
    let value = results.median(Result.counted, work, keys: 4, unit: unit)
    return Bar("\(work) (counted): \(promise)", value, atMost: limit, unit: "")
  }

  var reads: [Bar?] {
    ["InMemoryStore", "FileStore"].flatMap { store -> [Bar?] in
      let (bool, codable) = ("\(Self.bool), \(store)", "\(Self.codable), \(store)")
      let readCodable = "Read a Codable, unchanged since the last read"
      return [
        Bar(
          "\(bool): at least 40 times as fast as raw",
          ratio(Self.readBool, bool).map { 1 / $0 },
          atLeast: 40
        ),
        Bar(
          "\(codable): at least 100 times as fast as raw",
          ratio(readCodable, codable).map { 1 / $0 },
          atLeast: 100
        ),
        twoThreads(Self.readBool, bool),
        twoThreads("Read a String of 5 bytes", "`Account.string(forKey: .x)`, \(store)"),
        twoThreads("Read a String of 38 bytes", "`Account.string(forKey: .x)`, \(store)"),
        twoThreads("Read an array of three Strings", "`Account.stringArray(forKey: .x)`, \(store)"),
        twoThreads(readCodable, codable),
      ]
    }
  }

  /// Reads as programs have them, together with writes of another setting.
  var mixed: [Bar?] {
    let works = [
      (Self.readBool, Self.bool, 2.0),
      ("Read a String of 38 bytes", "`Account.string(forKey: .x)`", 4.0),
      ("Read a Codable, unchanged since the last read", Self.codable, 4.0),
    ]
    return [("InMemoryStore", Self.memory), ("FileStore", Self.kill), ("LayeredStore", Self.kill)].flatMap {
      store,
      set in
      works.flatMap { work, call, limit -> [Bar?] in
        let subject = "\(call), \(store)"
        guard let read = results.median(work, subject, keys: 10),
          let set = results.median(set, "\(Self.setCall), \(store)", keys: 10)
        else { return [] }
        let afterSet = results.median("Set a Bool and read ten other settings", subject, keys: 10)
        return [
          Bar(
            "\(subject), ten times after a set: at most as long as the set and ten reads of \(Int(limit)) times the time",
            afterSet.map { $0 / (set + 10 * limit * read) },
            atMost: 1
          )
        ]
          + ["thread", "process"].map { other in
            let beside = results.median(
              "Read beside a \(other) that writes another setting without a pause",
              subject,
              keys: 10
            )
            return Bar(
              "\(subject), beside a \(other) that writes another setting: at most 5 times the read alone",
              beside.map { $0 / read },
              atMost: 5
            )
          }
      }
    }
  }

  /// Settings of a type, or of a key, with a store of its own, and changes in place.
  var own: [Bar?] {
    let stores = ["InMemoryStore", "FileStore"]
    let reads = stores.flatMap { store in
      ["`Own.bool(forKey: .x)`, a type with its own, \(store)", "`key.value`, a key with its own, \(store)"].map {
        subject in
        Bar(
          "\(subject): at most 1.2 times a setting of the process's store",
          ratio(Self.readBool, subject, to: "\(Self.bool), \(store)"),
          atMost: 1.2
        )
      }
    }
    let changes = stores.map { store in
      Bar(
        "`Account[.x] += 1`, \(store): at most 1.5 times a set",
        ratio(Self.change, "`Account[.x] += 1`, \(store)", to: "`Account.set(1, forKey: .x)`, \(store)"),
        atMost: 1.5
      )
    }
    return reads + changes
  }

  var tracked: [Bar?] {
    [Self.bool, "`Account.string(forKey: .x)`", Self.codable].map { call in
      let subject = "\(call), FileStore\(Result.observed)"
      return Bar(
        "\(call) inside withObservationTracking, FileStore: at most 3 times a property of an `@Observable` class",
        ratio("Read inside withObservationTracking, one of many reads", subject, to: Result.observable),
        atMost: 3
      )
    }
  }

  var counted: [Bar?] {
    [
      counted("no allocation", "read-bool", unit: "allocations", atMost: 0),
      counted("no allocation", "read-bool-file", unit: "allocations", atMost: 0),
      counted("at most 3,500", "read-tracked-bool", atMost: 3_500),
      counted("at most 3,500", "read-tracked-string", atMost: 3_500),
      counted("at most 3,500", "read-tracked-codable", atMost: 3_500),
      counted("at most 2,000", "read-key-path", atMost: 2_000),
      counted("at most 2,000", "read-instance", atMost: 2_000),
      counted("at most 6,500", "set-file", atMost: 6_500),
      counted("at most 7,500", "change-in-place", atMost: 7_500),
      counted("at most 600,000", "first-setting", atMost: 600_000),
      counted("at most 23,000, so 230 million for 100,000 keys", "open-ten-keys", atMost: 23_000),
    ]
  }

  var writes: [Bar?] {
    let calls = [10, 100_000].map { keys in
      Bar(
        "\(Self.set), \(keys.grouped) keys: at most 1.35 times its own four system calls",
        ratio(Self.kill, Self.set, to: Result.systemCalls, keys: keys, otherKeys: 10),
        atMost: 1.35
      )
    }
    let observed = [(Result.observed, 1.5), (Result.observedElsewhere, 1.25)].map { (note: String, limit: Double) in
      Bar(
        "\(Self.set)\(note): at most \(limit) times as long as unobserved",
        ratio(Self.kill, Self.set + note, to: Self.set),
        atMost: limit
      )
    }
    let durable = [(10, 3.0), (10_000, 100.0)].map { keys, times in
      Bar(
        "\(Self.set), durable to a loss of power, \(keys.grouped) keys: at least \(Int(times)) times as fast as raw",
        ratio("Set a Bool, to survive a loss of power", Self.set, keys: keys).map { 1 / $0 },
        atLeast: times
      )
    }
    return calls + observed + durable
  }

  var overUserDefaults: [Bar?] {
    [10, 1_000].map { keys in
      let subject = "\(Self.bool), UserDefaultsStore"
      return Bar(
        "\(subject), \(keys.grouped) keys: at most 1.15 times as long as raw",
        ratio(Self.readBool, subject, to: Result.raw + Result.besideStore, keys: keys),
        atMost: 1.15
      )
    }
  }
}
