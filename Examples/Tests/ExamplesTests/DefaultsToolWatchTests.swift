import Foundation
import Testing

struct DefaultsToolWatchTests {
  /// Starts `watch` and waits until it listens.
  private func watch(_ tool: DefaultsToolHome, _ arguments: String...) throws -> RunningTool {
    let running = try RunningTool(
      executable: tool.executable,
      arguments: ["watch"] + arguments,
      environment: ["DEFAULTS_STORE": tool.store],
      directory: tool.home.directory
    )
    #expect(running.nextErrorLine().hasPrefix("Watching "))
    return running
  }

  @Test func itPrintsTheChangesOfAnotherProcess() throws {
    let tool = try DefaultsToolHome()
    _ = try tool.run("write", "before", "is no change")
    let watching = try watch(tool)
    _ = try tool.run("write", "Account.loginCount", "-int", "3")
    #expect(watching.nextLine() == "Account.loginCount\t-\t3\n")
    _ = try tool.run("write", "Account.loginCount", "-int", "4")
    #expect(watching.nextLine() == "Account.loginCount\t3\t4\n")
    _ = try tool.run("write", "a\tb", "tab\t, line\n")
    #expect(watching.nextLine() == "a\\tb\t-\t\"tab\\t, line\\n\"\n")
    _ = try tool.run("delete", "Account")
    #expect(watching.nextLine() == "Account.loginCount\t4\t-\n")
    watching.send(SIGTERM)
    #expect(watching.finish() == .init())
  }

  @Test func aStoreThatIsNotThereYetIsWaitedFor() throws {
    let tool = try DefaultsToolHome()
    let watching = try watch(tool)
    _ = try tool.run("write", "a", "1")
    #expect(watching.nextLine() == "a\t-\t\"1\"\n")
    watching.send(SIGINT)
    #expect(watching.finish() == .init())
  }

  @Test func itPrintsWhatItWasAskedForAndEndsAfterThat() throws {
    let tool = try DefaultsToolHome()
    let watching = try watch(tool, "Account", "--count", "2", "--format", "json")
    _ = try tool.run("write", "AccountHistory.x", "1")
    _ = try tool.run("write", "Account.d", "-data", "00ff")
    _ = try tool.run("write", "Account", "-array", "-int", "1")
    let outcome = watching.finish()
    #expect(outcome.status == 0)
    let time = #/"time":"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"/#
    #expect(
      outcome.output.replacing(time, with: #""time":"now""#) == """
        {"key":"Account.d","new":{"type":"data","value":"<00ff>"},"old":null,"time":"now"}
        {"key":"Account","new":{"type":"array","value":[1]},"old":null,"time":"now"}

        """
    )
  }

  @Test func theCountIsANumberFromOneUp() throws {
    let outcome = try DefaultsToolHome().run("watch", "--count", "0")
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("Error: --count needs a number from 1 up.\n"))
  }
}
