import NamespacedDefaults

/// The action of a mirror for one name, decided from the versions of both sides and nothing else.
enum MirrorDecision: Equatable {
  /// Both sides get a version, unless they have it.
  case store(MirrorVersion)
  /// The local side gets a version, and the other one nothing: a removal of what it does not have.
  case storeLocally(MirrorVersion)
  /// Two values meet, and nothing says which is newer.
  case conflict
  /// There is nothing to do.
  case nothing

  /// Decides which version both sides get.
  ///
  /// - Parameters:
  ///   - local: The version of the local side; `nil` if it has no record of the name.
  ///   - other: That of the other side.
  ///   - now: The time now.
  init(_ local: MirrorVersion?, _ other: MirrorVersion?, now: Int64) {
    let later = MirrorVersion.time(now: now, after: local?.time, other?.time)
    switch (local, other) {
    case (nil, nil): self = .nothing
    // The other side may be new, or empty because an account has changed. To be absent is not to be removed.
    case (let local?, nil): self = local.value == nil ? .storeLocally(local) : .store(local.timed(later))
    // A removal too, so that a write that follows it is the newer one.
    case (nil, let other?): self = .store(other.timed(later))
    case (let local?, let other?):
      if local.value == other.value {
        let time = [local.time, other.time].compactMap(\.self).max()
        self = .store(MirrorVersion(value: local.value, time: time ?? later))
      } else if let time = local.time, let otherTime = other.time {
        self = .store(local.isNewer(than: other, time: time, otherTime: otherTime) ? local : other)
      } else if local.value == nil {
        // A value of unknown age wins over a removal: who removed it can do so again, who lost it cannot.
        self = .store(MirrorVersion(value: other.value, time: later))
      } else if other.value == nil {
        self = .store(MirrorVersion(value: local.value, time: later))
      } else {
        self = .conflict
      }
    }
  }
}

extension MirrorVersion {
  /// Returns the version with a time if it has none.
  func timed(_ time: Int64) -> MirrorVersion {
    MirrorVersion(value: value, time: self.time ?? time)
  }
}
