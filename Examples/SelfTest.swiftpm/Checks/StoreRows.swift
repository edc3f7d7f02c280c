import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsBattery

extension Row {
  /// The promises of every store; `makeEmpty` removes what a promise has left, and returns what opens the store.
  static func battery(_ store: String, makeEmpty: () throws -> () throws -> any DefaultsStore) -> Row {
    Row("promises of \(store)", expected: "\(StoreBattery.allCases.count) promises are kept") {
      var broken: [String] = []
      for promise in StoreBattery.allCases {
        let failures = try promise.failures(reopening: makeEmpty())
        if let first = failures.first { broken.append("\(promise.rawValue): \(first) (\(failures.count) in all)") }
      }
      guard broken.isEmpty else { return .fails(broken.joined(separator: "; ")) }
      return .holds("\(StoreBattery.allCases.count) kept")
    }
  }

  /// Writes that wait for the disk, and what a new store finds then.
  static func durability(
    in directory: Scratch,
    open: (_ path: String) throws -> any DefaultsStore = { try FileStore(path: $0, durability: .powerLoss) }
  ) -> Row {
    let count = 100
    return Row(
      "writes that survive a loss of power",
      expected: "\(Device.synchronizationCall) succeeds, and \(count) values are there when the store is opened again"
    ) {
      let path = directory.path()
      let start = ContinuousClock.now
      do {
        let store = try open(path)
        for number in 0..<count { try store.set(.integer(Int64(number)), forKey: "\(number)") }
        try store.synchronize()
      }
      let time = (ContinuousClock.now - start) / count
      let store = try open(path)
      for number in 0..<count {
        guard try store.value(forKey: "\(number)") == .integer(Int64(number)) else {
          return .fails("the value \(number) is missing")
        }
      }
      // The two stores may share what they have in memory; this reads the file.
      let report = try FileStore.verify(path: path)
      guard report.keyCount == count, report.damage.isEmpty else { return .fails("\(report)") }
      return .holds("\(count) values, \(time.short) for each")
    }
  }

  /// What a hundred thousand reads and writes leave in memory; `access` reads and writes once.
  static func memory(access: (_ number: Int) throws -> Void) -> Row {
    let (count, limit) = (100_000, 16 << 20)
    return Row("memory", expected: "\(count) reads and writes keep less than \(limit >> 20) MiB") {
      // What the first accesses allocate is used by all others.
      for number in 0..<10_000 { try access(number) }
      guard let before = Device.residentSize else { throw Failure("the size in memory is unknown") }
      for number in 0..<count { try access(number) }
      guard let after = Device.residentSize else { throw Failure("the size in memory is unknown") }
      let growth = "\((after - before) / 1024) KiB more, \(after >> 20) MiB in all"
      return after - before < limit ? .holds(growth) : .fails(growth)
    }
  }

  /// The cost of one way to read beside another one.
  ///
  /// The figure is what matters. That it is below the limit shows only that nothing is out of order.
  static func ratio(
    _ name: String,
    limit: Double,
    of read: () -> Void,
    to other: () -> Void,
    clock: () -> ContinuousClock.Instant = { .now }
  ) -> Row {
    Row(name, expected: "a figure, below \(Int(limit))") {
      func time(_ body: () -> Void) -> Duration {
        let count = 2_000
        // The shortest of several, which nothing has interrupted.
        return (0..<5).map { _ in
          let start = clock()
          for _ in 0..<count { body() }
          return (clock() - start) / count
        }.min() ?? .zero
      }
      let (first, second) = (time(read), time(other))
      let ratio = first / second
      let text = "\(ratio.formatted(.number.precision(.significantDigits(2)))): \(first.short) beside \(second.short)"
      // Where a clock stands still, the ratio is not a number, and below nothing.
      return ratio < limit ? .holds(text) : .fails(text)
    }
  }
}

extension Duration {
  var short: String {
    formatted(.units(allowed: [.seconds, .milliseconds, .microseconds, .nanoseconds], maximumUnitCount: 1))
  }
}
