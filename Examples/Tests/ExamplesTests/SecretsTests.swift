import Foundation
import Testing

struct SecretsTests {
  @Test func theTokenIsReadAgainAndNotInTheFileAlsoAfterARotation() throws {
    let home = try TemporaryHome()
    #expect(try home.run("Secrets", "show") == "there is no token\n")
    let line = try home.run("Secrets", "set", "my-token")
    let path = try #require(line.split(separator: " ").first.map(String.init))
    #expect(try home.run("Secrets", "show") == "my-token\n")
    #expect(try home.run("Secrets", "rotate") == "the next key has sealed everything\n")
    #expect(try home.run("Secrets", "show") == "my-token\n")
    #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data("my-token".utf8)) == nil)
    #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data("NDS".utf8)) != nil)
  }

  @Test func aRotationThatIsKilledLocksNobodyOut() throws {
    let home = try TemporaryHome()
    _ = try home.run("Secrets", "set", "my-token")
    for round in 0..<30 {
      let process = home.process("Secrets", ["rotate"])
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      usleep(UInt32(round) * 1_000)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(try home.run("Secrets", "show") == "my-token\n")
    }
    #expect(try home.run("Secrets", "rotate") == "the next key has sealed everything\n")
    #expect(try home.run("Secrets", "show") == "my-token\n")
  }
}
