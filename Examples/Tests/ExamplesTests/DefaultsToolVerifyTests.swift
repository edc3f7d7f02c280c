import Foundation
import Testing

struct DefaultsToolVerifyTests {
  private func sample() throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    for (key, value) in [("a", "gone"), ("a", "one"), ("b", "two"), ("c", "three")] {
      _ = try tool.run("write", key, value)
    }
    return tool
  }

  @Test func aSoundFileIsCounted() throws {
    let tool = try sample()
    #expect(
      try tool.run("verify")
        == .init(
          output: """
            \(realPath(tool.store))
              format    version 3
              size      240 bytes: 80 in use, 32 to be reclaimed
              contents  3 keys in 4 records
              damage    none

            """
        )
    )
  }

  @Test func damageIsReportedAndTheRestIsReadable() throws {
    let tool = try sample()
    var bytes = try Data(contentsOf: URL(filePath: tool.store))
    let place = try #require(bytes.firstRange(of: Data("two".utf8))).lowerBound
    bytes[place] ^= 1
    try bytes.write(to: URL(filePath: tool.store))
    let path = realPath(tool.store)
    #expect(
      try tool.run("verify")
        == .init(
          output: """
            \(path)
              format    version 3
              size      240 bytes: 56 in use, 56 to be reclaimed
              contents  2 keys in 3 records
              damage    bytes 184..<208: unreadable; changes may be lost
            What else is in the file can be read. Before a write repairs it, it is copied to \(path).damaged-<number>.

            """,
          status: 1
        )
    )
    let warning = """
      Warning: \(path) is damaged: bytes 184..<208: unreadable; changes may be lost. \
      The rest is in use; before a write repairs the file, it is copied to \(path).damaged-<number>

      """
    #expect(try tool.run("read", "a") == .init(output: "one\n", errors: warning))
    #expect(try tool.run("read", "b").status == 1)
    #expect(try Data(contentsOf: URL(filePath: tool.store)) == bytes)
  }

  @Test func aMissingFileIsNotFound() throws {
    let outcome = try DefaultsToolHome().run("verify", "--store", "/nowhere/app.defaults")
    #expect(outcome.errors.hasPrefix("Error: There is no store at /nowhere/app.defaults."))
    #expect(outcome.status == 1)
  }
}
