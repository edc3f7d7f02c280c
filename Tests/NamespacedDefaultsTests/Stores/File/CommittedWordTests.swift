import Testing

@testable import NamespacedDefaults

@Suite struct CommittedWordTests {
  @Test func partsComeBack() {
    let word = CommittedWord(length: 1_099_511_627_775, generation: 127, isSuperseded: true)
    #expect(word.isValid)
    #expect(word.length == 1_099_511_627_775)
    #expect(word.generation == 127)
    #expect(word.isSuperseded)
  }

  @Test func lengthIsInTheLowBits() {
    #expect(CommittedWord(length: 0x12_3456, generation: 0).rawValue & 0xFFFF_FFFF_FFFF == 0x12_3456)
  }

  @Test func nothingAndNoFileAreNotValid() {
    #expect(!CommittedWord.absent.isValid)
    #expect(!CommittedWord(length: 55, generation: 0).isValid)
  }

  @Test func everyChangeOfOneByteIsFound() {
    // Checksums of one length differ by what does not depend on the content, so one word stands for all.
    let word = CommittedWord(length: 0x1234_5678, generation: 77)
    for position in stride(from: UInt64(0), to: 64, by: 8) {
      for error in 1...UInt64(255) {
        #expect(!CommittedWord(rawValue: word.rawValue ^ error << position).isValid)
      }
    }
  }
}
