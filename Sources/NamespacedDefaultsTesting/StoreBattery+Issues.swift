public import NamespacedDefaults
// Exported, so that a test that imports this module has `StoreBattery`, which apps need without Swift Testing.
@_exported public import NamespacedDefaultsBattery
import Testing

extension StoreBattery {
  /// Checks the promise, and records each failure as an issue of the running test.
  ///
  /// ```swift
  /// @Test(arguments: StoreBattery.allCases)
  /// func keepsThePromises(_ promise: StoreBattery) throws {
  ///   try promise.check { try MyStore(path) }
  /// }
  /// ```
  ///
  /// Give each check a place of its own, which is empty unless no program writes the store. What a check has stored has to be
  /// there when it has opened the store again.
  ///
  /// - Parameters:
  ///   - open: A function that opens the store, as a program does at its start. It is called up to three times, and two
  ///     stores may be open at once. A store in memory has nothing to open: return the same object each time.
  ///   - whileFailing: A function that calls its parameter while no write can succeed, with the directory of the store
  ///     moved away, say. Without it, `aFailedCommitChangesNothing` tries only what many stores refuse: deep and large
  ///     values, and odd names.
  /// - Throws: The error of a store that throws where it must not.
  public func check(
    reopening open: () throws -> any DefaultsStore,
    whileFailing: (_ body: () throws -> Void) throws -> Void = { _ in }
  ) throws {
    let expect = Expectations()
    defer {
      for failure in expect.failures {
        Issue.record(
          Comment(rawValue: failure.text),
          sourceLocation: SourceLocation(
            fileID: failure.fileID,
            filePath: failure.filePath,
            line: failure.line,
            column: failure.column
          )
        )
      }
    }
    try run(reopening: open, whileFailing: whileFailing, expect)
  }
}
