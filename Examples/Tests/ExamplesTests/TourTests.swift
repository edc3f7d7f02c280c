import Foundation
import Testing

struct TourTests {
  @Test func theSecondRunFindsWhatTheFirstOneLeft() throws {
    let home = try TemporaryHome()
    let path = home.directory.appending(path: ".config/Tour.defaults").path
    let start = Date.now.formatted(.iso8601)
    let first = try home.run("Tour")
    let dates = first.matches(of: /Account.firstLogin = ([0-9T:Z-]+)/)
    let date = String(try #require(dates.first).1)
    // A first login is now, and stays what it was.
    #expect(start <= date && date <= Date.now.formatted(.iso8601))
    #expect(
      first == """
        The settings of this program are in \(path)

        It reads, and gets what is stored or else a default:
          Defaults.Account.bool(forKey: .isUserLoggedIn)        // false
          Defaults.Account.integer(forKey: .loginCount)         // 0
          Defaults.Account.date(forKey: .firstLogin)            // nil
          Defaults.Onboarding[.showsHints]                      // true
          Defaults.Onboarding[.finishedSteps]                   // []
          User(id: "ada").object(Theme.self, forKey: .theme)    // nil
          Defaults[.profile].visits                             // 0

        It writes, and the file then has:
          Defaults.Account.set(true, forKey: .isUserLoggedIn)   // Account.isUserLoggedIn = true
          Defaults.Account[.loginCount] += 1                    // Account.loginCount = 1
          Defaults.Account.set(Date.now, forKey: .firstLogin)   // Account.firstLogin = \(date)
          Defaults.Onboarding[.showsHints].toggle()             // Onboarding.showsHints = false
          Defaults.Onboarding[.finishedSteps]?.append("step")   // Onboarding.finishedSteps = ["step"]
          User(id: "ada").set(Theme.dark, forKey: .theme)       // User.ada.theme = "dark"
          Defaults[.profile].visits += 1                        // profile = {"name":"Ada","visits":1}

        It observes a setting, and is called for each change:
          Purse.coins.observe { change in … }                   // 100, then 110
          Purse.coins.value += 10                               // Purse.coins = 110

        A transaction changes all, or nothing if it throws:
          try Purse.save(30)                                    // Purse.coins = 80, Purse.savings = 30
          try Purse.save(5000)                                  // throws: not enough coins, Purse.coins = 80, Purse.savings = 30

        A value that cannot be read is reported, and stays as it is:
          Defaults["Purse.limit"] = "high"                      // Purse.limit = "high"
          Defaults.withProblemHandler { problem in … }          // undecodableValue: takes a whole number, found "high"
          Purse.limit.value                                     // 500
          try Purse.limit.read()                                // throws: \(path): Purse.limit takes a whole number, found "high"
          Purse.limit.remove()                                  // Purse.limit = nothing

        A second process writes, and the observer of this one is called:
          Purse.coins.value += 10                               // in the second process
          Purse.coins.observe { change in … }                   // 80, then 90
          Purse.coins.value                                     // 90

        A third process is killed in the middle of a transaction, and a fourth one opens the file:
          Purse.coins.value += 10                               // Purse.coins = 100
          try Defaults.transaction {
            Purse.coins.value -= 30                             // Purse.coins = 70
            kill(getpid(), SIGKILL)                             // signal 9
          Purse.coins.value                                     // 100
          Purse.savings.value                                   // 30

        That was 1 visit. Run the tour again: it finds these values.
        With --reset it removes them.

        """
    )
    let second = try home.run("Tour")
    #expect(
      second == """
        The settings of this program are in \(path)

        It reads, and gets what is stored or else a default:
          Defaults.Account.bool(forKey: .isUserLoggedIn)        // true
          Defaults.Account.integer(forKey: .loginCount)         // 1
          Defaults.Account.date(forKey: .firstLogin)            // \(date)
          Defaults.Onboarding[.showsHints]                      // false
          Defaults.Onboarding[.finishedSteps]                   // ["step"]
          User(id: "ada").object(Theme.self, forKey: .theme)    // dark
          Defaults[.profile].visits                             // 1

        It writes, and the file then has:
          Defaults.Account.set(true, forKey: .isUserLoggedIn)   // Account.isUserLoggedIn = true
          Defaults.Account[.loginCount] += 1                    // Account.loginCount = 2
          Defaults.Onboarding[.showsHints].toggle()             // Onboarding.showsHints = true
          Defaults.Onboarding[.finishedSteps]?.append("step")   // Onboarding.finishedSteps = ["step", "step"]
          User(id: "ada").set(Theme.dark, forKey: .theme)       // User.ada.theme = "dark"
          Defaults[.profile].visits += 1                        // profile = {"name":"Ada","visits":2}

        It observes a setting, and is called for each change:
          Purse.coins.observe { change in … }                   // 100, then 110
          Purse.coins.value += 10                               // Purse.coins = 110

        A transaction changes all, or nothing if it throws:
          try Purse.save(30)                                    // Purse.coins = 80, Purse.savings = 60
          try Purse.save(5000)                                  // throws: not enough coins, Purse.coins = 80, Purse.savings = 60

        A value that cannot be read is reported, and stays as it is:
          Defaults["Purse.limit"] = "high"                      // Purse.limit = "high"
          Defaults.withProblemHandler { problem in … }          // undecodableValue: takes a whole number, found "high"
          Purse.limit.value                                     // 500
          try Purse.limit.read()                                // throws: \(path): Purse.limit takes a whole number, found "high"
          Purse.limit.remove()                                  // Purse.limit = nothing

        A second process writes, and the observer of this one is called:
          Purse.coins.value += 10                               // in the second process
          Purse.coins.observe { change in … }                   // 80, then 90
          Purse.coins.value                                     // 90

        A third process is killed in the middle of a transaction, and a fourth one opens the file:
          Purse.coins.value += 10                               // Purse.coins = 100
          try Defaults.transaction {
            Purse.coins.value -= 30                             // Purse.coins = 70
            kill(getpid(), SIGKILL)                             // signal 9
          Purse.coins.value                                     // 100
          Purse.savings.value                                   // 60

        That was 2 visits. Run the tour again: it finds these values.
        With --reset it removes them.

        """
    )
  }

  @Test func resetRemovesEverything() throws {
    let home = try TemporaryHome()
    let path = home.directory.appending(path: ".config/Tour.defaults").path
    _ = try home.run("Tour")
    #expect(try home.run("Tour", "--reset") == "Removed all settings from \(path)\n")
    #expect(try Tour(home.run("Tour"))["Defaults[.profile].visits"] == "0")
  }

  @Test func helpSaysWhatItDoesAndWritesNothing() throws {
    let home = try TemporaryHome()
    let help = try home.run("Tour", "--help")
    #expect(help.hasPrefix("usage: Tour [-NAME VALUE ...]\n       Tour --reset | --help\n"))
    #expect(help.contains("in one file, Tour.defaults in $XDG_CONFIG_HOME or ~/.config"))
    #expect(try home.files == [])
  }

  @Test(arguments: [
    ["--hlep"], ["-Purse.coins", "3"], ["-Account.logins", "3"], ["now"], ["--reset", "now"],
    ["--", "-Account.loginCount", "3"], ["killed", "reader"],
  ])
  func anArgumentThatItDoesNotKnowIsRefused(arguments: [String]) throws {
    let home = try TemporaryHome()
    let failure = #expect(throws: TemporaryHome.Failure.self) { try home.outcome("Tour", arguments) }
    #expect(failure?.status == 64)
    #expect(
      failure?.errors.hasPrefix("Tour: \"\(arguments[0])\" is no argument of the tour\nusage: Tour [-NAME") == true
    )
    #expect(try home.files == [])
  }

  @Test func itLeavesOneFile() throws {
    let home = try TemporaryHome()
    _ = try home.run("Tour")
    #expect(try home.files == [".config", ".config/Tour.defaults"])
  }

  @Test func aTerminalShowsColours() throws {
    let shown = try TemporaryHome().outputOnTerminal("Tour")
    #expect(shown.contains("\n\u{1b}[1mA transaction changes all, or nothing if it throws:\u{1b}[0m\n"))
    #expect(shown.contains("\n  Purse.coins.value                                     \u{1b}[32m// 90\u{1b}[0m\n"))
    #expect(shown.contains("\u{1b}[31m// throws: not enough coins, Purse.coins = 80, Purse.savings = 30\u{1b}[0m\n"))
  }

  @Test func aTerminalThatShallShowNoColoursShowsNone() throws {
    let home = try TemporaryHome()
    home.environment["NO_COLOR"] = "1"
    let shown = try home.outputOnTerminal("Tour")
    #expect(shown.contains("\nA transaction changes all, or nothing if it throws:\n"))
    #expect(!shown.contains("\u{1b}"))
  }

  @Test func theCallsThatItPrintsAreThoseThatItMakes() throws {
    let directory = URL(filePath: #filePath).appending(path: "../../../Tour/Sources").standardized
    let source = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let calls = source.matches(of: /show\(" *(.+?)"(?:, stores: [^)]+)?\) \{\n *(.+)\n/)
    #expect(calls.count == 26)
    for call in calls {
      #expect(call.1.replacing("\\\"", with: "\"") == call.2)
    }
  }
}

/// What the tour has printed beside each call.
struct Tour {
  private var results: [Substring: Substring] = [:]

  init(_ output: String) {
    for line in output.matches(of: /\n  (.+?) +\/\/ (.*)/) { results[line.1] = line.2 }
  }

  subscript(call: Substring) -> Substring? { results[call] }
}
