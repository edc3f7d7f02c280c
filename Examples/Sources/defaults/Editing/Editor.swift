/// The editor of the person at the terminal.
enum Editor {
  /// Has a file edited, and waits for the editor to end.
  ///
  /// `Process` is no use for that: it starts a program in a process group of its own, which may not read the terminal.
  static func edit(_ path: String) throws {
    let command =
      ["VISUAL", "EDITOR"].lazy.compactMap { ProcessInfo.processInfo.environment[$0] }
      .first { !$0.isEmpty } ?? "vi"
    // Control-C is the editor's while it runs; a handler, unlike SIG_IGN, is not passed on to it.
    let handlers = [SIGINT, SIGQUIT].map { ($0, signal($0) { _ in }) }
    defer { for (number, handler) in handlers { signal(number, handler) } }
    let status = try run(["/bin/sh", "-c", "\(command) \"$1\"", command, path])
    // The exit code is in the second byte, the signal that ended the process in the first one.
    guard status == 0 else {
      let end = status & 0x7F == 0 ? "exit code \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
      throw UnusableDocument(description: "The editor, \(command), ended with \(end).")
    }
  }

  /// Runs a program to its end.
  ///
  /// - Returns: What `waitpid` has to say of it.
  private static func run(_ words: [String]) throws(FileFailure) -> Int32 {
    let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    let (arguments, variables) = (words.map { strdup($0) } + [nil], environment.map { strdup($0) } + [nil])
    defer { (arguments + variables).forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, words[0], nil, nil, arguments, variables)
    guard code == 0 else {
      throw FileFailure(operation: "run", path: words[0], reason: String(cString: strerror(code)))
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw .now("wait for", words[0]) }
    }
    return status
  }
}
