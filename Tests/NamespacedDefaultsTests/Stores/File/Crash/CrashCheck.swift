import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsMigration

/// The check of everything that a crash may leave of a workload.
struct CrashCheck {
  /// The most states that are looked at for each moment of a crash.
  private let limit: Int
  private let model: SimulatedDisk.Model
  let workload: CrashWorkload
  private var run: CrashWorkload.Run
  // On a disk it would only be slower.
  private let scratch: TemporaryDirectory
  private let directory: String
  private var generator: SeededGenerator
  private var seen: Set<Seen> = []
  private(set) var stateCount = 0
  private(set) var violations: [String] = []

  /// A state and what may be in it; it need not be opened twice.
  private struct Seen: Hashable {
    let state: SimulatedDisk.State
    let batches: ClosedRange<Int>
    let mayBeDamaged: Bool
  }

  /// Runs the workload.
  init(_ workload: CrashWorkload, _ model: SimulatedDisk.Model = .zeros, seed: UInt64, limit: Int = 100) throws {
    self.workload = workload
    self.limit = limit
    self.model = model
    scratch = try TemporaryDirectory(inMemory: true)
    directory = try canonicalPath(scratch.path)
    generator = SeededGenerator(seed)
    try createDirectory(directory + "/run", .ownerOnly)
    let path = directory + "/run"
    // What is damaged is reported, which is not of interest here.
    run = try catchingProblems { try workload.run(in: path) }.0
  }

  /// The changes and marks that were recorded; a test may edit them as if the library did something else.
  var events: [DiskRecording.Event] {
    get { run.recording.events }
    set { run.recording.events = newValue }
  }

  /// Checks what a loss of power may leave after each change that the workload made.
  mutating func checkLossesOfPower() throws {
    try forEachMoment { check, disk, batches in
      for choice in check.selection(of: disk.choices) {
        let (state, isInOrder) = disk.stateAfterPowerLoss(choosing: choice)
        let isDamaged = check.workload.isDamaged && batches.durable == 0
        let mayBeDamaged = isDamaged || check.workload.durability == .processKill && !isInOrder
        try check.check(state, batches: batches.durable...batches.begun, mayBeDamaged: mayBeDamaged)
      }
    }
  }

  /// Checks what a kill may leave between any two system calls.
  mutating func checkKills() throws {
    try forEachMoment { check, disk, batches in
      let mayBeDamaged = check.workload.isDamaged && batches.returned == 0
      try check.check(disk.stateAfterKill, batches: batches.returned...batches.begun, mayBeDamaged: mayBeDamaged)
    }
  }

  private mutating func forEachMoment(
    _ body: (inout CrashCheck, SimulatedDisk, (durable: Int, returned: Int, begun: Int)) throws -> Void
  ) throws {
    var disk = SimulatedDisk(run.recording, root: run.root, model)
    var batches = (durable: 0, returned: 0, begun: 0)
    let publications = publications
    try body(&self, disk, batches)
    for (index, event) in run.recording.events.enumerated() {
      switch event {
      case .began(let batch): batches.begun = batch
      case .returned(let batch): batches.returned = batch
      case .durable(let batch): batches.durable = batch
      case .change(let change):
        if let published = publications[index] { batches.durable = published }
        for part in change.parts {
          disk.apply(part)
          try body(&self, disk, batches)
        }
        continue
      }
      try body(&self, disk, batches)
    }
  }

  /// The batches that wait for the disk, by the changes that publish them: what anybody may read no loss of power takes.
  private var publications: [Int: Int] {
    guard workload.durability == .powerLoss, workload.migration == nil else { return [:] }
    var publications: [Int: Int] = [:]
    var last: Int?
    for (index, event) in run.recording.events.enumerated() {
      switch event {
      case .began: last = nil
      case .change(let change):
        if case .write(_, _, FileHeader.pointerOffset) = change.kind { last = index }
      case .returned(let batch): if let last { publications[last] = batch }
      case .durable: break
      }
    }
    return publications
  }

