import Foundation
import Testing

@testable import NamespacedDefaults

/// The order of those who wait for the lock of a file, at times that the tests give.
@Suite struct LockQueueTests {
  /// Who waits for the file, or has it locked.
  private struct Process {
    let file: OpenFile
    var queue = LockQueue(offset: 64, turnLimit: 3)
    var wait = LockWait(limit: .seconds(1))

    init(_ path: String) throws { file = try OpenFile(path: path, for: .writing) }

    /// Tries to lock; a wait that ends so is over.
    mutating func locks(at microseconds: UInt64) throws -> Bool {
      let isLocked = try queue.tryLock(file, &wait, at: 1_000_000_000_000 + microseconds * 1000)
      if isLocked { wait = LockWait(limit: .seconds(1)) }
      return isLocked
    }

    func unlock() { file.unlock() }
  }

  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file()
    try write([UInt8](repeating: 0, count: 128), toFile: path)
  }

  private func processes(_ count: Int) throws -> [Process] { try (0..<count).map { _ in try Process(path) } }

  private var places: [UInt8] { get throws { Array(try bytes(ofFile: path)[64...]) } }

  @Test func whoWaitsLongestIsNext() throws {
    var all = try processes(4)
    #expect(try all[0].locks(at: 0))
    for number in 1...3 { #expect(try !all[number].locks(at: UInt64(number) * 1000)) }
    all[0].unlock()
    #expect(try !all[3].locks(at: 4000))
    #expect(try !all[2].locks(at: 5000))
    #expect(try all[1].locks(at: 6000))
    all[1].unlock()
    #expect(try !all[3].locks(at: 7000))
    #expect(try all[2].locks(at: 8000))
    all[2].unlock()
    #expect(try all[3].locks(at: 9000))
    #expect(try places == [UInt8](repeating: 0, count: 64))
  }

  @Test func whoComesDoesNotOvertake() throws {
    var all = try processes(3)
    #expect(try all[0].locks(at: 0))
    #expect(try !all[1].locks(at: 1000))
    all[0].unlock()
    #expect(try !all[2].locks(at: 2000), "it has just come")
    #expect(try all[1].locks(at: 3000))
  }

  @Test func whoHasHadItMayTakeItAFewTimesMore() throws {
    var all = try processes(2)
    #expect(try all[0].locks(at: 0))
    #expect(try !all[1].locks(at: 100))
    for time: UInt64 in [200, 300, 400] {
      all[0].unlock()
      #expect(try all[0].locks(at: time))
    }
    all[0].unlock()
    #expect(try !all[0].locks(at: 600))
    #expect(try all[1].locks(at: 700))
  }

  /// Three turns in all, where each takes longer.
  @Test func itMayDoSoForFiveMilliseconds() throws {
    var all = try processes(2)
    #expect(try all[0].locks(at: 0))
    #expect(try !all[1].locks(at: 100))
    for time: UInt64 in [2000, 4000] {
      all[0].unlock()
      #expect(try all[0].locks(at: time))
    }
    all[0].unlock()
    #expect(try !all[0].locks(at: 4500))
    #expect(try all[1].locks(at: 4600))
  }

  @Test func aWaitThatIsNotRenewedCountsForTwentyMilliseconds() throws {
    var all = try processes(3)
    #expect(try all[0].locks(at: 0))
    #expect(try !all[1].locks(at: 1000))
    #expect(try !all[2].locks(at: 2000))
    all[0].unlock()
    #expect(try !all[2].locks(at: 20_999))
    #expect(try all[2].locks(at: 21_000))
    #expect(try places == [UInt8](repeating: 0, count: 64), "its place is free again")
  }

  @Test func aWaitThatIsRenewedCountsOn() throws {
    var all = try processes(3)
    #expect(try all[0].locks(at: 0))
    #expect(try !all[1].locks(at: 1000))
    #expect(try !all[2].locks(at: 2000))
    #expect(try !all[1].locks(at: 15_000))
    all[0].unlock()
    #expect(try !all[2].locks(at: 21_000))
    #expect(try all[1].locks(at: 22_000))
  }

  /// A place is two numbers: since when somebody waits, and when that was last said.
  @Test(
    arguments: [[1, 1], [1, .max], [1, 1_000_030_000_000], [.max, .max], [0, 1_000_000_000_000]] as [[UInt64]]
  )
  func whatIsNoWaitOfNowCountsForNobody(numbers: [UInt64]) throws {
    try write(
      [UInt8](repeating: 0, count: 64) + numbers.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
        + [UInt8](repeating: 0, count: 48),
      toFile: path
    )
    var process = try Process(path)
    #expect(try process.locks(at: 0))
  }

  @Test func aFifthWaitHasAPlaceOnceOneIsFree() throws {
    var all = try processes(6)
    #expect(try all[0].locks(at: 0))
    for number in 1...5 { #expect(try !all[number].locks(at: UInt64(number) * 100)) }
    for number in 1...4 {
      all[number - 1].unlock()
      #expect(try !all[5].locks(at: UInt64(number) * 6000), "the others have waited longer")
      for other in number...4 where other > number { #expect(try !all[other].locks(at: UInt64(number) * 6000)) }
      #expect(try all[number].locks(at: UInt64(number) * 6000 + 100))
    }
    all[4].unlock()
    #expect(try all[5].locks(at: 24_200))
  }
}
