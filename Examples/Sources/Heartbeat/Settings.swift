import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers

/// What people set.
enum Beat: KeyNamespaceable {
  enum Level: String, CaseIterable, DefaultsSerializable { case quiet, normal, verbose }

  static let interval = key("interval", defaultValue: Duration.seconds(30))
    .validating(.within(.milliseconds(10)...(.seconds(3600))))
    .described(as: "The time between two beats.")
  static let text = key("text", defaultValue: "still here").renamed(fromStoredName: "Beat.message")
    .described(as: "What each beat says.")
  static let level = key("level", defaultValue: Level.normal).described(as: "How much is said.")
  static let tags = key("tags", defaultValue: [String]()).described(as: "What each beat ends with.")
  static let token = key("token", of: String.self).required().secret()
    .described(as: "Who the service is.")

  static let keys: [DefaultsKeys] = [interval, text, level, tags, token]
}

let audit = NamespaceAudit(Beat.self)

/// Returns where the settings come from: variables, mounted files, the person's file, and the machine's.
func settingsStore() throws -> LayeredStore {
  let standard = try LayeredStore.standard(name: "heartbeat").layers
  let mounted = try ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"].map {
    Layer(try DirectoryStore(url: URL(filePath: $0)), name: "credentials")
  }
  return LayeredStore([standard[0]] + [mounted].compactMap(\.self) + standard[1...])
}

/// What the service counts, in a file of its own.
///
/// These keys exist only with their store, so none can be read elsewhere.
struct Counters {
  let store: any DefaultsStore
  let beats: DefaultsKey<Int>
  let last: DefaultsKey<Date?>

  init(in store: any DefaultsStore) {
    self.store = store
    beats = DefaultsKey("beats", defaultValue: 0, store: store)
    last = DefaultsKey("last", store: store)
  }

  /// Counts a beat: both values or none, whatever ends the process.
  func count(at time: Date) throws -> Int {
    try store.transaction {
      last.value = time
      beats.value += 1
      return beats.value
    }
  }
}