  /// Returns all combinations if they are few, and otherwise nothing, everything, some with one exception and random ones.
  private mutating func selection(of choices: [Int]) -> [[Int]] {
    let count = choices.reduce(1) { $0.multipliedReportingOverflow(by: $1).overflow ? .max : $0 * $1 }
    if count <= limit {
      return (0..<count).map { number in
        var rest = number
        return choices.map { choice in
          defer { rest /= choice }
          return rest % choice
        }
      }
    }
    let (none, all) = (choices.map { _ in 0 }, choices.map { $0 - 1 })
    var exceptions: [[Int]] = []
    for index in choices.indices where choices[index] > 1 {
      for (others, version) in [(none, choices[index] - 1), (all, 0)] {
        var choice = others
        choice[index] = version
        exceptions.append(choice)
      }
    }
    var selection = [none, all] + exceptions.shuffled(using: &generator).prefix(limit / 2)
    while selection.count < limit {
      selection.append(choices.map { .random(in: 0..<$0, using: &generator) })
    }
    return selection
  }

  // MARK: One state

  private mutating func check(_ state: SimulatedDisk.State, batches: ClosedRange<Int>, mayBeDamaged: Bool) throws {
    guard seen.insert(Seen(state: state, batches: batches, mayBeDamaged: mayBeDamaged)).inserted else { return }
    stateCount += 1
    // Another one for each: a thread that looks at all stores, as a fork does, may keep the last one, with what it has read.
    let root = directory + "/state-\(stateCount)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try createDirectory(root, .ownerOnly)
    for (path, content) in state.sorted(by: { $0.key < $1.key }) {
      let copy = root + path.dropFirst(run.root.count)
      if let content { try write(content, toFile: copy) } else { try createDirectory(copy, .ownerOnly) }
    }
    do {
      if let violation = try violation(in: root, batches, mayBeDamaged) { note(violation, state, batches) }
    } catch {
      note("\(error)", state, batches)
    }
  }

  /// Runs a body and returns the problems it met, besides files that are truly shorter than what was committed.
  private func problemsBesidesCuts<Result>(_ body: () throws -> Result) throws -> (Result, [DefaultsProblem]) {
    let (result, problems) = try catchingProblems(body)
    let others = try problems.filter { problem in
      guard let error = problem.error as? DamagedFile, error.damage.isEmpty else { return true }
      let file = try OpenFile(path: error.path, for: .readingOnly)
      return try (file.readPointer()?.length ?? 0) - file.status().size != error.missingSize
    }
    return (result, others)
  }

  private mutating func violation(in root: String, _ batches: ClosedRange<Int>, _ mayBeDamaged: Bool) throws -> String?
  {
    let path = root + "/" + workload.path
    let (found, problems) = try problemsBesidesCuts { try workload.values(at: path) }
    if !problems.isEmpty, !mayBeDamaged { return "damage is reported: \(problems)" }
    // Where sectors behind a missing one have reached the disk, batches behind a missing one may count.
    let mayBeMixed = !problems.isEmpty && !workload.isDamaged
    let isPossible = mayBeMixed ? isMixture(found, batches) : batches.contains { run.values[$0] == found }
    guard isPossible else { return "found \(found)" }
    let lost = run.values[0].keys.filter { $0.hasPrefix("source:") && found[$0] == nil && found[$0.movedName] == nil }
    guard lost.isEmpty else { return "\(lost) is in neither store" }
    if workload.isDamaged, problems.isEmpty {
      let copy = try? bytes(ofFile: path + ".damaged-1")
      guard let copy, run.recording.base.values.contains(copy) else { return "there is no copy of the damaged file" }
    }
    var written: CrashWorkload.Values = [:]
    var recovery: DiskRecording?
    func write() throws {
      let store = try FileStore(path: path, durability: workload.durability)
      try store.set(.integer(7), forKey: "next")
      written = try workload.values(at: path)
    }
    try catchingProblems {
      guard parentDirectory(of: path) == root else { return try write() }
      recovery = try DiskRecording(of: root) { _ in try write() }
    }.0
    let expected = batches.map { run.values[$0].merging(["next": .integer(7)]) { $1 } }
    guard mayBeMixed || expected.contains(written) else { return "the next write makes it \(written)" }
    if !mayBeDamaged, !mayBeMixed, workload.migration == nil, let recovery,
      let violation = try violation(after: recovery, in: root, batches)
    {
      return violation
    }
    guard try written == workload.values(at: path) else { return "the next write is not read" }
    guard try LogReport(path: path).damage == [] else { return "the next write leaves damage" }
    let names = try FileManager.default.contentsOfDirectory(atPath: parentDirectory(of: path))
    let hasCopy = names.contains { $0.contains(".damaged-") }
    guard mayBeDamaged || workload.isDamaged || !hasCopy else { return "a copy is left: \(names)" }
    guard workload.migration != nil, !mayBeMixed else { return nil }
    let (completed, _) = try catchingProblems {
      try workload.migrate(at: path)
      return try workload.values(at: path)
    }
    let isComplete = completed == run.values.last?.merging(["next": .integer(7)]) { $1 }
    return isComplete ? nil : "the next migration makes it \(completed)"
  }

