import NamespacedDefaults

/// The action of a mirror for one name, decided from the versions of both sides and nothing else.
///
/// If the versions are equal, both sides get the age that says more, but for one that the other side has corrected. If not:
///
/// | this side ↓, other side → | nothing | unmet | given | written |
/// | --- | --- | --- | --- | --- |
/// | nothing | – | the other | the other | the other |
/// | unmet | this | first meeting | first meeting | first meeting |
/// | given | this | first meeting | first meeting | the other if it has followed this, else first meeting |
/// | written | this | first meeting | this | the later |
///
/// A removal is a version that was written. An unmet version that the other side gets is given. A given one of the other
/// side that meets a write is left to the device that has given it, whose own rule decides when the write arrives there.
enum MirrorDecision: Equatable {
  /// Both sides get a version, unless they have it.
  case store(MirrorVersion)
  /// This side gets a version, and the other one nothing: a removal of what it does not have.
  case storeLocally(MirrorVersion)
  /// Two versions meet, and nothing says which is newer: the rule of the program decides.
  case meeting(MirrorVersion, MirrorVersion)
  /// There is nothing to do.
  case nothing

  /// Decides which version both sides get.
  ///
  /// - Parameters:
  ///   - local: The version of this side; `nil` if it has no record of the name.
  ///   - other: That of the other side.
  ///   - now: The time now, which is later than those of the versions.
  init(_ local: MirrorVersion?, _ other: MirrorVersion?, now: Int64) {
    guard let local else {
      // A removal too, so that a write that follows it is the newer one.
      self = other.map { .store($0.given(at: now)) } ?? .nothing
      return
    }
    guard let other else {
      // The other side may be new, or empty because an account has changed. To be absent is not to be removed.
      self = local.value == nil ? .storeLocally(local) : .store(local.given(at: now))
      return
    }
    if other.corrects(local) || local.corrects(other) {
      self = .store(other.corrects(local) ? other : local)
      return
    }
    if local.digest == other.digest || local.value == other.value {
      // The value is that of this side, because the other one may have another form of it.
      let age = MirrorAge(number: max(local.age.number, other.age.number))
      let equal = MirrorVersion(local.value, age, digest: max(local.digest, other.digest))
      self = .store(equal.following(local, other).given(at: now))
      return
    }
    switch (local.age, other.age) {
    // Two writes of one millisecond are ordered by their values, which all devices have.
    case (.written(let time), .written(let otherTime)):
      self = .store((time, local.digest) > (otherTime, other.digest) ? local : other)
    case (.given, .written) where other.hasFollowed(local): self = .store(other)
    case (.written, .given): self = .store(local)
    default: self = .meeting(local, other)
    }
  }
}
