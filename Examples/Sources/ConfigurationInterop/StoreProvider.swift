public import Configuration
import Foundation
public import NamespacedDefaults

/// The settings of a store for code that reads its configuration with swift-configuration.
///
///     let reader = ConfigReader(provider: StoreProvider(Defaults.store))
///     reader.int(forKey: "server.workers", default: 4)  // the setting "server.workers"
///
/// The components of a key are joined with dots, as a namespace and its raw value are. A stored value is read as a setting
/// of the type that is asked for, so a stored text `8` is an integer too.
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
    _ stored: (String) throws -> PropertyListValue?
  ) throws -> LookupResult {
    let name = key.components.joined(separator: ".")
    let content = try stored(name).map { try ConfigContent($0, type: type) }
    return LookupResult(encodedKey: name, value: content.map { ConfigValue($0, isSecret: isSecret(name)) })
  }

  /// The values of one moment.
  private struct Snapshot: ConfigSnapshot {
    let provider: StoreProvider
    let values: [String: PropertyListValue]

    var providerName: String { provider.providerName }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
      try provider.result(forKey: key, type: type) { values[$0] }
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
    try result(forKey: key, type: type) { try store.value(forKey: $0) }
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
    let values = store.context.withLock {
      (try? store.keys())?.reduce(into: [:]) { values, name in values[name] = try? store.value(forKey: name) } ?? [:]
    }
    return Snapshot(provider: self, values: values)
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
  /// Reads a stored value as a setting of a type.
  fileprivate init(_ stored: PropertyListValue, type: ConfigType) throws {
    self =
      switch type {
      case .string: .string(try String.value(fromPropertyList: stored))
      case .int: .int(try Int.value(fromPropertyList: stored))
      case .double: .double(try Double.value(fromPropertyList: stored))
      case .bool: .bool(try Bool.value(fromPropertyList: stored))
      case .bytes: .bytes(Array(try Data.value(fromPropertyList: stored)))
      case .stringArray: .stringArray(try [String].value(fromPropertyList: stored))
      case .intArray: .intArray(try [Int].value(fromPropertyList: stored))
      case .doubleArray: .doubleArray(try [Double].value(fromPropertyList: stored))
      case .boolArray: .boolArray(try [Bool].value(fromPropertyList: stored))
      case .byteChunkArray: .byteChunkArray(try [Data].value(fromPropertyList: stored).map { Array($0) })
      }
  }
}
