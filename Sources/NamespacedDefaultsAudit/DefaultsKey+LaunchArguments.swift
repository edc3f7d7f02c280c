public import NamespacedDefaults

extension DefaultsKey {
  /// Returns the arguments that give the setting a value for one run, as for a test of a user interface or a scheme.
  ///
  /// ```swift
  /// let count = try DefaultsKeys.launchCount.launchArguments(for: 3)
  /// let login = try Account.key(.isUserLoggedIn).launchArguments(for: true)
  /// app.launchArguments += count + login  // -launchCount 3 …
  /// ```
  ///
  /// - Parameter value: The value.
  /// - Returns: The name with a dash before it, and the text of the value; nothing for `nil`, which no argument gives.
  /// - Throws: The error of a value that cannot be stored, breaks the rule of the key, or has no text that does not look like
  ///   the name of another argument.
  /// - Precondition: The key is not one of a member.
  public func launchArguments(for value: Value) throws -> [String] {
    guard let key = declared(as: nil) else { preconditionFailure("a member has no argument of its own") }
    guard let form = try bridge.encode(value) else { return [] }
    // What begins with a dash is the name of another argument.
    return ["-\(name)", try key.text(of: form) { LaunchArguments(["-\(name)", $0]).texts[name] == $0 }]
  }
}
