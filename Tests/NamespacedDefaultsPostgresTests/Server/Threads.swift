#if Postgres
  import Foundation
  import TestSupport

  /// Runs a body on a new thread.
  ///
  /// - Returns: The group that it leaves when the body has ended.
  func onNewThread(_ body: @escaping @Sendable () -> Void) -> DispatchGroup {
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      body()
      group.leave()
    }
    return group
  }
#endif
