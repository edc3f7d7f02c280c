/// The options of a ``FileStore`` that concern only its writes.
///
/// Several stores of one path may have different ones.
package struct WriteOptions: Sendable {
  package var durability: FileStore.Durability
  package var permissions: FilePermissions
  package var lockTimeout: Duration

  package init(
    durability: FileStore.Durability = .processKill,
    permissions: FilePermissions = .ownerOnly,
    lockTimeout: Duration = .seconds(30)
  ) {
    self.durability = durability
    self.permissions = permissions
    self.lockTimeout = lockTimeout
  }
}
