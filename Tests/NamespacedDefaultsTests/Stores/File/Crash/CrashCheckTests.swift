import Testing

@testable import NamespacedDefaults

/// The check finds it if the library leaves out a step that a loss of power makes necessary.
@Suite struct CrashCheckTests {
  /// Returns the number of violations if the library did something else than it does.
  private func violationCount(
    _ name: String,
    _ durability: FileStore.Durability = .powerLoss,
    edit: (inout [DiskRecording.Event]) -> Void
  ) throws -> Int {
    let workload = try #require(CrashWorkload.all.first { $0.name == name })
    var check = try CrashCheck(workload.with(durability), seed: 1, limit: 8)
    let before = check.events.count
    edit(&check.events)
    #expect(check.events.count < before)
    try check.checkLossesOfPower()
    return check.violations.count
  }

  @Test func aMissingSynchronizationOfTheFileIsFound() throws {
    for (name, durability) in [("sets", .powerLoss), ("sets", .processKill), ("compaction", .processKill)]
      as [(String, FileStore.Durability)]
    {
      let count = try violationCount(name, durability) { events in
        events.removeAll {
          if case .change(let change) = $0, case .synchronization = change.kind { true } else { false }
        }
      }
      #expect(count > 0, "\(name), \(durability)")
    }
  }

  /// The write still waits before it returns.
  @Test func aCommitThatIsPublishedBeforeItIsOnTheDiskIsFound() throws {
    let workload = try #require(CrashWorkload.all.first { $0.name == "sets" })
    var check = try CrashCheck(workload, seed: 1, limit: 8)
    var events = check.events
    for index in events.indices.dropLast() {
      guard case .change(let change) = events[index], case .synchronization = change.kind,
        case .change(let next) = events[index + 1], case .write(_, _, FileHeader.pointerOffset) = next.kind
      else { continue }
      events.swapAt(index, index + 1)
    }
    check.events = events
    try check.checkLossesOfPower()
    #expect(check.violations.count > 0)
  }

  @Test(arguments: ["first write", "first write in a new directory", "compaction", "repair of a record"])
  func aMissingSynchronizationOfTheDirectoryIsFound(name: String) throws {
    let count = try violationCount(name) { events in
      events.removeAll {
        if case .change(let change) = $0, case .directorySynchronization = change.kind { true } else { false }
      }
    }
    #expect(count > 0)
  }

  @Test func aMoveThatClearsItsSourceBeforeTheTargetIsOnTheDiskIsFound() throws {
    let count = try violationCount("a move from another store", .processKill) { events in
      events.removeAll {
        if case .change(let change) = $0, case .synchronization = change.kind { true } else { false }
      }
    }
    #expect(count > 0)
  }

  @Test func aRenameBeforeTheNewFileIsOnTheDiskIsFound() throws {
    let count = try violationCount("compaction") { events in
      let rename = events.firstIndex {
        if case .change(let change) = $0, case .rename = change.kind { true } else { false }
      }!
      let last = events[..<rename].lastIndex {
        if case .change(let change) = $0, case .synchronization = change.kind { true } else { false }
      }!
      events.remove(at: last)
    }
    #expect(count > 0)
  }
}
