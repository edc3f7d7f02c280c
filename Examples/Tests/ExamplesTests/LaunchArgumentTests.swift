import Testing

/// What is given on a real command line.
struct LaunchArgumentTests {
  @Test func argumentsWinOverWhatIsStoredAndAreNotWritten() throws {
    let home = try TemporaryHome()
    let given = try home.run("Tour", "-Account.isUserLoggedIn", "YES", "-Account.loginCount", "-3")
    #expect(given.hasPrefix("Found:\n  logged in       true\n  logins          -3\n"))
    // The tour has stored one login, and never the argument.
    let stored = try home.run("Tour")
    #expect(stored.hasPrefix("Found:\n  logged in       true\n  logins          1\n"))
  }

  @Test func argumentsOfTypedKeys() throws {
    let home = try TemporaryHome()
    let shown = try home.run("Model", "-launchCount", "-3", "-theme", "dark")
    #expect(shown.hasPrefix("  Hello! The theme is dark, launch -3.\n"))
  }

  @Test func aMalformedArgumentIsReportedAndIgnored() throws {
    let home = try TemporaryHome()
    let (output, errors) = try home.outcome("Tour", "-Account.loginCount", "many", "-Account.isUserLoggedIn", "perhaps")
    #expect(output.hasPrefix("Found:\n  logged in       false\n  logins          0\n"))
    #expect(
      errors == """
        NamespacedDefaults: malformedArgument for "Account.isUserLoggedIn": expected Bool, found a string of 7 bytes
        NamespacedDefaults: malformedArgument for "Account.loginCount": expected Int, found a string of 4 bytes

        """
    )
    #expect(try home.run("Tour").hasPrefix("Found:\n  logged in       true\n  logins          1\n"))
  }

  @Test func whatFollowsTwoDashesBelongsToTheProgram() throws {
    let home = try TemporaryHome()
    #expect(try home.run("Tour", "--", "-Account.isUserLoggedIn", "YES").hasPrefix("Found:\n  logged in       false\n"))
  }
}