  /// Checks some of what another loss of power leaves of a recovery and the write that follows it.
  private mutating func violation(after recovery: DiskRecording, in root: String, _ batches: ClosedRange<Int>) throws
    -> String?
  {
    // Every state takes part in one of eight.
    guard Int.random(in: 0..<8, using: &generator) == 0 else { return nil }
    var disk = SimulatedDisk(recovery, root: root, model)
    let before = batches.map { run.values[$0] }
    let expected = before + before.map { $0.merging(["next": .integer(7)]) { $1 } }
    var states: [SimulatedDisk.State] = []
    for event in recovery.events {
      guard case .change(let change) = event else { continue }
      disk.apply(change)
      states.append(disk.stateAfterPowerLoss(choosing: disk.choices.map { .random(in: 0..<$0, using: &generator) }).0)
    }
    for state in states.shuffled(using: &generator).prefix(3) {
      let copy = directory + "/again-\(stateCount)"
      defer { try? FileManager.default.removeItem(atPath: copy) }
      try createDirectory(copy, .ownerOnly)
      for (path, content) in state { if let content { try write(content, toFile: copy + path.dropFirst(root.count)) } }
      stateCount += 1
      let path = copy + "/" + workload.path.split(separator: "/").last!
      let (values, problems) = try problemsBesidesCuts { try workload.values(at: path) }
      if workload.durability == .powerLoss, !problems.isEmpty { return "after a second crash: \(problems)" }
      if problems.isEmpty, !expected.contains(values) { return "after a second crash: \(values)" }
    }
    return nil
  }

  /// Returns whether each key has a value that it had at some time since the last durable batch.
  private func isMixture(_ found: CrashWorkload.Values, _ batches: ClosedRange<Int>) -> Bool {
    Set(found.keys).union(run.values[batches].flatMap(\.keys)).allSatisfy { key in
      batches.contains { run.values[$0][key] == found[key] }
    }
  }

  private mutating func note(_ violation: String, _ state: SimulatedDisk.State, _ batches: ClosedRange<Int>) {
    let sizes = state.map { "\($0.key.dropFirst(run.root.count + 1)): \($0.value?.count ?? 0)" }.sorted()
    violations.append("\(violation.prefix(400)) [batches \(batches), files \(sizes)]")
  }
}

extension String {
  /// The name that a name of the second store gets in the first.
  fileprivate var movedName: String { String(dropFirst("source:".count)) }
}

extension FileSystemChange {
  /// The parts of a change that a kill can separate: a large write can end at a page (generic_perform_write in Linux).
  fileprivate var parts: [FileSystemChange] {
    guard case .write(let identity, let bytes, let offset) = kind else { return [self] }
    var parts: [FileSystemChange] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, ((offset + start) / SimulatedDisk.page + 1) * SimulatedDisk.page - offset)
      let kind = Kind.write(identity, Array(bytes[start..<end]), offset: offset + start)
      parts.append(FileSystemChange(path: path, kind: kind))
      start = end
    }
    return parts
  }
}
