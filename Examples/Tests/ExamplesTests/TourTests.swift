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

  @Test func theCallsThatItPrintsAreThoseThatItMakes() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../Tour/Sources/Tour.swift").standardized
    let source = try String(contentsOf: file, encoding: .utf8)
    let calls = source.matches(of: /show\("(.+?)"(?:, stores: "[^"]+")?\) \{\n *(.+)\n/)
    #expect(calls.count == 14)
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
