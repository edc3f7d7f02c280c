import Foundation
import NamespacedDefaults

/// Makes a call that reads, and prints it beside what it returned.
func show<Value>(_ call: String, _ body: () -> Value?) {
  printCall(call, body().map(text) ?? "nil")
}

/// Makes a call that writes, and prints it beside the stored name and what is stored there now.
func show(_ call: String, stores name: String, _ body: () -> Void) {
  body()
  let stored = try? Defaults.store.value(forKey: name)
  printCall(call, "\(name) = \(stored.map(text) ?? "nothing")")
}

private func printCall(_ call: String, _ result: String) {
  print("  \(call.padding(toLength: 52, withPad: " ", startingAt: 0))  // \(result)")
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
