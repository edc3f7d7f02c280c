#if !os(WASI)
  import Dispatch
#endif

/// Runs a body several times on several threads, or one after the other on WASI, which has no threads.
func performConcurrently(iterations: Int, _ body: @Sendable (Int) -> Void) {
  #if os(WASI)
    for iteration in 0..<iterations { body(iteration) }
  #else
    DispatchQueue.concurrentPerform(iterations: iterations, execute: body)
  #endif
}
