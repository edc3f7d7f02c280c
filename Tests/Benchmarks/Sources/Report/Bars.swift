import Results

extension Bar {
  /// Each bar once.
  ///
  /// Those that are no times are tests: no write of several processes is lost, a writer beside five busy ones has its turn.
  static func all(_ results: [Result]) -> [Bar] {
    let bars = Bars(results: results)
    return (bars.reads + bars.mixed + bars.tracked + bars.madeAtEachUse + bars.changes + bars.writes + bars.starts)
      .compactMap(\.self)
  }
}

/// The bars by what they are about.
private struct Bars {
  /// A kind of value that is read.
  private struct Reading {
    let name: String
    let work: String
    let call: String

    static let bool = Reading(name: "a Bool", work: "Read a Bool", call: "`Account.bool(forKey: .x)`")
    static let shortString = Reading(
      name: "a String of 5 bytes",
      work: "Read a String of 5 bytes",
      call: "`Account.string(forKey: .x)`"
    )
    static let string = Reading(
      name: "a String of 38 bytes",
      work: "Read a String of 38 bytes",
      call: "`Account.string(forKey: .x)`"
    )
    static let strings = Reading(
      name: "an array",
      work: "Read an array of three Strings",
      call: "`Account.stringArray(forKey: .x)`"
    )
    static let codable = Reading(
      name: "a Codable",
      work: "Read a Codable, unchanged since the last read",
      call: "`Account.object(Profile.self, forKey: .x)`"
    )
  }

  private static let kill = "Set a Bool, to survive the end of the process"
  private static let setCall = "`Account.set(true, forKey: .x)`"
  private static let set = "\(setCall), FileStore"
  private static let change = "Add to an Int in place"
  private static let stores = ["InMemoryStore", "FileStore"]

  let results: [Result]

  /// How many times as long as another subject one takes.
  private func ratio(_ work: String, _ subject: String, to other: String, keys: Int = 10, otherKeys: Int? = nil)
    -> Double?
  {
    guard let other = results.median(work, other, keys: otherKeys ?? keys) else { return nil }
    return results.median(work, subject, keys: keys).map { $0 / other }
  }

  private func timesAsFast(_ work: String, _ subject: String, as other: String = Result.raw, keys: Int = 10) -> Double?
  {
    ratio(work, subject, to: other, keys: keys).map { 1 / $0 }
  }

  private func count(_ work: String, _ unit: String = "instructions") -> Double? {
    results.median(Result.counted, work, keys: 4, unit: unit)
  }

  private func counted(_ promise: String, _ work: String, atMost limit: Double) -> Bar? {
    Bar("\(promise): at most \(Int(limit).grouped) instructions", atMost: limit, unit: "", [(work, count(work))])
  }

  // MARK: Reads

  var reads: [Bar?] {
    let stores = Self.stores
    let raw = stores.map { store in
      (store, timesAsFast(Reading.bool.work, "\(Reading.bool.call), \(store)"))
    }
    let mmkv = stores.map { store in
      (store, timesAsFast(Reading.bool.work, "\(Reading.bool.call), \(store)", as: "MMKV, for one process"))
    }
    let codable = stores.map { store in
      (store, timesAsFast(Reading.codable.work, "\(Reading.codable.call), \(store)"))
    }
    let own = stores.flatMap { store in
      [("a type", "`Own.bool(forKey: .x)`, a type with its own"), ("a key", "`key.value`, a key with its own")].map {
        (
          "\($0), \(store)",
          ratio(Reading.bool.work, "\($1), \(store)", to: "\(Reading.bool.call), \(store)")
        )
      }
    }
    return [
      Bar(
        "read a Bool: at most 150 instructions",
        atMost: 150,
        unit: "",
        [("memory", count("read-bool")), ("file", count("read-bool-file"))]
      ),
      Bar(
        "read a Bool: no allocation",
        atMost: 0,
        unit: "",
        [("memory", count("read-bool", "allocations")), ("file", count("read-bool-file", "allocations"))]
      ),
      Bar("read a Bool: at least 40 times as fast as raw", atLeast: 40, raw),
      Bar("read a Bool: at least twice as fast as MMKV for one process", atLeast: 2, mmkv),
      Bar("read an unchanged Codable: at least 100 times as fast as raw and `JSONDecoder`", atLeast: 100, codable),
      twoThreads,
      Bar("a setting with a store of its own: at most 1.2 times one on the store of the process", atMost: 1.2, own),
      counted("the first read of a setting", "read-first", atMost: 5_500),
      Bar(
        "read a Bool of a UserDefaultsStore: at most 1.15 times the raw call",
        atMost: 1.15,
        [10, 1_000].map { keys in
          let subject = "\(Reading.bool.call), UserDefaultsStore"
          return (
            "\(keys.grouped) keys",
            ratio(Reading.bool.work, subject, to: Result.raw + Result.besideStore, keys: keys)
          )
        }
      ),
    ]
  }

  /// The throughput of two threads beside that of one.
  ///
  /// The least times count, because with as many threads as processors whatever else runs is in the way. Two processors
  /// may be two threads of one core, which together do less than two cores. What shares nothing that changes shows what
  /// there is to gain.
  private var twoThreads: Bar? {
    guard let most = gain(Reading.bool.work, "an atomic load") else { return nil }
    let readings: [Reading] = [.bool, .shortString, .string, .strings, .codable]
    return Bar(
      "two threads: at least 1.9 times the throughput of one (best rounds; an atomic load gains \(most.threeDigits)×)",
      atLeast: min(1.9, 0.95 * most),
      Self.stores.flatMap { store in
        readings.map { ("\($0.name), \(store)", gain($0.work, "\($0.call), \(store)")) }
      }
    )
  }

