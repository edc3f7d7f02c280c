import Foundation

/// Runs a body that waits for long on a thread of its own, so that other tests have the shared ones meanwhile.
///
/// What the body expects itself counts for no test: let it return what the test is to expect.
package func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
