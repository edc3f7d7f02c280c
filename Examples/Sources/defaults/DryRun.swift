import ArgumentParser
import NamespacedDefaults
import NamespacedDefaultsLayers

/// Whether a command that changes several values only says what it would change.
struct DryRun: ParsableArguments {
  @Flag(help: "Print what would be removed (-) and stored (+), and change nothing.")
  var dryRun = false

  private struct Undone: Error {}

  /// Changes a store, or prints what would be different in the store that is written.
  func run(in store: any DefaultsStore, _ change: (any DefaultsStore) throws -> Void) throws {
    guard dryRun else { return try change(store) }
    // A change that is undone would still create the file.
    let store = Place(store.written).isThere ? store : standIn(for: store)
    var lines: [[Piece]] = []
    do {
      try store.written.transaction {
        let before = try store.written.values(store.written.keys())
        try change(store)
        let after = try store.written.values(store.written.keys())
        for key in Set(before.keys).union(after.keys).sorted() where before[key] != after[key] {
          if let old = before[key] { lines.append([Piece("- \(key) = \(old.displayText())", .old)]) }
          if let new = after[key] { lines.append([Piece("+ \(key) = \(new.displayText())", .new)]) }
        }
        throw Undone()
      }
    } catch is Undone {
      try printLines(lines.isEmpty ? [["Nothing would be changed."]] : lines)
    }
  }

  /// A store like one whose file is not there.
  private func standIn(for store: any DefaultsStore) -> any DefaultsStore {
    guard let layered = store as? LayeredStore else { return InMemoryStore() }
    return LayeredStore(layered.layers.map { $0.store === store.written ? Layer(InMemoryStore()) : $0 })
  }
}
