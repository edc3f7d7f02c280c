/// A row of the table: what was expected of this device, and what came.
struct Row: Sendable {
  enum Outcome: Equatable, Sendable {
    case holds(String)
    case fails(String)
    /// Nobody knows what to expect, so whatever came is the answer.
    case answer(String)
    /// What the row needs is not here.
    case missing(String)
  }

  let name: String
  let expected: String
  let outcome: Outcome

  /// Runs a check, which fails if it throws.
  init(_ name: String, expected: String, _ check: () throws -> Outcome) {
    self.name = name
    self.expected = expected
    do {
      outcome = try check()
    } catch {
      outcome = .fails("\(error)")
    }
  }

  /// The lines above the rows of a table.
  static let head = "| check | expected | came | holds |\n| --- | --- | --- | --- |"

  var fails: Bool {
    if case .fails = outcome { true } else { false }
  }

  /// Whether the row holds, in a word or two, and what came.
  var result: (verdict: String, came: String) {
    switch outcome {
    case .holds(let came): ("yes", came)
    case .fails(let came): ("no", came)
    case .answer(let came): ("question", came)
    case .missing(let came): ("not here", came)
    }
  }

  var markdown: String {
    let verdict = fails ? "**no**" : result.verdict
    return "| " + [name, expected, result.came, verdict].map(Self.cell).joined(separator: " | ") + " |"
  }

  /// A text that ends neither its cell nor its line.
  private static func cell(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ").split(
      separator: "|",
      omittingEmptySubsequences: false
    )
    .joined(separator: "\\|")
  }
}

extension Sequence<Row> {
  /// The table that a report has.
  var markdown: String { Row.head + "\n" + map { $0.markdown + "\n" }.joined() }
}

/// What a check has to say when it cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
