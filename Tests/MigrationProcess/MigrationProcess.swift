import NamespacedDefaults
import NamespacedDefaultsMigration

import NamespacedDefaultsPlatform

/// A process for tests, which migrates a file store and may be killed meanwhile.
///
///     count PATH STEPS           does steps that each add 1 to "count" and write "step N"
///     race PATH STEPS            the same, but prints "ready" before, and waits for a line
///     pause PATH STEPS PAUSED    the same, but prints "paused" within step PAUSED and stays there for ever
///     move PATH SOURCE           moves everything from another file
///     pause-move PATH SOURCE     the same, but prints "paused" and stays there when it should remove from the source
///
/// Prints the ids of the steps it did, one a line, or the error.
@main
struct MigrationProcess {
  static func main() throws {
    let arguments = CommandLine.arguments
    let defaults = DefaultsAdapter(store: try FileStore(path: arguments[2]))
    if arguments[1] == "race" {
      print("ready")
      fflush(nil)
      _ = readLine()
    }
    do {
      let plan = try defaults.migrate(steps(arguments))
      for step in plan.steps where !step.wasDone { print(step.id) }
    } catch {
      print("error: \(error)")
    }
  }

  private static func steps(_ arguments: [String]) throws -> [DefaultsMigration] {
    switch arguments[1] {
    case "count", "race": countingSteps(Int(arguments[3]) ?? 0, pausedAt: nil)
    case "pause": countingSteps(Int(arguments[3]) ?? 0, pausedAt: Int(arguments[4]))
    case "move": [.move(from: try FileStore(path: arguments[3]), id: "move")]
    default: [.move(from: PausedStore(try FileStore(path: arguments[3])), id: "move")]
    }
  }

  private static func countingSteps(_ count: Int, pausedAt paused: Int?) -> [DefaultsMigration] {
    (1...count).map { number in
      DefaultsMigration(id: "\(number)") { transaction in
        transaction.set(true, forKey: "step \(number)")
        if number == paused { waitForTheEnd() }
        let old = try transaction.value(forKey: "count").map(Int64.value) ?? 0
        transaction.set(.integer(old + 1), forKey: "count")
      }
    }
  }
}

/// Waits for the signal that ends the process.
private func waitForTheEnd() -> Never {
  print("paused")
  fflush(nil)
  while true { pause() }
}

/// A file store that never gets to write.
private final class PausedStore: DefaultsStore, DefaultsStorage {
  private let store: FileStore

  init(_ store: FileStore) { self.store = store }

  var context: DefaultsStoreContext { store.context }

  func storedValue(forKey name: String) throws -> PropertyListValue? { try store.value(forKey: name) }

  func storedKeys() throws -> [String] { try store.keys() }

  func persist(_ changes: [DefaultsChange]) {}

  func apply(_ changes: [DefaultsChange]) { waitForTheEnd() }

  func synchronize() {}
}
