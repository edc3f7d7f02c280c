// Several reads as of one moment.
extension [DefaultsStoreContext] {
  private static var attempts: Int { 100 }

  /// A number that grows with every change that one of the stores announces.
  var version: UInt64 { reduce(0) { $0 &+ $1.version } }

  /// Returns what a body reads while none of the stores changes; `nil` if one changed at each of many attempts.
  ///
  /// A change is counted with memory locked, where it is applied too, and each read locks it. So what was read counted at one
  /// moment, if none was counted meanwhile. What other processes have written is counted when a read takes it in.
  package func unchanged<Result>(during read: () throws -> Result) rethrows -> Result? {
    for _ in 0..<Self.attempts {
      let before = version
      let result = try read()
      if before == version { return result }
    }
    return nil
  }

  /// Returns what a body reads of the stores at one moment; it waits for no write lock.
  package func atOneMoment<Result>(_ read: () throws -> Result) rethrows -> Result {
    // Beside writers that never pause, sooner or later the memory of all is free.
    for _ in 0..<Self.attempts {
      if let result = try unchanged(during: read) { return result }
      if let result = try whileFree(self[...], { try unchanged(during: read) }) { return result }
    }
    return try read()
  }

  /// Runs a body with the memory of several stores and of their parts locked, unless another thread has one of them.
  private func whileFree<Result>(
    _ contexts: ArraySlice<DefaultsStoreContext>,
    _ body: () throws -> Result?
  ) rethrows -> Result? {
    guard let first = contexts.first else { return try body() }
    return try first.withLockIfFree { try whileFree(first.parts + contexts.dropFirst(), body) } ?? nil
  }
}
