/// The options of a ``FileStore`` that concern only its writes.
///
/// Several stores of one path may have different ones.
struct WriteOptions: Sendable {
  var durability = FileStore.Durability.processKill
  var permissions = FilePermissions.ownerOnly
  var lockTimeout = Duration.seconds(30)
}
