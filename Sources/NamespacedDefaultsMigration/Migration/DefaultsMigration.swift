import NamespacedDefaults

/// A step by which a newer release takes over what an older one stored.
///
/// ```swift
/// try Defaults.migrate([
///   .rename("isUserLoggedIn", to: Account.key(.isUserLoggedIn)),
///   .renameNamespace("Account", to: "Profile"),
///   .change("timeout", id: "2026-11 timeout in milliseconds") {
///     .integer(try Int64.value(fromPropertyList: $0) * 1000)
///   },
/// ])
/// ```
///
/// A program passes all its steps at every start, the oldest first, and each step is done once per store. So the list
/// only grows: never remove, change or move a step that users may still need.
///
/// All functions that return a step share three parameters. `onConflict` is the winner if another value is stored under a new
/// name. `id` is the ID by which the store records the step. By default it is made of what the step does; a step with a
/// closure needs one from you, because two closures cannot be told apart. With `includingNested` the namespaces that begin
/// with a namespace and a dot, such as those of instances, belong to it too.
public struct DefaultsMigration: Sendable, Identifiable {
  /// The ID by which the store records the step when it is done.
  ///
  /// A step without a closure makes its ID from what it does, and any step can be given another ID. Two steps of one
  /// list must not share an ID.
  public let id: String

  let work: Work

  enum Work: Sendable {
    case change(@Sendable (inout DefaultsMigrationChanges) throws -> Void)
    case move(StoreMove)
  }

  /// The store from which the step takes values, if it does.
  var source: (any DefaultsStore)? { if case .move(let move) = work { move.source } else { nil } }
}

extension DefaultsMigration {
  /// Creates a step from changes to one store.
  ///
  /// - Parameters:
  ///   - id: The ID by which the store records the step: a date and a few words that no other step uses.
  ///   - body: A function that makes the changes. They are written together when it returns, and not at all if it
  ///     throws. Other writers wait meanwhile, and a dry run calls it too, so it should change this store only.
  public init(id: String, _ body: @escaping @Sendable (inout DefaultsMigrationChanges) throws -> Void) {
    self.init(id: id, work: .change(body))
  }

  /// The winner if another value is already stored under the new name.
  ///
  /// A stored value that equals the one that moves in is no conflict.
  public enum ConflictPolicy: Sendable {
    /// None: the step fails, and everything stays as it was.
    case refuse
    /// The value that is stored under the new name.
    ///
    /// The other value is removed, except by ``copy(from:onConflict:id:)``.
    case keepExisting
    /// The value that moves in.
    case replace
  }
}
