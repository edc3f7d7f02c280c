import NamespacedDefaults

/// The time at which a value was written, as far as a mirror has a record of it.
///
/// Times are milliseconds since the beginning of 2001. They are those of a hybrid logical clock (Kulkarni et al., "Logical
/// Physical Clocks", 2014) with its counter in the lowest digits: the time of the device's clock, but always later than
/// every time that the device has seen for the name. So a write that follows another is the newer one, however wrong the
/// clocks are. If a device made one of two writes without the other, the clocks decide.
enum MirrorAge: Hashable, Sendable {
  /// Stored before there was a mirror, and the other side has not had it yet.
  case unmet
  /// Stored before there was a mirror; the other side was given it at this time, which says nothing of the value.
  case given(Int64)
  /// Written, or removed, at this time.
  case written(Int64)

  /// The number that is stored: a time above 0 for a write, one below for a value that was given, and the least for one
  /// that is unmet.
  ///
  /// The greater number says more about a value.
  var number: Int64 {
    switch self {
    case .unmet: .min
    case .given(let time): -time
    case .written(let time): time
    }
  }

  init(number: Int64) {
    self = number == .min ? .unmet : number < 0 ? .given(-number) : .written(number)
  }

  /// The time that a later write must exceed.
  var time: Int64 {
    switch self {
    case .unmet: 0
    case .given(let time), .written(let time): time
    }
  }

  static let day: Int64 = 86_400_000
  /// The beginning of 2026, before which no program has this.
  static let earliestNow: Int64 = 788_918_400_000

  var isWrite: Bool { if case .written = self { true } else { false } }

  /// Returns the time of a write that is made now, after everything that was seen for the name.
  static func time(now: Int64, after seen: MirrorAge?...) -> Int64 {
    // A time at the end of the numbers cannot be exceeded. It can only be made on purpose.
    max(now, (seen.compactMap(\.?.time).max() ?? 0) &+ 1)
  }
}

/// A value that one side of a mirror has, or its removal.
struct MirrorVersion: Equatable, Sendable {
  /// The number of given values that a version remembers to have followed, one for each device that had a value of its own.
  static let followedLimit = 8

  /// The value, or `nil` if it was removed.
  var value: PropertyListValue?
  var age: MirrorAge
  /// The digest of the value as it was written, by which versions are compared.
  ///
  /// A store may keep another form: a JSON file has an object in place of a `Codable`'s data.
  var digest: UInt64
  /// The identities of the given values that this one has followed or met, in their order; of a given one those of equal
  /// values.
  ///
  /// A device that has given one of them takes the version for a change of its own value. Any other version was made
  /// without it. Among them are those of writes whose time this one has in a better form.
  var followed: [UInt64]

  init(_ value: PropertyListValue?, _ age: MirrorAge, digest: UInt64? = nil, followed: [UInt64] = []) {
    self.value = value
    self.age = age
    self.digest = digest ?? ValueDigest.digest(of: value)
    self.followed = followed
  }

  /// The number that a value has from its being given, or `nil` if it was not.
  var identity: UInt64? { if case .given(let time) = age { digest ^ UInt64(bitPattern: time) } else { nil } }

  /// The number that a write has whose time is of a wrong clock.
  static func identity(ofWriteAt time: Int64, digest: UInt64) -> UInt64 { digest ^ UInt64(bitPattern: time) }

  /// Returns whether the version is another one with the time of a better clock.
  func corrects(_ other: MirrorVersion) -> Bool {
    age.isWrite && other.age.isWrite && digest == other.digest && age.time < other.age.time
      && followed.contains(Self.identity(ofWriteAt: other.age.time, digest: other.digest))
  }

  /// The value's own identity, if it has one, and those that it has followed.
  private var line: Set<UInt64> { Set(followed + [identity].compactMap(\.self)) }

  /// Returns whether the version was made with the knowledge of another one, which was given.
  func hasFollowed(_ other: MirrorVersion) -> Bool { !other.line.isDisjoint(with: followed) }

  /// Returns the version, which has followed others.
  func following(_ others: MirrorVersion...) -> MirrorVersion {
    var version = self
    let all = others.reduce(Set(followed)) { $0.union($1.line) }.subtracting([identity].compactMap(\.self))
    version.followed = Array(all.sorted().suffix(Self.followedLimit))
    return version
  }

  /// Returns the version as the other side gets it at a time.
  func given(at time: Int64) -> MirrorVersion {
    var version = self
    if age == .unmet { version.age = .given(time) }
    return version
  }
}
