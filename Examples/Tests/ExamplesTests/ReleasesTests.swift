import Testing

struct ReleasesTests {
  @Test func threeReleasesKeepTheSettings() throws {
    let home = try TemporaryHome()
    #expect(try home.run("Releases", "1") == "Release 1: run 1, logged in, timeout 30 s\n")
    #expect(try home.run("Releases", "2") == "Release 2: run 2, logged in, timeout 30.0 seconds\n")
    #expect(try home.run("Releases", "2") == "Release 2: run 3, logged in, timeout 1.5 seconds\n")
    #expect(
      try home.run("Releases", "3") == """
        Release 3: run 4, loggedIn, timeout 1.5 seconds
        Nothing is left behind.

        """
    )
  }

  @Test func aReleaseMayBeSkipped() throws {
    let home = try TemporaryHome()
    _ = try home.run("Releases", "1")
    #expect(
      try home.run("Releases", "3", "--dry-run") == """
        1. 2026-03 timeout as Duration
           ~ "Account.timeout": an integer → a string of 3 bytes
        2. rename "runs" to "launchCount"
           + "launchCount": an integer
           - "runs": an integer
        3. rename namespace "Account" to "Profile"
           - "Account.isUserLoggedIn": a Bool
           - "Account.timeout": a string of 3 bytes
           + "Profile.isUserLoggedIn": a Bool
           + "Profile.timeout": a string of 3 bytes
        4. 2026-11 session
           - "Profile.isUserLoggedIn": a Bool
           + "Profile.session": a string of 8 bytes

        """
    )
    #expect(
      try home.run("Releases", "3") == """
        Release 3: run 2, loggedIn, timeout 30.0 seconds
        Nothing is left behind.

        """
    )
  }

  @Test func aNewUserStartsWithTheNewest() throws {
    let home = try TemporaryHome()
    #expect(
      try home.run("Releases", "3") == """
        Release 3: run 1, loggedOut, timeout 60.0 seconds
        Nothing is left behind.

        """
    )
  }

  @Test func anOlderReleaseLeavesTheNewerOnesDataAlone() throws {
    let home = try TemporaryHome()
    _ = try home.run("Releases", "1")
    _ = try home.run("Releases", "3")
    #expect(try home.run("Releases", "2") == "Release 2: run 3, logged out, timeout 60.0 seconds\n")
    #expect(try home.run("Releases", "3").hasPrefix("Release 3: run 4, loggedIn, timeout 30.0 seconds\n"))
  }
}
