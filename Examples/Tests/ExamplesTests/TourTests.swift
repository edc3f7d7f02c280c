import Foundation
import Testing

struct TourTests {
  @Test func theSecondRunFindsWhatTheFirstOneLeft() throws {
    let home = try TemporaryHome()
    let start = Date.now.formatted(.iso8601)
    let first = try home.run("Tour")
    let dates = first.matches(of: /first login     ([0-9T:Z-]+)/)
    let date = String(try #require(dates.first).1)
    #expect(dates.count == 1)
    // A first login is now, and stays what it was.
    #expect(start <= date && date <= Date.now.formatted(.iso8601))
    #expect(
      first == """
        Found:
          logged in       false
          logins          0
          first login     never
          shows hints     true
          finished steps  \("")
          User.ada: size 13.0, light, 0 visits
          User.charles: size 13.0, light, 0 visits

        Changed to:
          logged in       true
          logins          1
          first login     \(date)
          shows hints     false
          finished steps  step 1
          User.ada: size 14.0, dark, 1 visits
          User.charles: size 13.0, light, 0 visits

        Run the tour again to find these values; --reset removes them.

        """
    )
    let second = try home.run("Tour")
    #expect(
      second == """
        Found:
          logged in       true
          logins          1
          first login     \(date)
          shows hints     false
          finished steps  step 1
          User.ada: size 14.0, dark, 1 visits
          User.charles: size 13.0, light, 0 visits

        Changed to:
          logged in       true
          logins          2
          first login     \(date)
          shows hints     true
          finished steps  step 1, step 2
          User.ada: size 15.0, dark, 2 visits
          User.charles: size 13.0, light, 0 visits

        Run the tour again to find these values; --reset removes them.

        """
    )
  }

  @Test func resetRemovesEverything() throws {
    let home = try TemporaryHome()
    _ = try home.run("Tour")
    #expect(try home.run("Tour", "--reset") == "Removed.\n")
    #expect(try home.run("Tour").hasPrefix("Found:\n  logged in       false\n  logins          0\n"))
  }
}
