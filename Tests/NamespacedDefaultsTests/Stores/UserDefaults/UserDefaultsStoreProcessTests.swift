#if UserDefaults
  #if !canImport(Darwin)
    import Foundation
    import Testing

    /// An empty directory in which processes keep their settings.
    private final class ProcessHome {
      let url = FileManager.default.temporaryDirectory.appending(path: "NamespacedDefaults-\(UUID().uuidString)")

      init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      }

      deinit {
        try? FileManager.default.removeItem(at: url)
      }

      /// Runs the helper of these tests, and returns the lines it prints.
      func run(_ arguments: String...) throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
          .deletingLastPathComponent().appending(path: "UserDefaultsProcess")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
          .merging(["XDG_CONFIG_HOME": url.path, "HOME": url.path]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
      }
    }

    /// What comes back in another process, from a file in an empty directory.
    @Suite struct UserDefaultsStoreProcessTests {
      private static let stored = [
        #""" "nameless""#,
        #""a\0b\n<é>" "odd""#,
        #""array" [1, true, 2.5, ["x"], [:]]"#,
        #""bool" true"#,
        #""data" 2 bytes <00ff>"#,
        #""date" 2001-01-01T00:00:00Z"#,
        #""dictionary" ["": ["CF$UID": "x"], "a.b": 0]"#,
        #""empty array" []"#,
        #""empty data" 0 bytes"#,
        #""empty dictionary" [:]"#,
        #""empty text" """#,
        #""float" 0.10000000149011612"#,
        #""greatest" 18446744073709551615"#,
        #""infinity" -inf"#,
        #""integer" 1"#,
        #""least" -9223372036854775808"#,
        #""nan" nan"#,
        #""tenth" 0.1"#,
        "\"text\" \"a\\0\\u{01}\u{FFFF}\\r\\n<&>😀\"",
        #""whole" 3.0"#,
      ]

      // In a process of its own, for Foundation forgets what it could not write when another thread synchronizes.
      @Test func aWriteThatFailsKeepsTheOldValues() throws {
        #expect(
          try ProcessHome().run("fail", "suite") == [
            "refused to synchronize", #"a "old""#, "refused", #"a "old""#, #"a "old""#, "b 2",
          ]
        )
      }

      @Test func aProcessThatIsGoneHasLeftItsValues() throws {
        let directory = try ProcessHome()
        #expect(try directory.run("write", "suite") == [])
        #expect(try directory.run("read", "suite") == Self.stored)
      }

      @Test func launchArgumentsAreNotStored() throws {
        let directory = try ProcessHome()
        _ = try directory.run("write", "suite")
        #expect(try directory.run("read", "suite", "-integer", "5", "-new", "5", "-bool", "NO") == Self.stored)
      }

      @Test func theProgramsOwnSettingsAreASuiteToo() throws {
        let directory = try ProcessHome()
        _ = try directory.run("write", "UserDefaultsProcess")
        #expect(try directory.run("read", "UserDefaultsProcess") == Self.stored)
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["UserDefaultsProcess.plist"]
        )
      }

      @Test func whatAnotherProcessWroteIsAnnouncedByARefresh() throws {
        #expect(try ProcessHome().run("refresh", "suite") == [#""old""#, #""new""#])
      }

      // In a process of its own, for other threads synchronize all suites.
      @Test func whatOtherCodeHasJustSetIsListed() throws {
        #expect(try ProcessHome().run("list", "suite") == [#"["count"]"#])
      }

      @Test func aValueThatWouldRuinTheFileIsRefused() throws {
        let directory = try ProcessHome()
        #expect(try directory.run("refuse", "suite") == [])
        #expect(try directory.run("read", "suite") == [#""key" "kept""#])
      }
    }
  #endif
#endif
