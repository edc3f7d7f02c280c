import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

/// README's usage section compiles, runs and does what it says.
@Suite(.isolatedDefaults)
struct ReadmeTests {
  @Test func everyBlockIsCompiledHere() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let readme = try String(contentsOf: here.appending(path: "../../README.md"), encoding: .utf8)
    let usage = try String(contentsOf: here.appending(path: "Usage.swift"), encoding: .utf8)
    let section = try #require(
      readme.components(separatedBy: "<!-- usage -->").last?.components(separatedBy: "<!-- /usage -->").first
    )
    let blocks = section.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == 10)
    for block in blocks {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      let code = lines.drop { $0.isEmpty || $0.hasPrefix("import ") }.joined(separator: "\n")
      #expect(usage.contains(code), "\(code)")
      for line in lines where line.hasPrefix("import ") {
        #expect(usage.contains("\(line)\n"))
      }
    }
  }

  @Test func theFirstExample() throws {
    logIn()
    logIn()
    #expect(try Defaults.store.value(forKey: "Account.isUserLoggedIn") == true)
    #expect(try Defaults.store.value(forKey: "Account.loginCount") == 2)
  }

  @Test func theSettables() throws {
    #expect(Editor.bool(forKey: .showsLineNumbers))
    configure()
    #expect(try Defaults.store.keys() == [])
  }

  @Test func theInstanceNamespace() throws {
    promote()
    #expect(try Defaults.store.value(forKey: "User.ada.isAdmin") == true)
  }

  @Test func theTypedKeys() throws {
    launch()
    #expect(try Defaults.store.value(forKey: "launchCount") == 3)
    #expect(try Defaults.store.value(forKey: "theme") == "dark")
    Defaults[.isUserLoggedIn] = true
    #expect(Defaults.Account.bool(forKey: .isUserLoggedIn))
  }

  @Test func thePropertiesAndProxies() {
    let screen = Screen()
    screen.theme = .dark
    screen.launchCount += 1
    #expect(Defaults.launchCount == 1)
    script()
    #expect(Defaults["color"].string == "red")
    #expect(Defaults["total"].double == 13.14)
    #expect(Defaults["size"].int == 12)
  }

  @Test func theObservation() async {
    let task = Task { await follow() }
    task.cancel()
    await task.value
  }

  @Test func theMigration() throws {
    try Defaults.store.apply(["isUserLoggedIn": true, "Login.loginCount": 7])
    try migrate()
    #expect(Defaults.Account.bool(forKey: .isUserLoggedIn))
    #expect(Defaults.Account.integer(forKey: .loginCount) == 7)
  }
}
