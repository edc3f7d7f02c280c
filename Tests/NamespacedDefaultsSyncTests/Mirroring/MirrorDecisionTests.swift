import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsSync

/// The table of `MirrorDecision`, one row a test.
@Suite struct MirrorDecisionTests {
  private static let now: Int64 = 99

  /// A version with the value 1 on this side, and 2 on the other.
  private static func decide(_ local: MirrorAge?, _ other: MirrorAge?, _ otherValue: Int64 = 2) -> String {
    let (this, that) = (local.map { MirrorVersion(1, $0) }, other.map { MirrorVersion(.integer(otherValue), $0) })
    return switch MirrorDecision(this, that, now: now) {
    case .store(let version): "\(version.value == 1 ? "this" : "other") \(version.age)"
    case .storeLocally(let version): "locally \(version.age)"
    case .meeting: "meeting"
    case .nothing: "nothing"
    }
  }

  @Test(
    arguments: [
      (nil, nil, "nothing"), (nil, .unmet, "other given(99)"), (nil, .given(5), "other given(5)"),
      (nil, .written(5), "other written(5)"),
      (.unmet, nil, "this given(99)"), (.unmet, .unmet, "meeting"), (.unmet, .given(5), "meeting"),
      (.unmet, .written(5), "meeting"),
      (.given(5), nil, "this given(5)"), (.given(5), .unmet, "meeting"), (.given(5), .given(6), "meeting"),
      (.given(5), .written(4), "meeting"), (.given(5), .written(5), "meeting"),
      (.given(5), .written(6), "meeting"),
      (.written(5), nil, "this written(5)"), (.written(5), .unmet, "meeting"),
      (.written(5), .given(4), "this written(5)"),
      (.written(5), .given(6), "this written(5)"), (.written(5), .written(4), "this written(5)"),
      (.written(5), .written(6), "other written(6)"),
    ] as [(MirrorAge?, MirrorAge?, String)]
  )
  func differentValues(_ local: MirrorAge?, _ other: MirrorAge?, _ decision: String) {
    #expect(Self.decide(local, other) == decision)
  }

  @Test(
    arguments: [
      (.unmet, .unmet, "this given(99)"), (.unmet, .given(5), "this given(5)"), (.given(5), .given(6), "this given(5)"),
      (.given(6), .given(5), "this given(5)"), (.given(5), .written(4), "this written(4)"),
      (.written(4), .unmet, "this written(4)"), (.written(4), .written(5), "this written(5)"),
    ] as [(MirrorAge, MirrorAge, String)]
  )
  func equalValues(_ local: MirrorAge, _ other: MirrorAge, _ decision: String) {
    #expect(Self.decide(local, other, 1) == decision)
  }

  @Test func aWriteThatHasFollowedWhatWasGivenIsTaken() {
    let given = MirrorVersion(1, .given(5))
    let write = MirrorVersion(2, .written(4)).following(given)
    #expect(MirrorDecision(given, write, now: Self.now) == .store(write))
    #expect(MirrorDecision(MirrorVersion(1, .given(6)), write, now: Self.now) != .store(write))
    #expect(MirrorDecision(MirrorVersion(3, .given(5)), write, now: Self.now) != .store(write))
  }

  @Test func aWriteThatHasFollowedAnEqualValueIsTaken() {
    let (first, second) = (MirrorVersion(1, .given(5)), MirrorVersion(1, .given(6)))
    let write = MirrorVersion(2, .written(4)).following(second)
    #expect(MirrorDecision(first.following(second), write, now: Self.now) == .store(write))
  }

  @Test func whatWasFollowedIsBounded() {
    let versions = (1...20).map { MirrorVersion(.integer($0), .given($0)) }
    let last = versions.reduce(MirrorVersion(1, .written(1))) { $0.following($1) }
    #expect(last.followed == versions.compactMap(\.identity).sorted().suffix(8))
  }

  @Test func aRemovalIsNotWrittenWhereNothingIs() {
    let removal = MirrorVersion(nil, .written(5))
    #expect(MirrorDecision(removal, nil, now: Self.now) == .storeLocally(removal))
    #expect(MirrorDecision(nil, removal, now: Self.now) == .store(removal))
  }

  @Test(
    arguments: [
      (.unmet, .min), (.given(5), -5), (.written(5), 5), (.written(.max), .max),
    ] as [(MirrorAge, Int64)]
  )
  func anAgeIsStoredAsANumber(_ age: MirrorAge, _ number: Int64) {
    #expect(age.number == number)
    #expect(MirrorAge(number: number) == age)
  }
}
