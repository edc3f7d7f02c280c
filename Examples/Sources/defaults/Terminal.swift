/// Where the output goes.
enum Terminal {
  static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether what is written to a file has colors: on a terminal that knows them, unless the environment says otherwise.
  ///
  /// `NO_COLOR` counts before `CLICOLOR_FORCE`, which also colors what goes into a pipe, to a pager say.
  static func isColored(_ file: Int32) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    let force = environment["CLICOLOR_FORCE"] ?? ""
    if environment["NO_COLOR"]?.isEmpty == false { return false }
    if !["", "0"].contains(force) { return true }
    guard isatty(file) == 1, environment["CLICOLOR"] != "0" else { return false }
    return !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// How many columns a line has: what `COLUMNS` says, otherwise the terminal; `nil` where the output is none.
  static var width: Int? {
    if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
    var size = winsize()
    guard isOutput, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
