import Foundation
import Results

/// Makes tables out of results.
///
/// `Report results.jsonl README.md Figures.md` writes `RESULTS.md` beside the results and, where pages are named, their
/// tables into them. `Tests/Pictures/run` makes the pictures.
@main
enum Report {
  static func main() throws {
    guard CommandLine.arguments.count > 1 else { return print("usage: Report RESULTS [PAGE …]") }
    let url = URL(filePath: CommandLine.arguments[1])
    let results = try Result.load(url)
    let directory = url.deletingLastPathComponent()
    try write(Table(results).markdown, to: directory.appending(path: "RESULTS.md"))
    for path in CommandLine.arguments.dropFirst(2) {
      let url = URL(filePath: path)
      guard let text = PageTables(results).inserted(into: try String(contentsOf: url, encoding: .utf8)) else {
        throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
      }
      try write(text, to: url)
    }
  }

  private static func write(_ text: String, to url: URL) throws {
    try Data(text.utf8).write(to: url)
  }
}
