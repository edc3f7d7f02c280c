import Results

/// The results as Markdown.
struct Table {
  private let results: [Result]

  init(_ results: [Result]) {
    self.results = results
  }

  var markdown: String {
    var works: [String] = []
    for result in results where result.work != Result.conditions && !works.contains(result.work) {
      works.append(result.work)
    }
    return ([introduction, bars] + works.map(section)).joined(separator: "\n\n") + "\n"
  }

  private var introduction: String {
    let conditions = results.filter { $0.work == Result.conditions }.map(\.subject).joined(separator: "; ")
    return """
      # Results

      Made by `Tests/Benchmarks/run`; [README.md](README.md) says how to read them. \(conditions).

      <picture><source media="(prefers-color-scheme: dark)" srcset="figures~dark.svg">
      <img src="figures.svg" alt="Times of single operations on a logarithmic axis"></picture>
      """
  }

  private var bars: String {
    let rows = Bar.all(results).map { "| \($0.promise) | \($0.measured) | \($0.isMet ? "yes" : "**no**") |" }
    return (["## The bars", "", "| bar | measured | met |", "| --- | ---: | --- |"] + rows).joined(separator: "\n")
  }

  private func section(_ work: String) -> String {
    let results = results.filter { $0.work == work }
    let head = [
      "## \(work)", "", "| subject | promises | keys | threads | median | least … most | raw ÷ it |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    return (head + results.map(row)).joined(separator: "\n")
  }

  private func row(_ result: Result) -> String {
    var cells = [result.subject, result.promise, result.keys.grouped, "\(result.threads)"]
    if let median = result.median, let minimum = result.minimum, let maximum = result.maximum {
      cells.append(median.described(in: result.unit))
      let isOne = minimum == maximum
      cells.append(isOne ? "" : "\(minimum.described(in: result.unit)) … \(maximum.described(in: result.unit))")
      cells.append(ratio(result, median))
    } else {
      cells += ["never", "", ""]
    }
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private func ratio(_ result: Result, _ median: Double) -> String {
    let raw = results.first {
      $0.work == result.work && $0.subject == Result.raw && $0.keys == result.keys && $0.threads == result.threads
        && $0.unit == result.unit
    }
    return raw?.median.map { ($0 / median).threeDigits } ?? ""
  }
}
