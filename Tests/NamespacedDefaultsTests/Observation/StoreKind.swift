import NamespacedDefaultsLayers

@testable import NamespacedDefaults

/// The kinds of store on which everything above the stores is tested.
enum StoreKind: CaseIterable {
  case inMemory, file, unmappedFile, layers, layeredFiles
  #if UserDefaults
    case userDefaults, postingUserDefaults
  #endif

  /// Whether it is another kind that announces its changes in another way.
  var differsInAnnouncements: Bool {
    #if UserDefaults
      self == .postingUserDefaults
    #else
      false
    #endif
  }

  /// Whether each write may store all values anew, which takes a hundred times as long.
  var rewritesEverything: Bool {
    #if UserDefaults
      self == .userDefaults
    #else
      false
    #endif
  }

  /// Runs a body on an empty store of the kind, as the store of the task.
  func with(_ body: (any DefaultsStore) throws -> Void) throws {
    let (store, place) = try make()
    defer { withExtendedLifetime(place) {} }
    try Defaults.withStore(store) { try body(store) }
  }

  /// The same for a body that waits.
  func with(_ body: (any DefaultsStore) async throws -> Void) async throws {
    let (store, place) = try make()
    defer { withExtendedLifetime(place) {} }
    try await Defaults.withStore(store) { try await body(store) }
  }

  /// Runs a body on a function that opens the same store again and again; one in memory is the same object.
  func withOpening(_ body: (_ open: () throws -> any DefaultsStore) throws -> Void) throws {
    switch self {
    case .file, .unmappedFile:
      let directory = try TemporaryDirectory()
      try MappedHeader.$mapsFiles.withValue(self == .file) { try body { try FileStore(path: directory.file()) } }
    #if UserDefaults
      case .userDefaults:
        let suite = try TemporarySuite()
        try body { try UserDefaultsStore(suiteName: suite.name) }
      case .postingUserDefaults: try with { store in try body { store } }
    #endif
    case .inMemory, .layers: try with { store in try body { store } }
    case .layeredFiles:
      let directory = try TemporaryDirectory()
      try body { try Self.layers(in: directory) }
    }
  }

  /// A store, and what removes its file when released.
  private func make() throws -> (any DefaultsStore, (any Sendable)?) {
    switch self {
    case .inMemory: return (InMemoryStore(), nil)
    case .layers: return (LayeredStore([InMemoryStore(), InMemoryStore()]), nil)
    case .layeredFiles:
      let directory = try TemporaryDirectory()
      return (try Self.layers(in: directory), directory)
    case .unmappedFile: return try MappedHeader.$mapsFiles.withValue(false) { try Self.file.make() }
    case .file:
      let directory = try TemporaryDirectory()
      return (try FileStore(path: directory.file()), directory)
    #if UserDefaults
      case .userDefaults:
        let suite = try TemporarySuite()
        return (suite.store, suite)
      case .postingUserDefaults:
        let suite = try PostingSuite()
        return (suite.store, suite)
    #endif
    }
  }

  private static func layers(in directory: TemporaryDirectory) throws -> LayeredStore {
    LayeredStore(try ["person", "machine"].map { try FileStore(path: directory.file("\($0).defaults")) })
  }
}
