import Testing

/// What is given on a real command line.
struct LaunchArgumentTests {
  @Test func argumentsWinOverWhatIsStoredAndAreNotWritten() throws {
    let home = try TemporaryHome()
    let given = try Tour(home.run("Tour", "-Account.isUserLoggedIn", "YES", "-Account.loginCount", "-3"))
    #expect(given["Defaults.Account.bool(forKey: .isUserLoggedIn)"] == "true")
    #expect(given["Defaults.Account.integer(forKey: .loginCount)"] == "-3")
    // The tour has stored one login, and never the argument.
    let stored = try Tour(home.run("Tour"))
    #expect(stored["Defaults.Account.bool(forKey: .isUserLoggedIn)"] == "true")
    #expect(stored["Defaults.Account.integer(forKey: .loginCount)"] == "1")
  }

  @Test func argumentsOfTypedKeys() throws {
    let home = try TemporaryHome()
    let shown = try home.run("Model", "-launchCount", "-3", "-theme", "dark")
    #expect(shown.hasPrefix("  Hello! The theme is dark, launch -3.\n"))
  }

  @Test func aMalformedArgumentIsReportedAndIgnored() throws {
    let home = try TemporaryHome()
    let (output, errors) = try home.outcome("Tour", "-Account.loginCount", "many", "-Account.isUserLoggedIn", "perhaps")
    #expect(Tour(output)["Defaults.Account.bool(forKey: .isUserLoggedIn)"] == "false")
    #expect(Tour(output)["Defaults.Account.integer(forKey: .loginCount)"] == "0")
    #expect(
      errors == """
        NamespacedDefaults: malformedArgument for "Account.isUserLoggedIn": takes true or false, found "perhaps"; the \
        argument is ignored
        NamespacedDefaults: malformedArgument for "Account.loginCount": takes a whole number, found "many"; the \
        argument is ignored

        """
    )
    #expect(try Tour(home.run("Tour"))["Defaults.Account.integer(forKey: .loginCount)"] == "1")
  }

  @Test func whatFollowsTwoDashesBelongsToTheProgram() throws {
    let home = try TemporaryHome()
    let shown = try home.run("Model", "--", "-launchCount", "-3", "-theme", "dark")
    #expect(shown.hasPrefix("  Hello! The theme is light, launch 0.\n"))
  }
}
