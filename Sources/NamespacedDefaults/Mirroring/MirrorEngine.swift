/// The part of a mirror that keeps two stores alike: it looks at names, decides and writes.
///
/// It never has both stores locked, and calls the program's code with neither locked. What it writes makes it look again,
/// and then there is nothing to do.
final class MirrorEngine: Sendable {
  /// The number of removals that a store remembers; the oldest are forgotten first.
  ///
  /// They would fill a store in which names come and go. A device that was away for more removals than these brings the
  /// oldest values back.
  static let removalLimit = 128

  private let local: MirrorSide
  private let other: MirrorSide
  private let names: MirroredNames
  private let policy: DefaultsMirror.ConflictPolicy
  private let now: @Sendable () -> Int64

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
    // First, because a write has its time whether the other store can be reached or not.
    guard report(in: local, .failedWrite, { try stamp(work.written) }) else { return rest }
    rest.written = []
    if work.forgets {
      guard report(in: local, .failedWrite, { try forget() }) else { return rest }
      rest.forgets = false
    }
    guard let names = allNames(of: work) else { return rest }
    let (failed, isStamped) = settle(names)
    rest.names = failed
    rest.isFull = work.isFull && !isStamped
    if work.isFull, isStamped {
      report(in: local, .failedWrite) {
        let record = try local.store.value(forKey: ReservedName.mirroredSettings)
        try local.store.set(self.names.recorded(in: record), forKey: ReservedName.mirroredSettings)
      }
      forgetOldRemovals(among: names)
    }
    return rest
  }

  private func allNames(of work: MirrorQueue.Work) -> Set<String>? {
    guard work.isFull else { return work.names }
    guard let localNames = value(in: local, .failedRead, { try local.names() }),
      let otherNames = value(in: other, .failedRead, { try other.names() })
    else { return nil }
    return localNames.union(otherNames).union(work.names).filter(names.contains)
  }

  /// Records the time of what this process has written in the local store.
  private func stamp(_ written: Set<String>) throws {
    guard !written.isEmpty else { return }
    try local.store.exclusively {
      var changes: [String: PropertyListValue?] = [:]
      for name in written.filter(names.contains) {
        let entry = try local.entry(name)
        guard let version = entry.version(isMet: true, now: now(), seen: nil), entry != MirrorEntry(version) else {
          continue
        }
        changes.merge(local.changes(version, forKey: name)) { $1 }
      }
      try local.store.apply(changes)
    }
  }

  /// Forgets when the local values were written, because the other store has become another person's.
  private func forget() throws {
    try local.store.exclusively {
      var changes: [String: PropertyListValue?] = [ReservedName.mirroredSettings: nil]
      for name in try local.names().filter(names.contains) { changes.merge(local.forgetting(name)) { $1 } }
      try local.store.apply(changes)
    }
  }

  /// Gives both stores the newer version of each name.
  ///
  /// - Returns: The names of which one store could not be written, and whether the local one has all versions.
  private func settle(_ names: Set<String>) -> (failed: Set<String>, isStamped: Bool) {
    var (open, failed) = (names, Set<String>())
    var answers: [String: Answer] = [:]
    while !open.isEmpty {
      guard let others = value(in: other, .failedRead, { try other.entries(open) }),
        let round = value(in: local, .failedWrite, { try storeLocally(others, answers) })
      else { return (open.union(failed), false) }
      for problem in round.problems { problem.report() }
      let (refused, changed) = push(round.versions, over: others)
      failed.formUnion(refused)
      answers = round.conflicts.mapValues { Answer(to: $0, by: policy) }
      open = changed.union(answers.keys)
    }
    return (failed, true)
  }

  /// What is decided about several names at one moment of the local store.
  private struct Round {
    /// The versions that the other store is to have.
    var versions: [String: MirrorVersion] = [:]
    var conflicts: [String: DefaultsMirror.Conflict] = [:]
    var problems: [DefaultsProblem] = []
  }

  /// The program's answer to a conflict, which counts as long as both values are the same.
  private struct Answer {
    let conflict: DefaultsMirror.Conflict
    let value: PropertyListValue?

    init(to conflict: DefaultsMirror.Conflict, by policy: DefaultsMirror.ConflictPolicy) {
      self.conflict = conflict
      value = policy.resolve?(conflict)
    }
  }

  private func storeLocally(_ others: [String: MirrorEntry], _ answers: [String: Answer]) throws -> Round {
    try local.store.exclusively {
      var round = Round()
      var changes: [String: PropertyListValue?] = [:]
      let record = try local.store.value(forKey: ReservedName.mirroredSettings)
      let now = now()
      for (name, otherEntry) in others {
        let entry = try local.entry(name)
        let isMet = names.contains(name, asRecordedIn: record)
        let version = entry.version(isMet: isMet, now: now, seen: otherEntry.stamp?.time)
        let otherVersion = otherEntry.version(isMet: false, now: now, seen: entry.stamp?.time)
        var decision = MirrorDecision(version, otherVersion, now: now)
        if decision == .conflict, let conflict = DefaultsMirror.Conflict(name, version, otherVersion) {
          guard let winner = winner(of: conflict, answers[name], &round) else {
            round.conflicts[name] = conflict
            continue
          }
          decision = .store(winner.timed(MirrorVersion.time(now: now, after: version?.time, otherVersion?.time)))
        }
        switch decision {
        case .store(let winner):
          round.versions[name] = winner
          if entry != MirrorEntry(winner) { changes.merge(local.changes(winner, forKey: name)) { $1 } }
        case .storeLocally(let winner):
          if entry != MirrorEntry(winner) { changes.merge(local.changes(winner, forKey: name)) { $1 } }
        case .conflict, .nothing: break
        }
      }
      try local.store.apply(changes)
      return round
    }
  }

  /// Returns the version that the program's rule chooses, or `nil` if its code has to be asked first.
  private func winner(
    of conflict: DefaultsMirror.Conflict,
    _ answer: Answer?,
    _ round: inout Round
  ) -> MirrorVersion? {
    if policy.resolve != nil {
      guard let answer, answer.conflict.localValue == conflict.localValue,
        answer.conflict.otherValue == conflict.otherValue
      else { return nil }
      return MirrorVersion(value: answer.value, time: nil)
    }
    // Whichever value wins, the other one is somebody's setting: it is not lost without a word.
    round.problems.append(
      local.store.context.problems.problem(
        .mirrorConflict,
        key: conflict.key,
        error: MirrorConflictError(isLocalKept: policy.keepsLocal, other: other.store.label)
      )
    )
    return policy.keepsLocal
      ? MirrorVersion(value: conflict.localValue, time: conflict.localTime)
      : MirrorVersion(value: conflict.otherValue, time: conflict.otherTime)
  }

  /// Stores versions in the other store, unless it has changed since it was read.
  ///
  /// - Returns: The names that it refuses, and those under which it has changed.
  private func push(
    _ versions: [String: MirrorVersion],
    over others: [String: MirrorEntry]
  ) -> (refused: Set<String>, changed: Set<String>) {
    let new = versions.filter { others[$0.key] != MirrorEntry($0.value) }
    guard !new.isEmpty else { return ([], []) }
    let problems = other.store.context.problems
    if let changed = try? store(new, over: others) {
      problems.recordSuccess(.failedWrite)
      return ([], changed)
    }
    // One by one, so that a value which the store refuses does not hold up the others. That these succeed does not make
    // the refusal a new one.
    var (refused, changed) = (Set<String>(), Set<String>())
    for (name, version) in new {
      do {
        changed.formUnion(try store([name: version], over: others))
      } catch {
        problems.problem(.failedWrite, key: name, error: error).report()
        refused.insert(name)
      }
    }
    return (refused, changed)
  }

  private func store(_ versions: [String: MirrorVersion], over others: [String: MirrorEntry]) throws -> Set<String> {
    try other.store.exclusively {
      var changes: [String: PropertyListValue?] = [:]
      var changed: Set<String> = []
      for (name, version) in versions {
        if try other.entry(name) == others[name] {
          changes.merge(other.changes(version, forKey: name)) { $1 }
        } else {
          changed.insert(name)
        }
      }
      try other.store.apply(changes)
      return changed
    }
  }

  /// Forgets the oldest removals in both stores, if there are too many.
  private func forgetOldRemovals(among names: Set<String>) {
    for side in [local, other] {
      // A failure is not reported, because nothing is lost and the next look at all names tries again.
      try? side.store.exclusively {
        let removals = try side.entries(names).compactMap { name, entry in
          entry.value == nil ? entry.stamp.map { (name: name, time: $0.time) } : nil
        }
        let old = removals.sorted { ($0.time, $0.name) > ($1.time, $1.name) }.dropFirst(Self.removalLimit)
        try side.store.apply(old.reduce(into: [:]) { $0.merge(side.forgetting($1.name)) { $1 } })
      }
    }
  }

  @discardableResult
  private func report(in side: MirrorSide, _ kind: DefaultsProblem.Kind, _ body: () throws -> Void) -> Bool {
    value(in: side, kind, body) != nil
  }

  private func value<Result>(
    in side: MirrorSide,
    _ kind: DefaultsProblem.Kind,
    _ body: () throws -> Result
  ) -> Result? {
    side.store.reportingErrors(as: kind) { try body() }
  }
}

/// The error of two values of unknown age, of which one has replaced the other.
struct MirrorConflictError: Error, CustomStringConvertible {
  let isLocalKept: Bool
  let other: String

  var description: String {
    """
    the store and \(other) had different values, and nothing says which is newer; \
    \(isLocalKept ? "that of the store" : "the other one") was kept
    """
  }
}
