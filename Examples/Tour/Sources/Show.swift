import Foundation
import NamespacedDefaults

/// Makes a call that reads, and prints it beside what it returned or threw.
func show<Value>(_ call: String, _ body: () throws -> Value?) {
  do {
    printCall(call, try body().map(text) ?? "nil")
  } catch {
    printCall(call, "throws: \(error)", .failure)
  }
}

/// Makes a call that writes, and prints it beside the stored names and what is stored there now.
func show(_ call: String, stores names: String..., body: () throws -> Void) {
  var failure: String?
  do { try body() } catch { failure = "throws: \(error)" }
  let stored = names.map { name in "\(name) = \((try? Defaults.store.value(forKey: name)).map(text) ?? "nothing")" }
  printCall(call, ([failure].compactMap(\.self) + stored).joined(separator: ", "), failure == nil ? .result : .failure)
}

/// Prints a call, or what was called, beside a result.
func printCall(_ call: String, _ result: String, _ style: Style = .result) {
  printLine("  \(call.padding(toLength: 52, withPad: " ", startingAt: 0))  \(style.applied(to: "// \(result)"))")
}

/// Prints a line at once: other processes of the tour print too, and one of them is killed.
func printLine(_ text: String = "", _ style: Style? = nil) {
  FileHandle.standardOutput.write(Data("\(style?.applied(to: text) ?? text)\n".utf8))
}

/// How a terminal shows a text, as the number of an ANSI escape sequence.
enum Style: Int {
  case title = 1
  case failure = 31
  case result = 32

  private static let isShown =
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty

  func applied(to text: String) -> String {
    Self.isShown ? "\u{1b}[\(rawValue)m\(text)\u{1b}[0m" : text
  }
}

private func text(_ value: Any) -> String {
  switch value {
  case let date as Date: date.formatted(.iso8601)
  // A `Codable` value is stored as JSON.
  case PropertyListValue.data(let json): String(decoding: json, as: UTF8.self)
  case PropertyListValue.date(let date): date.formatted(.iso8601)
  default: "\(value)"
  }
}
