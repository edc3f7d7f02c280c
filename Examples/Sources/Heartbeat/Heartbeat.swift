import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers

/// A service that says now and then that it is alive.
@main struct Heartbeat {
  static func main() async {
    do {
      Defaults.store = try settingsStore()
      exit(try await run(Array(CommandLine.arguments.dropFirst())))
    } catch let error as DefaultsAuditError {
      fail("\(error)", code: 78)  // EX_CONFIG
    } catch {
      fail("\(error)", code: 1)
    }
  }

  private static func run(_ arguments: [String]) async throws -> Int32 {
    switch arguments.first {
    case "--help": print(help)
    case "config": return try Configuration().run(Array(arguments.dropFirst()))
    default:
      try check()
      let counters = Counters(in: try FileStore(name: "heartbeat", in: .state))
      try await beat(counting: counters, say: printLine)
    }
    return 0
  }

  static var help: String {
    """
    usage: heartbeat [-NAME VALUE ...]
           heartbeat config check | explain NAME | set NAME VALUE ... | schema | defaults

    \(audit.markdownTable())
    """
  }

  /// Tells what people have misspelt, and throws if the service cannot start.
  static func check() throws {
    for warning in try audit.validate() { note("warning: \(warning)") }
  }

  /// Beats until the task is cancelled.
  ///
  /// Each beat takes the settings as they are then, so an edit of a file counts without a restart.
  static func beat(counting counters: Counters, say: (String) -> Void) async throws {
    for await interval in Beat.interval.updates() {
      // Until the interval changes, or for ever.
      repeat {
        let count = try counters.count(at: .now)
        let tags = Beat.tags.value.map { " #\($0)" }.joined()
        if Beat.level.value != .quiet { say("\(Beat.text.value) (\(count))\(tags)") }
        if Beat.level.value == .verbose { say("  next in \(interval)") }
        try await Task.sleep(for: interval)
      } while Beat.interval.value == interval
    }
  }
}

/// Prints a line at once, also where standard output is a journal and no terminal.
private func printLine(_ text: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
}

func note(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data("heartbeat: \(text)\n".utf8)) }

private func fail(_ text: String, code: Int32) -> Never {
  note(text)
  exit(code)
}
