import CSupport
import Results

/// Does some work a number of times.
typealias Batch = @Sendable (Int) -> Void

/// Something that is measured: one kind of work, done in one way.
struct Subject: Sendable {
  let result: Result
  let batch: Batch
  /// Who writes meanwhile.
  var writing: (any Writing)?
  /// How many of what is counted each time does.
  let countsPerTime: Int

  init(
    _ work: Work,
    _ subject: String,
    _ promise: String,
    keys: Int,
    threads: Int = 1,
    per: Int = 1,
    _ batch: @escaping Batch
  ) {
    result = Result(work: work.rawValue, subject: subject, promise: promise, keys: keys, threads: threads)
    self.batch = batch
    countsPerTime = per
  }

  /// The same work, done by two threads at once.
  func onTwoThreads() -> Subject {
    var result = result
    result.threads = 2
    return Subject(result: result, batch: batch)
  }

  private init(result: Result, batch: @escaping Batch) {
    self.result = result
    self.batch = batch
    countsPerTime = 1
  }
}

/// The kinds of work, by their titles in the table.
enum Work: String {
  case readBool = "Read a Bool"
  case readBools = "Read eight Bools in turn"
  case readInt = "Read an Int"
  case readShortString = "Read a String of 5 bytes"
  case readString = "Read a String of 38 bytes"
  case readStrings = "Read an array of three Strings"
  case readCodable = "Read a Codable, unchanged since the last read"
  case readBesideThread = "Read beside a thread that writes another setting without a pause"
  case readBesideProcess = "Read beside a process that writes another setting without a pause"
  case readTracked = "Read inside withObservationTracking, one of many reads"
  case set = "Set a Bool, in memory only"
  case setAndRead = "Set a Bool and read it"
  case setAndReadOther = "Set a Bool and read another"
  case setAndReadTen = "Set a Bool and read ten other settings"
  case change = "Add to an Int in place"
  case setAgainstKill = "Set a Bool, to survive the end of the process"
  case findKeys = "Find the keys of one namespace among all"
  case setAgainstPowerLoss = "Set a Bool, to survive a loss of power"
  case setManyAgainstPowerLoss = "Set 100 Bools at once, to survive a loss of power (each)"
  case open = "Open a store and read one value"
  case visibility = "See what another process wrote"
}

/// Keeps the optimiser from leaving out what was computed.
@inline(__always)
func blackHole<Value>(_ value: Value) {
  withUnsafePointer(to: value) { swallow($0) }
}
