import NamespacedDefaults

/// The value and the record of one side of a mirror under a name.
struct MirrorEntry: Equatable, Sendable {
  var value: PropertyListValue?
  /// The record of the last version that the mirror has stored or found there.
  var stamp: Stamp?

  struct Stamp: Equatable, Sendable {
    var age: MirrorAge
    /// The digest of the value that the store has given back for the version.
    var digest: UInt64
    /// The digest of the version.
    var origin: UInt64
    var followed: [UInt64] = []
  }

  init(_ value: PropertyListValue?, _ stamp: Stamp? = nil) {
    self.value = value
    self.stamp = stamp
  }

  /// Creates the entry of a version, of which the store has made a value.
  init(_ version: MirrorVersion, storedAs value: PropertyListValue?) {
    self.init(
      value,
      Stamp(age: version.age, digest: ValueDigest.digest(of: value), origin: version.digest, followed: version.followed)
    )
  }

  /// Returns the version that the entry stands for, or `nil` if it has neither a value nor a record.
  ///
  /// A value that does not fit its record was written, or removed, without the mirror. The time of that is unknown, so it
  /// counts as a write of now.
  ///
  /// - Parameters:
  ///   - isOther: Whether the entry is one of the other side, where a value without a record may be older than the mirror.
  ///   - now: The time now.
  ///   - seen: The age that the other entry has.
  /// - Returns: The version.
  func version(isOther: Bool, now: Int64, seen: MirrorAge?) -> MirrorVersion? {
    guard let stamp else {
      let age = isOther ? MirrorAge.unmet : .written(MirrorAge.time(now: now, after: seen))
      return value.map { MirrorVersion($0, age) }
    }
    let recorded = MirrorVersion(value, stamp.age, digest: stamp.origin, followed: stamp.followed)
    if stamp.digest == ValueDigest.digest(of: value) { return recorded }
    let time = MirrorAge.time(now: now, after: stamp.age, seen)
    return MirrorVersion(value, .written(time)).following(recorded)
  }

  /// Returns the entry with the time of now in place of one that is more than a day ahead of it.
  ///
  /// One wrong clock would else make a counter of the time until its date comes, and of two writes without each other the
  /// device would win that has written more often.
  func corrected(at now: Int64) -> MirrorEntry {
    // A clock that was reset knows nothing of other clocks.
    guard now > MirrorAge.earliestNow, case .written(let time)? = stamp?.age, time > now + MirrorAge.day else {
      return self
    }
    var entry = self
    entry.stamp?.age = .written(now)
    entry.stamp?.followed.append(MirrorVersion.identity(ofWriteAt: time, digest: stamp?.origin ?? 0))
    return entry
  }

  /// Returns whether the store has a version.
  func has(_ version: MirrorVersion) -> Bool { stamp == MirrorEntry(version, storedAs: value).stamp }
}
