import Foundation
import NamespacedDefaults
import NamespacedDefaultsSync

@testable import NamespacedDefaultsLayers

/// The stores in which every value is tried.
enum FormStore: String, CaseIterable, Sendable {
  case memory, file, json, layers, cloud
  #if UserDefaults
    case userDefaults
  #endif

  /// The stores that refuse what Foundation's file would lose.
  static let xmlFiles: Set<Self> = {
    #if UserDefaults
      [.userDefaults]
    #else
      []
    #endif
  }()

  /// Whether the store keeps dates in whole seconds and no negative zero, as Foundation's file does.
  var isXMLFile: Bool {
    #if UserDefaults && !canImport(Darwin)
      self == .userDefaults
    #else
      false
    #endif
  }
}

/// The places of a test's stores, which are removed when it is released.
final class FormPlaces {
  private let directory: JSONDirectory
  /// The number of the suites that are in use.
  ///
  /// Those of earlier rows are used again, because Foundation keeps each for ever.
  private var suiteCount = 0
  private let prefix = "NamespacedDefaultsForms.\(UUID().uuidString)."

  init() throws { directory = try JSONDirectory() }

  deinit {
    #if UserDefaults
      for number in 1...9 { UserDefaults().removePersistentDomain(forName: "\(prefix)\(number)") }
    #endif
  }

  /// Gives back the stores that were made.
  func reset() { suiteCount = 0 }

  /// Makes a new and empty store of a kind.
  func make(_ kind: FormStore) throws -> any DefaultsStore {
    let name = "\(kind.rawValue)-\(UUID().uuidString)"
    let path = directory.path + "/" + name
    switch kind {
    case .memory: return InMemoryStore()
    case .file: return try FileStore(path: path)
    case .json: return try JSONStore(path: path, durability: .processKill)
    case .layers:
      let machine = try JSONStore(path: path + "-machine", durability: .processKill)
      return LayeredStore([
        Layer(try JSONStore(path: path, durability: .processKill)), Layer(machine, isReadOnly: true),
      ])
    case .cloud: return UbiquitousStore(CloudValues())
    #if UserDefaults
      case .userDefaults:
        suiteCount += 1
        let store = try UserDefaultsStore(suiteName: "\(prefix)\(suiteCount)")
        try store.set(Dictionary(uniqueKeysWithValues: store.keys().map { ($0, nil) }))
        return store
    #endif
    }
  }
}

/// The storage of iCloud on one device.
///
/// `@unchecked Sendable`: `values` is touched only with the lock held.
private final class CloudValues: UbiquitousKeyValues, @unchecked Sendable {
  private let lock = NSLock()
  private var values: [String: Any] = [:]

  var dictionaryRepresentation: [String: Any] { lock.withLock { values } }

  func object(forKey name: String) -> Any? { lock.withLock { values[name] } }
  func set(_ object: Any?, forKey name: String) { lock.withLock { values[name] = object } }
  func removeObject(forKey name: String) { set(nil, forKey: name) }
  func synchronize() -> Bool { true }
  func onExternalChange(_ handler: @escaping @Sendable (UbiquitousStore.ExternalChange) -> Void) {}
}
