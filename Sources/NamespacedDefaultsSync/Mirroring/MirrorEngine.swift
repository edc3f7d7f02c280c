import NamespacedDefaults

/// The part of a mirror that keeps two stores alike: it compares names, decides and writes.
///
/// It never has both stores locked, and calls the program's code with neither locked. Its own writes make it compare
/// again, and then there is nothing to do.
final class MirrorEngine: Sendable {
  /// The number of removals that a store remembers for more than a day; the oldest are forgotten first.
  ///
  /// They would fill a store in which names come and go. A device that was away for a day and more removals than these
  /// brings the oldest values back.
  static let removalLimit = 128

  let local: MirrorSide
  let other: MirrorSide
  let names: MirroredNames
  let policy: DefaultsMirror.ConflictPolicy
  let now: @Sendable () -> Int64

  init(
    _ local: any DefaultsStore,
    _ other: any DefaultsStore,
    _ names: MirroredNames,
    _ policy: DefaultsMirror.ConflictPolicy,
    now: @escaping @Sendable () -> Int64
  ) {
    self.local = MirrorSide(local)
    self.other = MirrorSide(other)
    self.names = names
    self.policy = policy
    self.now = now
  }

  /// Does work, and returns what has failed and is to be tried again.
  func perform(_ work: MirrorQueue.Work) -> MirrorQueue.Work {
    var rest = work
    // First, because a write has its time whether the other store can be reached or not. Only what a store has that could
    // not be read at the start is no write.
    guard begin(), local.store.reportingErrors(as: .failedWrite, { try stamp(work.written) }) != nil
    else { return rest }
    rest.written = []
    guard !work.forgets || forget() && begin() else { return rest }
    rest.forgets = false
    guard let names = allNames(of: work) else { return rest }
    let (failed, isComplete) = reconcile(names)
    rest.names = failed
    rest.isFull = work.isFull && !isComplete
    if work.isFull, isComplete { forgetOldRemovals(among: names) }
    return rest
  }

  private func allNames(of work: MirrorQueue.Work) -> Set<String>? {
    guard work.isFull else { return work.names }
    guard let localNames = local.store.reportingErrors(as: .failedRead, { try local.names() }),
      let otherNames = other.store.reportingErrors(as: .failedRead, { try other.names() })
    else { return nil }
    return localNames.union(otherNames).union(work.names).union(names.listed).filter(names.contains)
  }

  /// Records the time of what this process has written in the local store.
  private func stamp(_ written: Set<String>) throws {
    guard !written.isEmpty else { return }
    try local.store.exclusively {
      var versions: [String: MirrorVersion] = [:]
      for name in written.filter(names.contains) {
        let (entry, now) = (try local.entry(name), now())
        let version = entry.corrected(at: now).version(isOther: false, now: now, seen: nil)
        if let version, !entry.has(version) { versions[name] = version }
      }
      try local.write(versions)
    }
  }

  /// Records that the values which the local store has under names that were not mirrored before are unmet.
  ///
  /// A value without a record was thus written later, and counts as a write.
  ///
  /// - Returns: Whether the local store could be written.
  @discardableResult
  func begin() -> Bool {
    local.store.reportingErrors(as: .failedWrite) {
      let record = try local.store.value(forKey: ReservedName.mirroredSettings)
      guard names.recorded(in: record) != record else { return }
      try local.store.exclusively {
        let record = try local.store.value(forKey: ReservedName.mirroredSettings)
        var changes = [ReservedName.mirroredSettings: Optional(names.recorded(in: record))]
        for name in try local.names().union(names.listed).filter(names.contains) {
          let entry = try local.entry(name)
          guard entry.stamp == nil, let value = entry.value, !names.contains(name, asRecordedIn: record)
          else { continue }
          let unmet = MirrorEntry(MirrorVersion(value, .unmet), storedAs: value)
          changes.merge(local.record(of: unmet, forKey: name)) { $1 }
        }
        try local.store.set(changes)
      }
    } != nil
  }

  /// Removes what the local store has recorded, because the other store has become another person's.
  ///
  /// - Returns: Whether the local store could be written.
  @discardableResult
  func forget() -> Bool {
    local.store.reportingErrors(as: .failedWrite) { () throws -> Void in
      var changes: [String: PropertyListValue?] = [ReservedName.mirroredSettings: nil]
      for name in try local.names().filter(names.contains) { changes.merge(local.forgetting(name)) { $1 } }
      try local.store.set(changes)
    } != nil
  }

  /// Forgets the oldest removals in both stores, if there are too many.
  private func forgetOldRemovals(among names: Set<String>) {
    let yesterday = now() - MirrorAge.day
    for side in [local, other] {
      // A failure is not reported, because nothing is lost and the next comparison of all names tries again.
      try? side.store.exclusively {
        let removals = try side.entries(names).compactMap { name, entry in
          entry.value == nil ? entry.stamp.map { (name: name, time: $0.age.time) } : nil
        }
        let old = removals.sorted { ($0.time, $0.name) > ($1.time, $1.name) }.dropFirst(Self.removalLimit)
          .filter { $0.time <= yesterday }
        try side.store.set(old.reduce(into: [:]) { $0.merge(side.forgetting($1.name)) { $1 } })
      }
    }
  }
}
