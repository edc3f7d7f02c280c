import Foundation
import NamespacedDefaults
import TestSupport
import Testing

@testable import NamespacedDefaultsLayers

/// What the problems of a JSON file say of it.
@Suite struct JSONProblemTests {
  @Test func aValueThatCannotBeReadIsReportedWithTheFile() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"a": "many"}"#)
    let key = DefaultsKey<Int>("a", defaultValue: 1, store: try directory.store())
    let problems = Collector<DefaultsProblem>()
    Defaults.withProblemHandler({ problems.append($0) }) { #expect(key.value == 1) }
    #expect(
      problems.all.map(\.description) == [
        #"undecodableValue for "a": takes a whole number, found "many"; the default is used, the stored "#
          + "value stays, in \(directory.file):1:7"
      ]
    )
  }

  #if !canImport(Darwin)
    private static let isRoot = geteuid() == 0

    @Test(.enabled(if: isRoot, "only root can give a file away"), arguments: ["open-json-named", "open-json"])
    func rootIsToldWhichVariableItDoesNotFollow(command: String) throws {
      let directory = try JSONDirectory()
      try #require(chown(directory.path, 12345, 12345) == 0)
      // A name that only this test has, because the store may be in the home of root; nothing is written.
      let name = "NamespacedDefaultsTests.\(UInt64.random(in: 0...(.max)))"
      let store = command == "open-json" ? "~/.config/\(name).json" : name
      let process = try JSONProcess(
        ["print-problems", command, store, command, store, "get", "a"],
        environment: ["HOME": directory.path]
      )
      let lines = process.finish()
      let reason = "HOME, because \(directory.path) belongs to another user (12345): the settings are in /"
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("problem: ignoredVariable: root does not follow " + reason) == true, "\(lines)")
      #expect(lines.first?.contains("/.config/\(name).json; to use the directory, run as ") == true, "\(lines)")
      #expect(lines.last == "none")
    }
  #endif
}
