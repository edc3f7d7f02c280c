import Foundation
import Results

/// Makes a table and a chart out of results: `Report results.jsonl` writes `RESULTS.md` and `figures.svg` beside them.
@main
enum Report {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else { return print("usage: Report RESULTS") }
    let url = URL(filePath: CommandLine.arguments[1])
    let results = try Result.load(url)
    let directory = url.deletingLastPathComponent()
    try write(Table(results).markdown, to: directory.appending(path: "RESULTS.md"))
    try write(Chart(results).svg, to: directory.appending(path: "figures.svg"))
  }

  private static func write(_ text: String, to url: URL) throws {
    try Data(text.utf8).write(to: url)
  }
}
