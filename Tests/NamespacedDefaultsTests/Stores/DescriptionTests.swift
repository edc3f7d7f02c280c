import NamespacedDefaults
import NamespacedDefaultsLayers
import NamespacedDefaultsSecrets
import TestSupport
import Testing

private enum Viewer: KeyNamespaceable {
  struct Theme: Codable, DefaultsSerializable { var isDark = false }
  static let theme = key("theme", defaultValue: Theme())
}

/// What `print` shows of stores and keys says which they are, and shows no value.
struct DescriptionTests {
  private var described: [(any CustomStringConvertible & Sendable, String)] {
    get throws {
      let directory = try TemporaryDirectory()
      let path = directory.path
      let memory = InMemoryStore(["token": "swordfish"])
      let key = DefaultsKey<String?>("token", store: memory).secret()
      var described: [(any CustomStringConvertible & Sendable, String)] = [
        (memory, "InMemoryStore"),
        (try FileStore(path: "\(path)/a.defaults"), #"FileStore "\#(path)/a.defaults""#),
        (try JSONStore(path: "\(path)/a.json"), #"JSONStore "\#(path)/a.json""#),
        (EnvironmentStore(prefix: "APP"), #"EnvironmentStore "APP""#),
        (
          LayeredStore([EnvironmentStore(prefix: "APP"), memory]),
          #"LayeredStore (EnvironmentStore "APP", InMemoryStore)"#
        ),
        (SealedStore(over: InMemoryStore(), seal: TestSeal()), "SealedStore (InMemoryStore)"),
        (DefaultsAdapter(store: memory), "DefaultsAdapter (InMemoryStore)"),
        (DefaultsAdapter(store: memory)["token"], #"DefaultsProxy "token""#),
        (Viewer.theme, #"DefaultsKey<Theme> "Viewer.theme""#),
        (key, #"DefaultsKey<Optional<String>> "token""#),
      ]
      #if UserDefaults
        let suite = try TemporarySuite()
        described.append((suite.store, #"UserDefaultsStore "\#(suite.name)""#))
      #endif
      return described
    }
  }

  @Test func eachSaysWhichItIs() throws {
    for (one, words) in try described { #expect("\(one)" == words) }
  }
}
