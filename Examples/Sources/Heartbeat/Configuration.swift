import ArgumentParser
import Foundation
import NamespacedDefaultsAudit

extension Heartbeat {
  /// What a person asks about the settings, and sets.
  struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows and changes the settings.",
      discussion: """
        list, get NAME, set NAME VALUE, unset NAME, explain NAME or check. schema prints the JSON Schema of a file, \
        defaults a file to begin with, and table the settings.
        """
    )

    @ParentCommand var heartbeat: Heartbeat
    @Argument(parsing: .captureForPassthrough)
    var words: [String] = []

    func run() throws {
      try heartbeat.chooseSettings()
      switch words {
      case ["schema"]: print(String(decoding: try audit.jsonSchema(), as: UTF8.self))
      case ["defaults"]: print(audit.defaultsFile())
      case ["table"]: print(audit.markdownTable())
      default: try config(words)
      }
    }
  }
}

private func config(_ words: [String]) throws {
  func key() throws -> DeclaredKey { try audit.key(named: words[1]) }
  switch (words.first, words.count) {
  case ("list", 1): for key in audit.keys { print(key) }
  case ("get", 2): print(try key().text() ?? "")
  case ("set", 3):
    try key().write(audit.parse(words[2], forKey: words[1]))
    print(try key())
  case ("unset", 2): try key().write(nil)
  case ("explain", 2): for place in try key().origins() { print(place) }
  case ("check", 1): try Heartbeat.check()
  default: throw ValidationError("config takes list, get, set, unset, explain, check, schema, defaults or table")
  }
}
