/// The order in which processes get the lock of a file: who waits longest is next.
///
/// flock(2) keeps no order: who releases a lock and takes it again at once comes before all who wait for it. So who has to
/// wait says in the file since when, and nobody takes the lock while somebody is there who waits longer. Nothing is said of a
/// lock that is free.
///
/// A place for a wait has 16 bytes: when it has begun, and when it was last seen, in nanoseconds of the machine's clock. It
/// counts for a moment after that. So a process that was killed or stopped holds up nobody for longer, and whatever else is
/// there is passed over. There are places for the four longest waits. The others get one as those are over.
package struct LockQueue {
  private static let placeCount = 4
  static let placeSize = 16
  /// The time in nanoseconds for which a wait counts that is not renewed; a busy machine does not let it run for long.
  private static let patience: UInt64 = 20_000_000
  /// The time in nanoseconds after which it is renewed.
  private static let renewal: UInt64 = 5_000_000
  /// The time in nanoseconds for which a process that has waited may take the lock again and again.
  ///
  /// Otherwise each short turn would cost the time that the next process needs to notice that it is over, and to read what is
  /// new.
  private static let share: UInt64 = 500_000
  /// The time for which it may do so if it has had fewer turns than its limit.
  private static let longShare: UInt64 = 5_000_000

  /// Where the places are in the file.
  private let offset: Int
  private let turnLimit: Int
  /// The time at which this process has got the lock after a wait, and how often it has taken it since.
  private var shareStart: UInt64 = 0
  private var turnCount = 0
  /// Whether nobody has been seen to wait since the lock was last taken.
  package private(set) var isEmpty = true

  /// Creates the queue of a file that has its places at an offset, and in which a process has so many turns, if they are short,
  /// before the next one.
  package init(offset: Int, turnLimit: Int) {
    (self.offset, self.turnLimit) = (offset, turnLimit)
  }

  private struct Place {
    var start: UInt64 = 0
    var lastSeen: UInt64 = 0

    func counts(at time: UInt64) -> Bool {
      start != 0 && lastSeen < time &+ LockQueue.patience && time < lastSeen &+ LockQueue.patience
    }
  }

  /// Locks the file, unless somebody has it or has waited longer for it.
  ///
  /// If not, the file says that this wait goes on. A file that cannot be written does not, and the lock is tried all the same.
  ///
  /// - Returns: Whether the file is locked now.
  /// - Throws: An error if the file cannot be read or locked.
  package mutating func tryLock(_ file: OpenFile, _ wait: inout LockWait) throws(DefaultsError) -> Bool {
    try tryLock(file, &wait, at: FineClock.now)
  }

  /// Locks the file as above, at a time of the clock that tests give.
  mutating func tryLock(_ file: OpenFile, _ wait: inout LockWait, at now: UInt64) throws(DefaultsError) -> Bool {
    let share = turnCount < turnLimit ? Self.longShare : Self.share
    if wait.queueTime == nil, now < shareStart + share, try file.tryLock() {
      turnCount += 1
      isEmpty = false
      return true
    }
    let start = wait.queueTime ?? now
    let places = try places(of: file)
    let ahead = places.count { $0.counts(at: now) && $0.start < start }
    wait.queue(since: start, behind: ahead)
    if ahead == 0, try file.tryLock() {
      (shareStart, turnCount) = (now, 1)
      isEmpty = true
      for (index, place) in places.enumerated() where place.start != 0 {
        if place.start != start, place.counts(at: now) { isEmpty = false } else { put(Place(), at: index, of: file) }
      }
      return true
    }
    let youngest = places.indices.max { places[$0].start < places[$1].start }
    let own = Place(start: start, lastSeen: now)
    if let index = places.firstIndex(where: { $0.start == start }) {
      if now > places[index].lastSeen &+ Self.renewal { put(own, at: index, of: file) }
    } else if let index = places.firstIndex(where: { !$0.counts(at: now) }) {
      put(own, at: index, of: file)
    } else if let youngest, places[youngest].start > start {
      put(own, at: youngest, of: file)
    }
    return false
  }

  private func places(of file: OpenFile) throws(DefaultsError) -> [Place] {
    var numbers = SIMD8<UInt64>()  // with zeros in place of what is not there
    _ = try withUnsafeMutableBytes(of: &numbers) { (buffer) throws(DefaultsError) in
      try file.read(at: offset, into: buffer)
    }
    return (0..<Self.placeCount).map {
      Place(start: UInt64(littleEndian: numbers[2 * $0]), lastSeen: UInt64(littleEndian: numbers[2 * $0 + 1]))
    }
  }

  private func put(_ place: Place, at index: Int, of file: OpenFile) {
    let numbers = [place.start.littleEndian, place.lastSeen.littleEndian]
    numbers.withUnsafeBytes { try? file.write($0, at: offset + index * Self.placeSize) }
  }
}
