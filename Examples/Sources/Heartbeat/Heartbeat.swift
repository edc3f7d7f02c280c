import ArgumentParser
import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers

/// A service that says now and then that it is alive.
@main struct Heartbeat: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heartbeat",
    abstract: "Says now and then that it is alive.",
    discussion: "heartbeat config table prints the settings, and heartbeat config list their values.",
    subcommands: [Config.self]
  )

  @Option(name: .customShort("c"), help: ArgumentHelp("A setting for this run.", valueName: "name=value"))
  var settings: [String] = []

  func run() async throws {
    try chooseSettings()
    try Self.check()
    let counters = Counters(in: try FileStore(name: "heartbeat", in: .state))
    try await Self.beat(counting: counters, say: printLine)
  }

  /// Takes the options as a layer above the others, so that mandatory names hold and `config explain` shows them.
  func chooseSettings() throws {
    Defaults.readsLaunchArguments = false
    let store = try settingsStore()
    let given = try Defaults.withStore(store) {
      try settings.reduce(into: [String: PropertyListValue]()) { values, setting in
        let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw ValidationError("-c takes NAME=VALUE") }
        values[parts[0]] = try audit.parse(parts[1], forKey: parts[0])
      }
    }
    Defaults.store = LayeredStore([Layer(InMemoryStore(given), name: "options", isReadOnly: true)] + store.layers)
  }

  /// Tells what people have misspelt, and throws if the service cannot start.
  static func check() throws {
    do {
      for warning in try audit.validate() { note("warning: \(warning)") }
    } catch let error as DefaultsAuditError {
      note("\(error)")
      throw ExitCode(78)  // EX_CONFIG
    }
  }

  /// Beats until the task is cancelled; a new interval counts at once, and begins with a beat.
  static func beat(counting counters: Counters, say: @escaping @Sendable (String) -> Void) async throws {
    while !Task.isCancelled {
      try await withThrowingTaskGroup(of: Void.self) { group in
        let interval = Beat.interval.value
        group.addTask {
          for await next in Beat.interval.updates() where next != interval { return }
        }
        group.addTask { try await beat(every: interval, counting: counters, say: say) }
        try await group.next()  // whichever ends first
        group.cancelAll()
      }
    }
  }

  /// Beats for ever.
  ///
  /// Each beat takes the other settings as they are then, so an edit of a file counts without a restart.
  private static func beat(
    every interval: Duration,
    counting counters: Counters,
    say: (String) -> Void
  ) async throws {
    while true {
      let count = try counters.count(at: .now)
      let tags = Beat.tags.value.map { " #\($0)" }.joined()
      if Beat.level.value != .quiet { say("\(Beat.text.value) (\(count))\(tags)") }
      if Beat.level.value == .verbose { say("  next in \(interval)") }
      try await Task.sleep(for: interval)
    }
  }
}

/// Prints a line at once, also where standard output is a journal and no terminal.
private func printLine(_ text: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
}

private func note(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data("heartbeat: \(text)\n".utf8))
}
