import NamespacedDefaultsPlatform

/// Runs a body on a thread of its own, which handles none of the program's signals but those of its own faults.
///
/// It is a thread and no task, because the program may have blocked all threads on which tasks run.
///
/// - Returns: Whether the thread was started.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  var previous = sigset_t()
  var blocked = sigset_t.allButFaults
  pthread_sigmask(SIG_SETMASK, &blocked, &previous)
  defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
  // A number, or an optional pointer.
  #if canImport(Darwin) || canImport(Musl) || os(FreeBSD)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let box = Unmanaged.passRetained(Body(run: body))
  let isStarted = pthread_create(&thread, nil, { runBody($0) }, box.toOpaque()) == 0
  guard isStarted else {
    box.release()
    return false
  }
  detach(thread)
  return true
}

/// Leaves the calls of observers to other threads, because the current one must not wait for the program's code.
package func leaveDeliveryToOthers() { ThreadState.current.pointee.leavesDelivery = true }

private func detach(_ thread: pthread_t?) {
  if let thread { pthread_detach(thread) }
}

extension sigset_t {
  /// All signals but those that a thread causes itself, which end the process where they are blocked.
  static var allButFaults: sigset_t {
    var signals = sigset_t()
    sigfillset(&signals)
    for signal in [SIGBUS, SIGSEGV, SIGILL, SIGFPE, SIGTRAP] { sigdelset(&signals, signal) }
    return signals
  }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

// The parameter is optional on some platforms only. Nobody reads the result, which is not optional on some Androids.
private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
  // The box, which is never nil.
  let box = argument!
  Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run()
  return box
}
