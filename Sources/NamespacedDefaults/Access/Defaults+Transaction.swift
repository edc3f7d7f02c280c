extension Defaults {
  /// Runs a closure whose changes of settings count together or not at all.
  ///
  /// ```swift
  /// try Defaults.transaction {
  ///   Defaults[.balance] -= 10
  ///   Defaults.Account.set(true, forKey: .isPaid)
  /// }
  /// ```
  ///
  /// All changes of ``store`` take part, through whichever API; changes of other stores do not. See
  /// ``DefaultsStore/transaction(_:)`` for what that promises.
  ///
  /// - Parameter body: The closure to run. Keep it short, because all other writers of the store wait.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, of a write in it that failed, or of the commit. Nothing was changed then.
  @discardableResult
  public static func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try store.transaction(body)
  }
}

extension DefaultsAdapter {
  /// Runs a closure whose changes of the adapter's store count together or not at all.
  ///
  /// See ``DefaultsStore/transaction(_:)``.
  ///
  /// - Parameter body: The closure to run. Keep it short, because all other writers of the store wait.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, of a write in it that failed, or of the commit. Nothing was changed then.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try store.transaction(body)
  }
}
