import NamespacedDefaults

extension MirrorEngine {
  /// Gives both stores the version of each name that wins.
  ///
  /// - Returns: The names of which one store could not be written, and whether the local one has all versions.
  func reconcile(_ names: Set<String>) -> (failed: Set<String>, isComplete: Bool) {
    var (open, failed) = (names, Set<String>())
    var answers: [String: Answer] = [:]
    while !open.isEmpty {
      guard let others = other.store.reportingErrors(as: .failedRead, { try other.entries(open) }),
        let round = local.store.reportingErrors(as: .failedWrite, { try storeLocally(others, answers) })
      else { return (open.union(failed), false) }
      reportConflicts(round)
      if !round.corrected.isEmpty {
        let error = MirrorClockError(names: round.corrected.sorted(), other: other.store.label)
        DefaultsProblem(.wrongClock, key: error.names[0], error: error).report()
      }
      reportRefusals(round.refusals, of: local)
      let (refused, changed) = push(round.versions, over: others)
      failed.formUnion(refused.union(round.refusals.keys))
      answers = round.conflicts.mapValues { Answer(to: $0, by: policy) }
      open = changed.union(answers.keys)
    }
    return (failed, true)
  }

  /// The decisions about several names at one moment of the local store.
  private struct Round {
    /// The versions that the other store is to have.
    var versions: [String: MirrorVersion] = [:]
    /// The first meetings that the program's code has to decide.
    var conflicts: [String: DefaultsMirror.Conflict] = [:]
    /// The names of the other first meetings, by whether the local version has won.
    var decided: [Bool: [String]] = [:]
    /// The names of values that a clock has written which is far ahead.
    var corrected: [String] = []
    /// What the local store has refused.
    var refusals: [String: any Error] = [:]
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
      var versions: [String: MirrorVersion] = [:]
      let now = now()
      for (name, rawOther) in others {
        let raw = try local.entry(name)
        let (entry, otherEntry) = (raw.corrected(at: now), rawOther.corrected(at: now))
        let version = entry.version(isOther: false, now: now, seen: otherEntry.stamp?.age)
        let otherVersion = otherEntry.version(isOther: true, now: now, seen: entry.stamp?.age)
        let later = MirrorAge.time(now: now, after: version?.age, otherVersion?.age)
        let winner: MirrorVersion?
        switch MirrorDecision(version, otherVersion, now: later) {
        case .store(let version):
          winner = version
          round.versions[name] = version
        case .storeLocally(let version): winner = version
        case .meeting(let version, let otherVersion):
          winner = self.winner(of: name, version, otherVersion, answers[name], later, &round)
          round.versions[name] = winner
        case .nothing: winner = nil
        }
        guard let winner, !raw.has(winner) else { continue }
        versions[name] = winner
        if entry != raw || otherEntry != rawOther { round.corrected.append(name) }
      }
      do {
        try local.write(versions)
      } catch {
        // One by one, as in `push`, if it is for single values that the store cannot be written.
        for (name, version) in versions {
          do {
            try local.write([name: version])
          } catch var error as DefaultsError where [.managedValue, .unencodableValue].contains(error.code) {
            error.isOfOneValue = true
            round.refusals[name] = error
            round.versions[name] = nil
          }
        }
      }
      return round
    }
  }

  /// Returns the version that wins a first meeting, or `nil` if the program's code has to be asked first.
  ///
  /// A winner that only the rule of this program has chosen counts as written now, so that the other devices take it.
  private func winner(
    of name: String,
    _ local: MirrorVersion,
    _ other: MirrorVersion,
    _ answer: Answer?,
    _ now: Int64,
    _ round: inout Round
  ) -> MirrorVersion? {
    var keepsLocal = policy.keepsLocal
    if policy.resolve != nil {
      if let conflict = DefaultsMirror.Conflict(name, local.value, other.value) {
        guard let answer, answer.conflict == conflict else {
          round.conflicts[name] = conflict
          return nil
        }
        return MirrorVersion(answer.value, .written(now)).following(local, other)
      }
      // The code has no two values to choose from. Whoever removed the value can do so again.
      keepsLocal = local.value != nil
    }
    // Whichever wins, the other one is what somebody wanted: it is not lost without a word.
    round.decided[keepsLocal, default: []].append(name)
    if keepsLocal || local.age.isWrite {
      let (value, digest) = keepsLocal ? (local.value, local.digest) : (other.value, other.digest)
      return MirrorVersion(value, .written(now), digest: digest).following(local, other)
    }
    return other.given(at: now)
  }

  /// Reports the first meetings that a rule has decided, as one problem for all that were decided alike.
  private func reportConflicts(_ round: Round) {
    for (isLocalKept, names) in round.decided {
      // Each is reported, however alike: a name meets only once, and then something else is lost.
      DefaultsProblem(
        .mirrorConflict,
        key: names.count == 1 ? names[0] : nil,
        error: MirrorConflictError(names: names.sorted(), isLocalKept: isLocalKept, other: other.store.label)
      )
      .report()
    }
  }

  /// Stores versions in the other store, unless it has changed since it was read.
  ///
  /// - Returns: The names that it refuses, and those under which it has changed.
  private func push(
    _ versions: [String: MirrorVersion],
    over others: [String: MirrorEntry]
  ) -> (refused: Set<String>, changed: Set<String>) {
    let new = versions.filter { others[$0.key]?.has($0.value) != true }
    guard !new.isEmpty else { return ([], []) }
    if let changed = try? store(new, over: others) {
      other.store.context.problems.recordSuccess(.failedWrite)
      return ([], changed)
    }
    // One by one, so that a value which the store refuses does not hold up the others. That these succeed does not make
    // the refusal a new one.
    var (refusals, changed) = ([String: any Error](), Set<String>())
    for (name, version) in new {
      do {
        changed.formUnion(try store([name: version], over: others))
      } catch {
        refusals[name] = error
      }
    }
    reportRefusals(refusals, of: other)
    return (Set(refusals.keys), changed)
  }

  /// Reports what a store has refused, as one problem for all errors of one kind.
  private func reportRefusals(_ refusals: [String: any Error], of side: MirrorSide) {
    let kinds = Dictionary(grouping: refusals.sorted { $0.key < $1.key }) { _, error in
      (error as? DefaultsError)?.code.rawValue ?? "\(error)"
    }
    for refusals in kinds.values {
      let (name, error) = refusals[0]
      side.store.context.problems
        .problem(
          .failedWrite,
          key: name,
          error: refusals.count == 1 ? error : DefaultsError(error, alsoOf: refusals.dropFirst().map(\.key))
        )
        .report()
    }
  }

  private func store(_ versions: [String: MirrorVersion], over others: [String: MirrorEntry]) throws -> Set<String> {
    try other.store.exclusively {
      let unchanged = try versions.filter { try other.entry($0.key) == others[$0.key] }
      try other.write(unchanged)
      return Set(versions.keys).subtracting(unchanged.keys)
    }
  }
}
