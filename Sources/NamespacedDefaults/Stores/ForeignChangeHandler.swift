/// The closure that a context calls at each event of its change source.
///
/// The context owns the source. The source retains this object and not the context, which avoids a retain cycle.
final class ForeignChangeHandler: Sendable {
  private let lock = Lock()
  private nonisolated(unsafe) var body: @Sendable () -> Void = {}  // guarded by `lock`

  func set(_ body: @escaping @Sendable () -> Void) { lock.withLock { self.body = body } }

  func call() { lock.withLock { body }() }
}
