/// The unified logging system, which shows what is private to nobody but the developer, and keeps faults.
struct Logger {
  /// What a test has logged.
  @TaskLocal static var log: Lockbox<[String]>?

  let subsystem: String
  let category: String

  func debug(_ message: OSLogMessage) { append("debug", message) }
  func info(_ message: OSLogMessage) { append("info", message) }
  func notice(_ message: OSLogMessage) { append("notice", message) }
  func error(_ message: OSLogMessage) { append("error", message) }
  func fault(_ message: OSLogMessage) { append("fault", message) }

  private func append(_ level: String, _ message: OSLogMessage) {
    Self.log?.change { [subsystem, category] in $0.append("\(subsystem) \(category) \(level): \(message.shown)") }
  }
}

enum OSLogPrivacy { case auto, `public`, `private` }

struct OSLogMessage: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    var shown = ""

    init(literalCapacity: Int, interpolationCount: Int) {}
    mutating func appendLiteral(_ literal: String) { shown += literal }

    mutating func appendInterpolation(_ text: @autoclosure () -> String, privacy: OSLogPrivacy = .auto) {
      shown += privacy == .public ? text() : "<private>"
    }
  }

  /// What everybody sees.
  let shown: String

  init(stringLiteral value: String) { shown = value }
  init(stringInterpolation: StringInterpolation) { shown = stringInterpolation.shown }
}
