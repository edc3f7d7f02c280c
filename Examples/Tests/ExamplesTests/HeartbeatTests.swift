#if os(Linux)
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsTesting
  import Testing

  @testable import Heartbeat

  @Suite struct HeartbeatTests {
    /// Starts the program with variables and the files of a home.
    private func heartbeat(
      _ arguments: [String],
      environment: [String: String] = [:],
      files: [String: String] = [:]
    ) throws -> (output: String, errors: String, status: Int32) {
      let home = try TemporaryHome()
      home.environment = environment.mapValues { $0.replacing("HOME", with: home.directory.path) }
      for (name, text) in files {
        let url = home.directory.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
      }
      do {
        let (output, errors) = try home.outcome("Heartbeat", arguments)
        return (clean(output, of: home), clean(errors, of: home), 0)
      } catch let failure as TemporaryHome.Failure {
        return ("", clean(failure.errors, of: home), failure.status ?? -1)
      }
    }

    private func clean(_ text: String, of home: TemporaryHome) -> String {
      text.replacing(home.directory.path, with: "HOME")
    }

    private let secrets = ["XDG_CONFIG_DIRS": "HOME/etc", "CREDENTIALS_DIRECTORY": "HOME/run"]

    @Test func helpIsTheTableOfTheSettings() throws {
      let (output, errors, status) = try heartbeat(["--help"])
      let rows = output.split(separator: "\n").filter { $0.hasPrefix("| Beat.") }.map { row in
        row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      #expect(
        rows.first == [
          "Beat.interval", "Duration", "a duration from 10ms to 1h", "30s", "HEARTBEAT_BEAT_INTERVAL",
          "The time between two beats.",
        ]
      )
      #expect(rows.map { $0[3] } == ["30s", "normal", "", "still here", "(required)"])
      #expect(output.contains("HEARTBEAT_BEAT_TOKEN"))
      #expect(errors == "")
      #expect(status == 0)
    }

    @Test func aServiceThatCannotStartTellsAllFaults() throws {
      let result = try heartbeat(
        [],
        environment: secrets.merging(["HEARTBEAT_BEAT_INTERVAL": "2h", "HEARTBEAT_BEAT_TEXTS": "a"]) { $1 },
        files: [
          ".config/heartbeat.json": "{\n  \"Beat\": {\"level\": \"loud\", \"message\": \"hello\"}\n}",
          "run/Beat.tags": "a,b",
        ]
      )
      #expect(result.status == 78)
      #expect(
        result.errors == #"""
          heartbeat: HEARTBEAT_BEAT_INTERVAL: Beat.interval takes a duration from 10ms to 1h, found "2h", which is not allowed
          HOME/.config/heartbeat.json:2:21: Beat.level takes quiet, normal or verbose, found "loud"
          Beat.token must be given, as by HEARTBEAT_BEAT_TOKEN or HOME/run/Beat.token
          warning: HOME/.config/heartbeat.json:2:40: Beat.message is renamed, write Beat.text
          warning: HEARTBEAT_BEAT_TEXTS is no setting; did you mean HEARTBEAT_BEAT_TEXT?

          """#
      )
    }

    @Test func explainShowsThePlacesAndNoSecret() throws {
      let files = [
        ".config/heartbeat.json": #"{"Beat": {"text": "mine", "tags": ["a"]}}"#, "etc/heartbeat.json": "{ broken",
        "run/Beat.token": "hunter2\n",
      ]
      let text = try heartbeat(["config", "explain", "Beat.text"], environment: secrets, files: files)
      #expect(
        text.output == #"""
            HEARTBEAT_BEAT_TEXT: nothing
            DirectoryStore "HOME/run": nothing
          * JSONStore "HOME/.config/heartbeat.json": mine
            JSONStore "HOME/etc/heartbeat.json": HOME/etc/heartbeat.json:1:9: expected ':', and the file ends; the file was left untouched
            default: still here
          used: mine

          """#
      )
      let token = try heartbeat(["config", "explain", "Beat.token"], environment: secrets, files: files)
      #expect(token.output.contains("* DirectoryStore \"HOME/run\": a secret\n"))
      #expect(!(token.output + token.errors + text.output).contains("hunter2"))
    }

    @Test func aBeatIsInAJournalAtOnce() throws {
      let home = try TemporaryHome()
      home.environment["HEARTBEAT_BEAT_TOKEN"] = "hunter2"
      let service = home.process("Heartbeat", ["-Beat.interval", "1h"])
      let output = Pipe()
      service.standardOutput = output
      try service.run()
      // The read ends with the service, which would not print anything else for an hour.
      DispatchQueue.global().asyncAfter(deadline: .now() + 30) { service.terminate() }
      #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "still here (1)\n")
      service.terminate()
      service.waitUntilExit()
    }

    @Test func severalValuesAreSetTogether() throws {
      try Defaults.withStore(InMemoryStore()) {
        let code = try Configuration().run(["set", "Beat.text", "hi", "Beat.tags", "a,\"b,c\""])
        #expect(code == 0)
        #expect(Beat.tags.value == ["a", "b,c"])
        let refusal = try Configuration().run(["set", "Beat.text", "ho", "Beat.level", "loud"])
        #expect(refusal == 64)
        #expect(Beat.text.value == "hi")
      }
    }

    @Test func aRunningServiceTakesEachEditWithItsNextBeat() async throws {
      let counters = Counters(in: InMemoryStore())
      await Defaults.withStore(InMemoryStore(["Beat.interval": "10ms"])) {
        var lines: [String] = []
        let beating = Task {
          try await Heartbeat.beat(counting: counters) { line in
            lines.append(line)
            if lines.count == 2 { Beat.tags.value = ["tagged"] }
            if lines.count == 3 { Beat.interval.value = .milliseconds(20) }
            if lines.count == 4 { withUnsafeCurrentTask { $0?.cancel() } }
          }
          return lines
        }
        await #expect(throws: CancellationError.self) { _ = try await beating.value }
        #expect(counters.beats.value == 4)
        #expect(counters.last.value != nil)
      }
    }
  }
#endif
