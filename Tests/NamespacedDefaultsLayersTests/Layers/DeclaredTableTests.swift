import Foundation
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults

/// The table of settings and the file of defaults that a program makes of its declarations.
struct DeclaredTableTests {
  private enum Level: String, CaseIterable, DefaultsSerializable { case debug, info, warning }

  private struct Profile: Codable, Equatable, DefaultsSerializable {
    var name = "a|b"
    var ids: [UUID?] = []
  }

  private struct Keys {
    let level, none: DefaultsKey<Level?>
    let workers: DefaultsKey<Int>
    let timeout: DefaultsKey<Duration>
    let profile: DefaultsKey<Profile>
    let start: DefaultsKey<Date>
    let icon: DefaultsKey<Data>
    let token: DefaultsKey<String>
    let host: DefaultsKey<String?>
    let whole: DefaultsKey<[String: Int]>

    init(in store: (any DefaultsStore)? = nil) {
      level = DefaultsKey("log.level", defaultValue: .info, store: store).described(as: "How much is logged | or not.")
      none = DefaultsKey("log.none", store: store)
      workers = DefaultsKey("workers", defaultValue: 4, store: store).validating(.clamped(to: 1...12))
      timeout = DefaultsKey("http.timeout", defaultValue: .seconds(90), store: store)
      profile = DefaultsKey("profile", defaultValue: Profile(), store: store)
      start = DefaultsKey("start", defaultValue: Date(timeIntervalSinceReferenceDate: 0), store: store)
      icon = DefaultsKey("icon", defaultValue: Data([1, 2, 3]), store: store)
      token = DefaultsKey("token", defaultValue: "hunter2", store: store).secret()
      host = DefaultsKey("host", store: store).required()
      whole = DefaultsKey("log", defaultValue: ["a": 1], store: store)
    }

    var all: [DefaultsKeys] { [level, none, workers, timeout, profile, start, icon, token, host, whole] }
  }

  @Test func theTableHasARowForEachSetting() {
    let store = EnvironmentStore(prefix: "TOOL", environment: [:])
    let keys = Keys(in: store)
    #expect(
      NamespaceAudit(keys: [keys.level, keys.workers, keys.token, keys.host, keys.timeout]).markdownTable() == #"""
        | Setting      | Type     | Allowed                     | Default    | Variable          | Description                   |
        | ------------ | -------- | --------------------------- | ---------- | ----------------- | ----------------------------- |
        | host         | String?  | a text                      | (required) | TOOL_HOST         |                               |
        | http.timeout | Duration | a duration such as 30s      | 1m30s      | TOOL_HTTP_TIMEOUT |                               |
        | log.level    | Level?   | debug, info or warning      | info       | TOOL_LOG_LEVEL    | How much is logged \| or not. |
        | token        | String   | a text                      | (secret)   | TOOL_TOKEN        |                               |
        | workers      | Int      | a whole number from 1 to 12 | 4          | TOOL_WORKERS      |                               |
        """#
    )
  }

  @Test func withoutAnEnvironmentThereAreNoVariables() {
    let key = DefaultsKey("workers", defaultValue: 4)
    #expect(
      NamespaceAudit(keys: [key]).markdownTable() == """
        | Setting | Type | Allowed        | Default | Description |
        | ------- | ---- | -------------- | ------- | ----------- |
        | workers | Int  | a whole number | 4       |             |
        """
    )
  }

  @Test func theFileSaysWhatEachSettingIsFor() {
    let keys = Keys()
    #expect(
      NamespaceAudit(keys: [keys.level, keys.none, keys.workers, keys.token, keys.host, keys.timeout]).defaultsFile()
        == """
        {
          // Takes a text.
          // It must be given.
          // "host": null,
          "http": {
            // Takes a duration such as 30s.
            "timeout": "1m30s"
          },
          "log": {
            // How much is logged | or not.
            // Takes debug, info or warning.
            "level": "info",
            // Takes debug, info or warning.
            // "none": null
          },
          // Takes a text.
          // "token": null,
          // Takes a whole number from 1 to 12.
          "workers": 4
        }

        """
    )
  }

  @Test func aNameInWhichOthersBeginIsReadAtAnyDepth() throws {
    let directory = try JSONDirectory()
    func keys(in store: (any DefaultsStore)?) -> [DefaultsKey<Int>] {
      ["a", "a.b", "a.b.c"].enumerated().map { DefaultsKey($1, defaultValue: $0 + 1, store: store) }
    }
    try directory.write(NamespaceAudit(keys: keys(in: nil)).defaultsFile())
    let stored = try directory.store()
    #expect(try ["a", "a.b", "a.b.c"].map { try stored.value(forKey: $0) } == [1, 2, 3])
  }

  @Test func aJSONStoreReadsTheDefaultsOfTheFile() throws {
    let directory = try JSONDirectory()
    let text = NamespaceAudit(keys: Keys().all).defaultsFile()
    #expect(!text.contains("hunter2"))
    try directory.write(text)
    let keys = Keys(in: try directory.store())
    let reported = Lockbox<[String]>([])
    Defaults.withProblemHandler { problem in
      reported.change { $0.append("\(problem)") }
    } operation: {
      #expect(keys.level.value == .info)
      #expect(keys.workers.value == 4)
      #expect(keys.timeout.value == .seconds(90))
      #expect(keys.profile.value == Profile())
      #expect(keys.start.value == Date(timeIntervalSinceReferenceDate: 0))
      #expect(keys.icon.value == Data([1, 2, 3]))
      #expect(keys.whole.value == ["a": 1])
    }
    #expect(reported.value == [])
    for key in NamespaceAudit(keys: keys.all).keys where !key.isSecret && key.defaultValue != nil {
      #expect(key.storedValue != nil, "\(key.name)")
    }
  }
}
