import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Xcode sets a variable in the process that shows a preview.
@Suite struct PreviewTests {
  @Test func aPreviewHasItsSettingsInMemoryAndSaysSoOnce() async {
    await #expect(processExitsWith: .success) {
      setenv("XCODE_RUNNING_FOR_PREVIEWS", "1", 1)
      let problems = Lockbox<[DefaultsProblem]>([])
      Defaults.problemHandler = { problem in problems.change { $0.append(problem) } }
      let key = DefaultsKey("count", defaultValue: 0)
      key.value += 1
      #expect(key.value == 1)
      #expect(Defaults.store is InMemoryStore)
      #expect(problems.value.map(\.kind) == [.unchosenStore])
    }
  }

  @Test(arguments: ["0", ""])
  func anyOtherProcessHasItsOwnStore(value: String) async {
    await #expect(processExitsWith: .success) { [value] in
      setenv("XCODE_RUNNING_FOR_PREVIEWS", value, 1)
      #expect(!(makeDefaultStore() is InMemoryStore))
    }
  }
}
