import Foundation
import Results

/// The most telling results as bars on a logarithmic axis, in SVG that can be read on light and on dark ground.
struct Chart {
  struct Section {
    let title: String
    let rows: [Row]
  }

  struct Row {
    let label: String
    let time: Double
    let kind: String
  }

  private let sections: [Section]

  // Everything is in pixels.
  private let labelWidth = 220.0
  private let plotWidth = 460.0
  private let width = 760.0
  private let rowHeight = 19.0
  private let headHeight = 30.0
  private let top = 62.0

  init(_ results: [Result]) {
    sections = [
      Section("Read a Bool", results.rows("Read a Bool")),
      Section("Read a Codable that has not changed", results.rows("Read a Codable, unchanged since the last read")),
      Section("Set a Bool, in memory only", results.rows("Set a Bool, in memory only")),
      Section(
        "Set a Bool, to survive the end of the process",
        results.rows("Set a Bool, to survive the end of the process", keys: [10, 10_000])
      ),
      Section(
        "Set a Bool, to survive a loss of power",
        results.rows("Set a Bool, to survive a loss of power", keys: [10, 10_000])
      ),
      Section(
        "Open a store of 100,000 and read one value",
        results.rows("Open a store and read one value", keys: [100_000])
      ),
    ]
  }

  var svg: String {
    var y = top
    var body = ""
    for section in sections where !section.rows.isEmpty {
      body += text(section.title, x: 12, y: y + 20, class: "title")
      y += headHeight
      for row in section.rows {
        body += text(row.label, x: labelWidth - 8, y: y + 13.5, class: "label end")
        let length = max(1, position(row.time))
        body +=
          "<rect class=\"\(row.kind)\" x=\"\(labelWidth)\" y=\"\(y + 2)\" width=\"\(length.rounded())\""
          + " height=\"\(rowHeight - 5)\" rx=\"2\"/>\n"
        body += text(row.time.described(in: "ns"), x: labelWidth + length + 6, y: y + 13.5, class: "label")
        y += rowHeight
      }
      y += 6
    }
    let height = y + 12
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" role="img" \
      aria-label="Times of single operations on a logarithmic axis">
      <style>\(style)</style>
      <rect class="ground" width="\(width)" height="\(height)"/>
      \(legend)\(axis(to: y))\(body)</svg>

      """
  }

  private var style: String {
    """

    text { font: 12px system-ui, sans-serif; fill: #1f2328 }
    .title { font-weight: 600; font-size: 13px }
    .end { text-anchor: end }
    .tick { fill: #59636e; font-size: 11px; text-anchor: middle }
    .ground { fill: #ffffff }
    .grid { stroke: #d1d9e0 }
    .ours { fill: #d9480f }
    .raw { fill: #59636e }
    .other { fill: #a5b1bd }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc }
      .tick { fill: #9198a1 }
      .ground { fill: #0d1117 }
      .grid { stroke: #2f3742 }
      .ours { fill: #ff8a4c }
      .raw { fill: #9198a1 }
      .other { fill: #4d5866 }
    }

    """
  }

  private static let decades = -1...9

  /// How far from the axis's beginning a time is.
  private func position(_ time: Double) -> Double {
    let decade = log10(time) - Double(Self.decades.lowerBound)
    return decade / Double(Self.decades.count - 1) * plotWidth
  }

  private func axis(to bottom: Double) -> String {
    let labels = ["0.1 ns", "1 ns", "10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"]
    return zip(Self.decades, labels).map { decade, label in
      let x = (labelWidth + position(pow(10, Double(decade)))).rounded() + 0.5
      return "<line class=\"grid\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(top)\" y2=\"\(bottom)\"/>\n"
        + text(label, x: x, y: top - 10, class: "tick")
    }.joined()
  }

  private var legend: String {
    var x = 12.0
    return [("ours", "NamespacedDefaults, by its stores"), ("raw", Result.raw), ("other", "others")].map {
      kind,
      label in
      defer { x += 40 + Double(label.count) * 6.5 }
      return "<rect class=\"\(kind)\" x=\"\(x)\" y=\"12\" width=\"14\" height=\"14\" rx=\"2\"/>\n"
        + text(label, x: x + 20, y: 23.5, class: "label")
    }.joined()
  }

  private func text(_ text: String, x: Double, y: Double, class name: String) -> String {
    let escaped = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: "`", with: "")
    let x = (x * 10).rounded() / 10
    return "<text class=\"\(name)\" x=\"\(x)\" y=\"\(y)\">\(escaped)</text>\n"
  }
}

extension Chart.Section {
  init(_ title: String, _ rows: [Chart.Row]) {
    self.title = title
    self.rows = rows.sorted { $0.time < $1.time }
  }
}

extension [Result] {
  /// One thread's times for a kind of work; of the library, by the settable protocols only.
  fileprivate func rows(_ work: String, keys: [Int] = [10]) -> [Chart.Row] {
    compactMap { result in
      guard result.work == work, result.threads == 1, keys.contains(result.keys), let time = result.median else {
        return nil
      }
      let stores = ["InMemoryStore", "UserDefaultsStore", "FileStore"]
      let store = stores.first { result.subject.hasSuffix($0) }
      // The other spellings of a read, and what is no subject of its own.
      if let store, result.subject != store, !result.subject.hasPrefix("`Account.") {
        return nil
      }
      if store == nil, result.subject.hasSuffix("observed") || result.subject.hasPrefix("the loop") { return nil }
      let count = keys.count > 1 ? " · \(result.keys.grouped) keys" : ""
      let kind = store != nil ? "ours" : result.subject == Result.raw ? "raw" : "other"
      return Chart.Row(
        label: (store ?? result.subject) + count,
        time: time,
        kind: kind
      )
    }
  }
}
