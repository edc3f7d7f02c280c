import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsSync

/// Two stores that had values before there was a mirror.
@Suite struct FirstMeetingTests {
  private let clock = Lockbox<Int64>(1000)

  private func meet(
    _ local: [String: PropertyListValue],
    _ other: [String: PropertyListValue],
    _ policy: DefaultsMirror.ConflictPolicy = .takeOther
  ) throws -> (local: [String: PropertyListValue], other: [String: PropertyListValue], problems: [DefaultsProblem]) {
    let (local, other) = (InMemoryStore(local), InMemoryStore(other))
    let found = problems { ManualMirror(local, other, policy: policy, clock: clock).run() }
    return (try local.settings, try other.settings, found)
  }

  @Test func whatOnlyOneHasBothGet() throws {
    let (local, other, problems) = try meet(["size": 1], ["Account.theme": 2])
    #expect(local == ["size": 1, "Account.theme": 2])
    #expect(other == ["size": 1, "Account.theme": 2])
    #expect(problems.isEmpty)
  }

  @Test func equalValuesAreNoConflict() throws {
    #expect(try meet(["size": 1], ["size": 1]).problems.isEmpty)
  }

  @Test func byDefaultTheValueOfTheOtherStoreIsTakenAndTheLossReported() throws {
    let (local, other, problems) = try meet(["size": 1], ["size": 2])
    #expect(local == ["size": 2])
    #expect(other == ["size": 2])
    #expect(
      problems.map(\.description) == [
        "mirrorConflict for \"size\": the store and InMemoryStore had different values, and nothing says which is newer; "
          + "the other one was kept"
      ]
    )
  }

  @Test func theLocalValueMayBeKept() throws {
    let (local, other, problems) = try meet(["size": 1], ["size": 2], .keepLocal)
    #expect(local == ["size": 1])
    #expect(other == ["size": 1])
    #expect(problems.map(\.kind) == [.mirrorConflict])
  }

  @Test func theProgramMayMakeOneOfBoth() throws {
    let (local, other, problems) = try meet(
      ["size": [1], "Account.theme": 1],
      ["size": [2], "Account.theme": 2],
      .resolve { conflict in
        guard case .array(let ours) = conflict.localValue, case .array(let theirs) = conflict.otherValue else {
          return nil
        }
        return .array(ours + theirs)
      }
    )
    #expect(local == ["size": [1, 2]])
    #expect(other == ["size": [1, 2]])
    #expect(problems.isEmpty)
  }

  @Test func theProgramIsAskedAgainIfAValueHasChangedMeanwhile() throws {
    let (local, other) = (InMemoryStore(["size": 1]), InMemoryStore(["size": 2]))
    let asked = Lockbox<[PropertyListValue]>([])
    let policy = DefaultsMirror.ConflictPolicy.resolve { conflict in
      asked.change { $0.append(conflict.otherValue) }
      if conflict.otherValue == 2 { #expect(throws: Never.self) { try other.set(3, forKey: "size") } }
      return conflict.otherValue
    }
    ManualMirror(local, other, policy: policy, clock: clock).run()
    #expect(asked.value == [2, 3])
    #expect(try local.settings == ["size": 3])
  }

  @Test(arguments: [
    (StartValueTests.Rule.takeOther, record(5000)), (.keepLocal, record(5001, "seed")),
    (.resolve, record(5001, "seed")),
  ])
  func aValueThatMeetsARemovalIsNotLostWithoutAReport(_ rule: StartValueTests.Rule, _ stored: PropertyListValue) {
    let cloud = FakeCloud()
    cloud.values.change { $0["size"] = record(5000) }
    let found = problems { Device(cloud, local: InMemoryStore(["size": "seed"]), policy: rule.policy).sync() }
    #expect(cloud.values.value == ["size": stored])
    #expect(found.map(\.kind) == [.mirrorConflict])
  }

  @Test func aNamespaceThatIsMirroredLaterMeetsForItself() throws {
    let (local, other) = (InMemoryStore(["Account.theme": 1]), InMemoryStore(["Account.theme": 2]))
    let size = MirroredNames([], ["size"])
    ManualMirror(local, other, names: size, clock: clock).run()
    ManualMirror(local, other, policy: .takeOther, clock: clock).run()
    #expect(try local.settings == ["Account.theme": 2])
  }
}
