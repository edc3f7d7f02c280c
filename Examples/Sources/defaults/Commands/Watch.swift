import ArgumentParser
import Dispatch
import NamespacedDefaults
#if Postgres
  import NamespacedDefaultsPostgres
#endif

extension DefaultsTool {
  struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints changes as they happen, other programs' too.",
      discussion: """
        On a terminal each change is a line with the time, the key, the value before and the value now; "-" stands for \
        none. Elsewhere it is a line of three fields with tabs between them: the key and the values, whole. \
        With --format json it is {"key": …, "new": …, "old": …, "time": …}, where a value is \
        {"type": …, "value": …} as "list --format json" has them, or null.

        It ends with Control-C, SIGTERM or --count, with exit code 0. Once it listens it says so on standard error.
        """
    )

    @Argument(
      help: ArgumentHelp("The key or namespace; without it, the whole store.", valueName: "key|namespace"),
      completion: .names
    )
    var name: String?
    @Option(help: ArgumentHelp("End after so many changes.", valueName: "number"))
    var count: Int?
    @Option(help: "How to print it; json is for scripts.")
    var format = OutputFormat.text
    @OptionGroup var storeOption: StoreOption

    func validate() throws {
      if let count, count < 1 { throw ValidationError("--count needs a number from 1 up.") }
    }

    func run() async throws {
      let store = try storeOption.opened()
      let names = store.places.compactMap(\.store.nameOfWatched)
      guard !names.isEmpty else {
        throw ValidationError(
          "A UserDefaults suite does not tell of other programs. Name a file: --store ./my-app.defaults"
        )
      }
      // What is there already is no change.
      let isIncluded = { (key: String) in name.map { Selection(name: $0).includes(key) } ?? true }
      var table = ChangeTable(try store.keys().filter(isIncluded))
      let (changes, continuation) = AsyncStream.makeStream(of: DefaultsChange.self)
      let signals = [SIGINT, SIGTERM].map { endOn($0, continuation) }
      let observation = store.observe { continuation.yield($0) }
      #if Postgres
        if let store = store as? PostgresStore { tellOfReturns(of: store) }
      #endif
      #if !os(Linux)
        let timer = lookRegularly(at: store)
        defer { timer.cancel() }
      #endif
      printError("Watching \(names.joined(separator: " and ")). Control-C ends it.")
      var seen = 0
      for await change in changes where isIncluded(change.key) {
        try print(change, in: &table)
        seen += 1
        if seen == count { break }
      }
      observation.cancel()
      signals.forEach { $0.cancel() }
    }

    /// Prints a change at once.
    private func print(_ change: DefaultsChange, in table: inout ChangeTable) throws {
      var writer = LineWriter()
      switch format {
      case .text where Terminal.isOutput: try writer.line(table.line(change))
      case .text:
        let values = [change.oldValue, change.newValue].map { $0?.displayText() ?? "-" }
        try writer.line(change.key, values[0], values[1])
      case .json: try writer.line(JSONText.of(JSONChange(change: change, time: .now)))
      }
      try writer.end()
    }

    #if Postgres
      /// Says when a server is heard again of which a warning was that it is not.
      private func tellOfReturns(of store: PostgresStore) {
        let (outages, continuation) = AsyncStream.makeStream(of: Void.self)
        Defaults.problemHandler = { problem in
          printError("Warning: \(problem.error)")
          if problem.kind == .unreachableServer { continuation.yield() }
        }
        Task.detached {
          for await _ in outages {
            while store.state != .connected { try await Task.sleep(for: .milliseconds(50)) }
            printError("Warning: \(store.label) is connected again.")
          }
        }
      }
    #endif

    #if !os(Linux)
      /// Makes the store notice what others write: elsewhere than on Linux nothing wakes it, it sees it when it is read.
      private func lookRegularly(at store: any DefaultsStore) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler { _ = try? store.keys() }
        timer.schedule(deadline: .now(), repeating: .milliseconds(200))
        timer.resume()
        return timer
      }
    #endif

    /// Ends the stream, instead of the process, with a signal.
    private func endOn(
      _ number: Int32,
      _ continuation: AsyncStream<DefaultsChange>.Continuation
    ) -> any DispatchSourceSignal {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.finish() }
      source.resume()
      return source
    }
  }
}
