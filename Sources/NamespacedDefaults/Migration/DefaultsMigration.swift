/// One step by which a newer release takes over what an older one stored.
///
///     try Defaults.migrate([
///       .rename("isUserLoggedIn", to: Account.key(.isUserLoggedIn)),
///       .renameNamespace("Account", to: "Profile"),
///       DefaultsMigration(id: "2026-11 timeout in milliseconds") { transaction in
///         try transaction.change("timeout") { .integer(try Int64.value(fromPropertyList: $0) * 1000) }
///       },
///     ])
///
/// A program hands over all its steps at every start, oldest first, and each is done once per store. So the list only
/// grows: a step that users may still need is never removed, changed or moved.
public struct DefaultsMigration: Sendable, Identifiable {
  /// What the store remembers the step by, once it is done.
  ///
  /// The steps that need no closure make their own out of what they do; any step can be given another. Two steps of one
  /// list must not share one.
  public let id: String

  let work: Work

  enum Work: Sendable {
    case change(@Sendable (inout DefaultsTransaction) throws -> Void)
    case move(StoreMove)
  }

  /// Makes a step out of changes to one store.
  ///
  /// - Parameters:
  ///   - id: What the store remembers the step by; a date and a few words, never used for another step.
  ///   - body: Makes the changes; they are written together when it returns, and not at all when it throws. Other
  ///     writers wait meanwhile, and a dry run calls it too, so it should do nothing but change the transaction.
  public init(id: String, _ body: @escaping @Sendable (inout DefaultsTransaction) throws -> Void) {
    self.init(id: id, work: .change(body))
  }

  init(id: String, work: Work) {
    self.id = id
    self.work = work
  }
}

extension DefaultsMigration {
  /// Who wins where something else is stored already under the new name.
  ///
  /// A value that equals the one which moves in is never in its way.
  public enum ConflictPolicy: Sendable {
    /// Nobody: the step fails, and everything stays as it was.
    case refuse
    /// What is stored under the new name; what should have moved there is removed, except by ``importing(from:onConflict:id:)``.
    case keepExisting
    /// What moves in.
    case replace
  }
}
