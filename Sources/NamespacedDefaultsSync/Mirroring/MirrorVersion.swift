import NamespacedDefaults

/// A value that one side of a mirror has, or its removal, and the time at which it was written.
struct MirrorVersion: Equatable, Sendable {
  /// The value, or `nil` if it was removed.
  var value: PropertyListValue?
  /// The milliseconds since the beginning of 2001, or `nil` for a value that was there before the mirror.
  ///
  /// This is a hybrid logical clock (Kulkarni et al., "Logical Physical Clocks", 2014) with its counter in the lowest
  /// digits: the time of the device's clock, but always later than every time that the device has seen for the name. So
  /// a write that follows another is the newer one, however wrong the clocks are. If a device made one of two writes
  /// without the other, the clocks decide.
  var time: Int64?

  /// Returns whether this version wins over another, whichever device compares them.
  ///
  /// Two writes of one millisecond are told apart by their values, which all devices have.
  func isNewer(than other: MirrorVersion, time: Int64, otherTime: Int64) -> Bool {
    time == otherTime
      ? ValueDigest.digest(of: value) > ValueDigest.digest(of: other.value)
      : time > otherTime
  }

  /// Returns the time of a write that is made now, after everything that was seen for the name.
  static func time(now: Int64, after seen: Int64?...) -> Int64 {
    // A time at the end of the numbers cannot be exceeded. It can only be made on purpose.
    max(now, (seen.compactMap(\.self).max() ?? 0) &+ 1)
  }
}

/// The value and the record of one side of a mirror under a name.
struct MirrorEntry: Equatable, Sendable {
  var value: PropertyListValue?
  /// The record of the last version that the mirror has stored or found there.
  var stamp: Stamp?

  struct Stamp: Equatable, Sendable {
    var time: Int64
    /// The digest of the value at that time.
    var digest: UInt64
  }

  /// The entry of a version whose time is known.
  init(_ version: MirrorVersion) {
    value = version.value
    stamp = version.time.map { Stamp(time: $0, digest: ValueDigest.digest(of: version.value)) }
  }

  init(value: PropertyListValue?, stamp: Stamp?) {
    self.value = value
    self.stamp = stamp
  }

  /// Returns the version that the entry stands for, or `nil` if it has neither a value nor a record.
  ///
  /// A value that does not fit its record was written, or removed, without the mirror. The time of that is unknown, so it
  /// counts as a write of now.
  ///
  /// - Parameters:
  ///   - isMet: Whether all values that were there before the mirror have a record, so that one without is new.
  ///   - now: The time now.
  ///   - seen: The time that the other side has.
  /// - Returns: The version.
  func version(isMet: Bool, now: Int64, seen: Int64?) -> MirrorVersion? {
    guard let stamp else {
      guard let value else { return nil }
      return MirrorVersion(value: value, time: isMet ? MirrorVersion.time(now: now, after: seen) : nil)
    }
    let isKnown = stamp.digest == ValueDigest.digest(of: value)
    return MirrorVersion(
      value: value,
      time: isKnown ? stamp.time : MirrorVersion.time(now: now, after: stamp.time, seen)
    )
  }
}
