#if Postgres && os(Linux)
  import Foundation
  import Testing

  /// The commands of the article "Settings for a fleet", carried out as they stand there.
  @Suite(.enabled(if: FleetHome.programs != nil, "no PostgreSQL server is installed (apt-get install postgresql)"))
  struct FleetGuideTests {
    @Test func theShellsShowWhatTheArticleShows() throws {
      let home = try FleetHome()
      let shells = try ["first", "second"].map { try Shell($0, in: home) }
      let blocks = try FleetGuide().blocks
      #expect(blocks.count > 20)
      for (index, block) in blocks.enumerated() {
        let next = blocks.dropFirst(index + 1).first
        let shell = shells[block.shell]
        if block.isScript {
          // What watches goes on.
          let succeeds = try shell.run(block.text, goesOn: block.text.hasSuffix("watch"))
          try #require(succeeds || next?.isError == true, "\(block.text)\n\(shell.output)")
        } else {
          try #require(shell.shows(block.text), "\(block.text)\n\(shell.output)")
        }
      }
    }
  }

  /// What the article tells two shells, and what they show.
  struct FleetGuide {
    struct Block {
      let shell: Int
      let isScript: Bool
      let text: String

      var isError: Bool { !isScript && text.contains("Error: ") }
    }

    private(set) var blocks: [Block] = []

    /// Reads the article, whose sentences name the shell of a block where it is not the one of the last script.
    ///
    /// What is not done here, for another machine or another way, is `bash` there, and not `sh`.
    init() throws {
      let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
      let path = "Sources/NamespacedDefaultsPostgres/NamespacedDefaultsPostgres.docc/SettingsForAFleet.md"
      let article = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      var shell = 0
      // Sentences and blocks take turns; a block begins with its language.
      var sentences = ""
      for (index, part) in article.components(separatedBy: "\n```").enumerated() {
        guard index % 2 == 1 else {
          sentences = part.lowercased()
          continue
        }
        let language = part.prefix { $0 != "\n" }
        let text = String(part.dropFirst(language.count + 1))
        let named = ["first shell", "second shell"].firstIndex { sentences.contains($0) }
        if language == "sh" {
          shell = named ?? shell
          blocks.append(Block(shell: shell, isScript: true, text: text))
        } else if language == "text", !blocks.isEmpty, !text.hasPrefix(".package(") {
          blocks.append(Block(shell: named ?? shell, isScript: false, text: text))
        }
      }
    }
  }
#endif
