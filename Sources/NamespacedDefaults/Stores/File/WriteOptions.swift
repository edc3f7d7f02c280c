/// The options of a ``FileStore`` that concern only its writes.
///
/// Several stores of one path may have different ones.
package struct WriteOptions: Sendable {
  package var durability = FileStore.Durability.processKill
  package var permissions = FilePermissions.ownerOnly
  package var lockTimeout = Duration.seconds(30)
  var protection = FileStore.Protection.completeUntilFirstUserAuthentication
}

extension WriteOptions {
  package init(_ permissions: Int, _ durability: FileStore.Durability, _ lockTimeout: Duration) {
    self.init(durability: durability, permissions: FilePermissions(permissions), lockTimeout: lockTimeout)
  }
}
