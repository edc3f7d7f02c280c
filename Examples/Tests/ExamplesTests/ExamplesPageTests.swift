import Foundation
import Testing

/// The page that lists the examples.
struct ExamplesPageTests {
  private let examples = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The rows of its tables: what is linked, the command, and what one sees.
  private var rows: [(links: [String], command: String?)] {
    get throws {
      try text("README.md").split(separator: "\n").filter { $0.hasPrefix("| [") }.map { row in
        let cells = row.split(separator: "|")
        let links = cells[0].matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
        return (links, cells[1].firstMatch(of: /`(.+)`/).map { String($0.1) })
      }
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: examples.appending(path: path), encoding: .utf8)
  }

  @Test func itNamesEachProgramAndEachScript() throws {
    let commands = try rows.compactMap(\.command).joined(separator: "\n")
    let programs = try text("Package.swift").matches(of: /\.executableTarget\(\n *name: "(\w+)"/).map { String($0.1) }
    #expect(programs.count == 9)
    for program in programs {
      let isNamed = commands.contains("--package-path Examples \(program)") || program == "Tour"
      #expect(isNamed, "\(program)")
    }
    #expect(commands.contains("Examples/Moving/from-defaults "))
    #expect(commands.contains("Examples/Moving/from-swiftyuserdefaults "))
  }

  @Test func whatItLinksIsThere() throws {
    #expect(try rows.count == 14)
    for link in try rows.flatMap(\.links) {
      #expect(FileManager.default.fileExists(atPath: examples.appending(path: link).path), "\(link)")
    }
  }

  #if os(Linux)
    /// The other programs, which take long, do not end or need a variable, are run by the tests of each.
    @Test func itsCommandsRun() throws {
      let home = try TemporaryHome()
      let commands = try rows.compactMap(\.command).compactMap { command in
        command.wholeMatch(of: /swift run --package-path Examples (?!SelfTest)(\w+)(.*)/)
      }
      #expect(
        commands.map { String($0.1) } == [
          "defaults", "Model", "Releases", "Secrets", "SchemaSample", "MovedFromSwiftyUserDefaults",
        ]
      )
      _ = try home.run("Tour")
      for command in commands {
        let arguments = command.2.split(separator: " ").map(String.init)
        _ = try home.run(String(command.1), arguments)
      }
    }
  #endif
}
