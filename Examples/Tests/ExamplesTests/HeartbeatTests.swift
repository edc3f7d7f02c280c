#if os(Linux)
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsTesting
  import Synchronization
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

    @Test func theSettingsAreATable() throws {
      let (output, errors, status) = try heartbeat(["config", "table"])
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
      let text = try heartbeat(
        ["-c", "Beat.level=quiet", "config", "explain", "Beat.text"],
        environment: secrets,
        files: files
      )
      #expect(
        text.output == #"""
            options (InMemoryStore, read only): nothing
            environment (HEARTBEAT_BEAT_TEXT): nothing
            credentials (HOME/run/Beat.text, read only): nothing
          * person (HOME/.config/heartbeat.json:1:19): mine
            machine (HOME/etc/heartbeat.json, read only): HOME/etc/heartbeat.json:1:9: expected ':', and the file ends; the file was left untouched
            default: still here

          """#
      )
      let token = try heartbeat(["config", "explain", "Beat.token"], environment: secrets, files: files)
      #expect(token.output.contains("* credentials (HOME/run/Beat.token, read only): (secret)\n"))
      #expect(!(token.output + token.errors + text.output).contains("hunter2"))
    }

    @Test(arguments: [
      (
        ["list"],
        """
        Beat.interval = 10s (options)
        Beat.level = verbose (person)
        Beat.tags = a,b (credentials)
        Beat.text = hi (environment)
        Beat.token = (secret) (credentials)

        """
      ),
      (["get", "Beat.interval"], "10s\n"), (["set", "Beat.level", "quiet"], "Beat.level = quiet (person)\n"),
      (["unset", "Beat.level"], ""), (["check"], ""),
      (
        ["explain", "Beat.level"],
        """
          options (InMemoryStore, read only): nothing
          environment (HEARTBEAT_BEAT_LEVEL): nothing
          credentials (HOME/run/Beat.level, read only): nothing
        * person (HOME/.config/heartbeat.json:1:20): verbose
          machine (HOME/etc/heartbeat.json, read only): nothing
          default: normal

        """
      ),
    ])
    func eachCommandPrints(words: [String], output: String) throws {
      let result = try heartbeat(
        ["-c", "Beat.interval=10s", "config"] + words,
        environment: secrets.merging(["HEARTBEAT_BEAT_TEXT": "hi"]) { $1 },
        files: [
          ".config/heartbeat.json": #"{"Beat": {"level": "verbose"}}"#, "run/Beat.tags": "a,b",
          "run/Beat.token": "hunter2",
        ]
      )
      #expect(result == (output, "", 0))
    }

    @Test(arguments: [
      (["config", "set", "Beat.level", "loud"], "Error: Beat.level takes quiet, normal or verbose\n", 1 as Int32),
      (["-c", "Beat.level=loud"], "Error: Beat.level takes quiet, normal or verbose\n", 1),
      (["config", "get", "Beat.levle"], "Error: there is no setting \"Beat.levle\"\n", 1),
    ])
    func whatNoSettingTakesIsToldInALine(arguments: [String], errors: String, status: Int32) throws {
      let result = try heartbeat(arguments)
      #expect(result.errors == errors)
      #expect(result.status == status)
    }

    @Test func aBeatIsInAJournalAtOnce() throws {
      let home = try TemporaryHome()
      home.environment["HEARTBEAT_BEAT_TOKEN"] = "hunter2"
      let service = home.process("Heartbeat", ["-c", "Beat.interval=1h"])
      let output = Pipe()
      service.standardOutput = output
      try service.run()
      // The read ends with the service, which would not print anything else for an hour.
      DispatchQueue.global().asyncAfter(deadline: .now() + 30) { service.terminate() }
      #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "still here (1)\n")
      service.terminate()
      service.waitUntilExit()
    }

    @Test(.timeLimit(.minutes(1)))
    func aRunningServiceTakesANewIntervalAtOnceAndOtherEditsWithItsNextBeat() async {
      let counters = Counters(in: InMemoryStore())
      await Defaults.withStore(InMemoryStore(["Beat.interval": "1h"])) {
        let lines = Mutex<[String]>([])
        await #expect(throws: CancellationError.self) {
          try await Heartbeat.beat(counting: counters) { line in
            let count = lines.withLock { lines in
              lines.append(line)
              return lines.count
            }
            if count == 1 { Beat.tags.value = ["tagged"] }
            if count < 3 { Beat.interval.value = .seconds(3600 - count) }
            if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
          }
        }
        #expect(lines.withLock(\.self) == ["still here (1)", "still here (2) #tagged", "still here (3) #tagged"])
        #expect(counters.beats.value == 3)
        #expect(counters.last.value != nil)
      }
    }
  }
#endif
