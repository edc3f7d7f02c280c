import Foundation
import NamespacedDefaults

/// What another process does that observes the value which this one writes.
enum Watcher {
  static func run() throws {
    guard let store = try Place(.file).store() else { return }
    let observation = store.observe(Name.written) { _ in }
    say("observing")
    // Until the process that writes has ended.
    while readLine() != nil {}
    observation.cancel()
  }
}
