public import Configuration
import Foundation
public import NamespacedDefaults

/// The settings of a store for code that reads its configuration with swift-configuration.
///
///     let reader = ConfigReader(provider: StoreProvider(Defaults.store))
///     reader.int(forKey: "server.workers", default: 4)  // the setting "server.workers"
///
/// The components of a key are joined with dots, as a namespace and its raw value are. A value is read as by a `DefaultsKey`
/// of the type that is asked for, so a launch argument counts, and a text `80,443` is a list of integers too.
public struct StoreProvider: Sendable {
  private let store: any DefaultsStore
  private let isSecret: @Sendable (String) -> Bool

  /// Creates a provider over a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - isSecret: Returns whether the value of a stored name must not be logged; by default none is a secret.
  public init(_ store: any DefaultsStore, isSecret: @escaping @Sendable (String) -> Bool = { _ in false }) {
    self.store = store
    self.isSecret = isSecret
  }

  private func result(
    forKey key: AbsoluteConfigKey,
    type: ConfigType,
    in store: any DefaultsStore
  ) throws -> LookupResult {
    let name = key.components.joined(separator: ".")
    let content = try ConfigContent(name, type, in: store)
    return LookupResult(encodedKey: name, value: content.map { ConfigValue($0, isSecret: isSecret(name)) })
  }

  /// The values of one moment.
  ///
  /// A name that the store does not list, such as that of a variable, has the value of the moment in which it is first asked for.
  private struct Snapshot: ConfigSnapshot {
    let provider: StoreProvider
    let values: InMemoryStore

    var providerName: String { provider.providerName }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
      let (name, store) = (key.components.joined(separator: "."), provider.store)
      let now = try store.value(forKey: name)
      if let now, values.value(forKey: name) == nil, try !store.keys().contains(name) {
        try values.set(now, forKey: name)
      }
      // The store may know more of a value than the value says, such as the bytes of a file.
      return try provider.result(forKey: key, type: type, in: now == values.value(forKey: name) ? store : values)
    }
  }

  /// Runs a closure with an element for the present, and one after each change; only the newest waits to be read.
  private func following<Element: Sendable, Return: ~Copyable>(
    _ name: String?,
    _ element: @escaping @Sendable () -> Element,
    _ body: (ConfigUpdatesAsyncSequence<Element, Never>) async throws -> Return
  ) async throws -> Return {
    let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // First, so that no change is missed in between.
    let observation = store.observe(name) { _ in continuation.yield(element()) }
    defer { observation.cancel() }
    continuation.yield(element())
    return try await body(ConfigUpdatesAsyncSequence(stream))
  }
}

extension StoreProvider: ConfigProvider {
  /// The label of the store.
  public var providerName: String { "StoreProvider[\(store.label)]" }

  /// Returns the stored value as a value of a type; without one if nothing is stored.
  ///
  /// - Throws: An error if the store cannot be read, or if the stored value is none of the type.
  public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
    try result(forKey: key, type: type, in: store)
  }

  /// Returns what ``value(forKey:type:)`` does, because a read of a store is current.
  ///
  /// - Throws: As that does.
  public func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
    try value(forKey: key, type: type)
  }

  /// Runs a closure that gets the value, and the newest one after each change.
  ///
  /// - Throws: The error of the closure.
  public func watchValue<Return: ~Copyable>(
    forKey key: AbsoluteConfigKey,
    type: ConfigType,
    updatesHandler: (ConfigUpdatesAsyncSequence<Swift.Result<LookupResult, any Error>, Never>) async throws -> Return
  ) async throws -> Return {
    let name = key.components.joined(separator: ".")
    return try await following(name, { Swift.Result { try value(forKey: key, type: type) } }, updatesHandler)
  }

  /// The values of the store at this moment; none if it cannot be read.
  public func snapshot() -> any ConfigSnapshot {
    func read() -> [String: PropertyListValue] {
      (try? store.keys())?.reduce(into: [:]) { values, name in values[name] = try? store.value(forKey: name) } ?? [:]
    }
    // Nobody else writes the store during a transaction. One that cannot be written has none.
    return Snapshot(provider: self, values: InMemoryStore((try? store.transaction(read)) ?? read()))
  }

  /// Runs a closure that gets the values of this moment, and the newest ones after each change.
  ///
  /// - Throws: The error of the closure.
  public func watchSnapshot<Return: ~Copyable>(
    updatesHandler: (ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
  ) async throws -> Return {
    try await following(nil, { snapshot() }, updatesHandler)
  }
}

extension ConfigContent {
  /// Reads a setting of a type; `nil` if it has no value.
  fileprivate init?(_ name: String, _ type: ConfigType, in store: any DefaultsStore) throws {
    func read<Value: DefaultsSerializable>(_ type: Value.Type = Value.self) throws -> Value? {
      // As a secret, for a reader may log the error, and none of its text is to be the value.
      try DefaultsKey<Value?>(name, store: store).secret().read()
    }
    let content: ConfigContent? =
      switch type {
      case .string: try read().map { .string($0) }
      case .int: try read().map { .int($0) }
      case .double: try read().map { .double($0) }
      case .bool: try read().map { .bool($0) }
      case .bytes: try read(Data.self).map { .bytes(Array($0)) }
      case .stringArray: try read().map { .stringArray($0) }
      case .intArray: try read().map { .intArray($0) }
      case .doubleArray: try read().map { .doubleArray($0) }
      case .boolArray: try read().map { .boolArray($0) }
      case .byteChunkArray: try read([Data].self).map { .byteChunkArray($0.map { Array($0) }) }
      }
    guard let content else { return nil }
    self = content
  }
}
