#if canImport(os)
  import os
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The problem handler of a program that sets none.
@Sendable func logProblem(_ problem: DefaultsProblem) {
  #if canImport(os)
    Logger(subsystem: "NamespacedDefaults", category: "problem").fault("\(problem.description, privacy: .public)")
  #else
    // One write, so that lines of several threads do not mix.
    let line = Array("NamespacedDefaults: \(problem)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  #endif
}
