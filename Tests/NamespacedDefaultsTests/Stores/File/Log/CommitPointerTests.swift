import Testing

@testable import NamespacedDefaults

@Suite struct CommitPointerTests {
  @Test func partsComeBack() {
    let word = CommitPointer(length: 1_099_511_627_775, generation: 127, isSuperseded: true)
    #expect(word.isValid)
    #expect(word.length == 1_099_511_627_775)
    #expect(word.generation == 127)
    #expect(word.isSuperseded)
  }

  @Test func theLargestLengthIsOneByteShortOfATebibyte() {
    #expect(CommitPointer.maximumLength == 1_099_511_627_775)
  }

  @Test func lengthIsInTheLowBits() {
    #expect(CommitPointer(length: 0x12_3456, generation: 0).rawValue & 0xFFFF_FFFF_FFFF == 0x12_3456)
  }

  @Test func nothingAndNoFileAreNotValid() {
    #expect(!CommitPointer.absent.isValid)
    #expect(!CommitPointer(length: 55, generation: 0).isValid)
  }

  /// A pointer may be copied into the memory of readers byte by byte.
  @Test func halfAPointerIsLoadedAgain() {
    let (old, new) = (CommitPointer(length: 0x01F8, generation: 1), CommitPointer(length: 0x0200, generation: 1))
    var halves = (0...8).reversed().map { count -> CommitPointer in
      let mask = count == 8 ? UInt64.max : (1 << (count * 8)) - 1
      return CommitPointer(rawValue: new.rawValue & mask | old.rawValue & ~mask)
    }
    #expect(halves.removeLast() == old)
    #expect(CommitPointer.whole { halves.popLast() ?? new } == new)
    var count = 0
    let damaged = CommitPointer.whole {
      count += 1
      return .absent
    }
    #expect(damaged == .absent, "it stays what it is")
    #expect(count == 17)
  }

  @Test func everyChangeOfOneByteIsFound() {
    // Checksums of one length differ by what does not depend on the content, so one word stands for all.
    let word = CommitPointer(length: 0x1234_5678, generation: 77)
    for position in stride(from: UInt64(0), to: 64, by: 8) {
      for error in 1...UInt64(255) {
        #expect(!CommitPointer(rawValue: word.rawValue ^ error << position).isValid)
      }
    }
  }
}
