import NamespacedDefaults

extension MirrorEngine {
  /// Gives both stores the newer version of each name.
  ///
  /// - Returns: The names of which one store could not be written, and whether the local one has all versions.
  func reconcile(_ names: Set<String>) -> (failed: Set<String>, isStamped: Bool) {
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

  /// The decisions about several names at one moment of the local store.
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
    try local.store.transaction {
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
    try other.store.transaction {
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
}