  private func gain(_ work: String, _ subject: String) -> Double? {
    guard let together = results.least(work, subject, threads: 2) else { return nil }
    return results.least(work, subject).map { 2 * $0 / together }
  }

  // MARK: Reads beside writes

  var mixed: [Bar?] {
    [
      after("Bools", [.bool], limit: 2),
      after("Strings and Codables", [.string, .codable], limit: 4),
      Bar(
        "a set, and ten reads of other settings: as fast as MMKV for several processes",
        atLeast: 1,
        [
          (
            "FileStore",
            timesAsFast(
              "Set a Bool and read ten other settings",
              "\(Reading.bool.call), FileStore",
              as: "MMKV, for several processes"
            )
          )
        ]
      ),
      beside("thread"), beside("process"),
    ]
  }

  private var mixedStores: [(name: String, work: String)] {
    [("InMemoryStore", "Set a Bool, in memory only"), ("FileStore", Self.kill), ("LayeredStore", Self.kill)]
  }

  /// The reads alone are what is left without the set, of the least times: a disk takes now and then some hundred
  /// nanoseconds more, which is as long as the reads.
  private func after(_ name: String, _ readings: [Reading], limit: Double) -> Bar? {
    Bar(
      "ten reads of \(name) after a write of another setting: at most \(Int(limit)) times the same reads without it",
      atMost: limit,
      mixedStores.flatMap { store in
        readings.map { reading in
          let subject = "\(reading.call), \(store.name)"
          guard let read = results.least(reading.work, subject),
            let set = results.least(store.work, "\(Self.setCall), \(store.name)"),
            let both = results.least("Set a Bool and read ten other settings", subject)
          else { return ("", nil) }
          return ("\(reading.name), \(store.name)", max(0, both - set) / (10 * read))
        }
      }
    )
  }

  private func beside(_ other: String) -> Bar? {
    Bar(
      "a read beside a \(other) that writes another setting without a pause: at most 5 times the read alone",
      atMost: 5,
      mixedStores.flatMap { store in
        [Reading.bool, .string, .codable].map { reading in
          let subject = "\(reading.call), \(store.name)"
          let work = "Read beside a \(other) that writes another setting without a pause"
          guard let read = results.median(reading.work, subject) else { return ("", nil) }
          return ("\(reading.name), \(store.name)", results.median(work, subject).map { $0 / read })
        }
      }
    )
  }

  var tracked: [Bar?] {
    let readings: [Reading] = [.bool, .string, .codable]
    return [
      Bar(
        "a read inside `withObservationTracking`: at most 3 times a property of an `@Observable` class",
        atMost: 3,
        readings.map { reading in
          let subject = "\(reading.call), FileStore\(Result.observed)"
          return (
            reading.name,
            ratio("Read inside withObservationTracking, one of many reads", subject, to: Result.observable)
          )
        }
      ),
      Bar(
        "a read inside `withObservationTracking`: at most 2,000 instructions",
        atMost: 2_000,
        unit: "",
        ["bool", "string", "codable"].map { ($0, count("read-tracked-\($0)")) }
      ),
    ]
  }

  var madeAtEachUse: [Bar?] {
    [
      counted("`User(id: 7).bool(forKey: .x)`", "read-instance", atMost: 2_000),
      counted("`Defaults[\\.x]`", "read-key-path", atMost: 4_600),
    ]
  }

  // MARK: Writes

  var changes: [Bar?] {
    [
      counted("`+=`", "change-in-place", atMost: 7_500),
      Bar(
        "`+=`: at most 1.5 times a set",
        atMost: 1.5,
        Self.stores.map { store in
          let set = "`Account.set(1, forKey: .x)`, \(store)"
          return (store, ratio(Self.change, "`Account[.x] += 1`, \(store)", to: set))
        }
      ),
      counted("a transaction of two settings, FileStore", "transaction-of-two", atMost: 15_000),
    ]
  }

  var writes: [Bar?] {
    [
      counted("`set`, FileStore", "set-file", atMost: 5_300),
      Bar(
        "`set`, FileStore: at most 1.35 times its own four system calls",
        atMost: 1.35,
        [10, 100_000].map { keys in
          ("\(keys.grouped) keys", ratio(Self.kill, Self.set, to: Result.systemCalls, keys: keys, otherKeys: 10))
        }
      ),
      Bar(
        "`set`, FileStore, observed: at most 1.5 times as long as unobserved",
        atMost: 1.5,
        [("", ratio(Self.kill, Self.set + Result.observed, to: Self.set))]
      ),
      Bar(
        "`set`, FileStore, observed by another process: at most 1.25 times as long as unobserved",
        atMost: 1.25,
        [("", ratio(Self.kill, Self.set + Result.observedElsewhere, to: Self.set))]
      ),
      durable(keys: 10, atLeast: 3), durable(keys: 10_000, atLeast: 100),
    ]
  }

  private func durable(keys: Int, atLeast limit: Double) -> Bar? {
    Bar(
      "`set`, FileStore, durable to a loss of power, \(keys.grouped) keys: at least \(Int(limit)) times as fast as raw",
      atLeast: limit,
      [("", timesAsFast("Set a Bool, to survive a loss of power", Self.set, keys: keys))]
    )
  }

  var starts: [Bar?] {
    [
      counted("from `main` to the first setting", "first-setting", atMost: 1_100_000),
      counted("open a file, for each ten keys", "open-ten-keys", atMost: 23_000),
    ]
  }
}
