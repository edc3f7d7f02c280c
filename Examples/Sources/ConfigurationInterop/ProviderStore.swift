public import Configuration
import Foundation
public import NamespacedDefaults
import Synchronization

/// The values of a configuration provider as a store, which is read only: a layer beneath the settings of a person.
///
///     let machine = ProviderStore(try await FileProvider<YAMLSnapshot>(filePath: "/etc/tool.yaml"))
///     Defaults.store = LayeredStore([Layer(person), Layer(machine, isReadOnly: true)])
///     Task { try await machine.run() }  // if the provider reloads
///
/// A stored name is a key whose components are the parts between its dots. Its value is the first that the provider has of
/// these types: a string, a Boolean, an integer, a number, an array of one of these, bytes. What is only a text, as all
/// variables of an environment are, is read by the type of the setting.
///
/// A provider does not tell which keys it has. So the store lists no names.
public final class ProviderStore: DefaultsStore, DefaultsStorage {
  /// The store's lock and observers.
  public let context = DefaultsStoreContext(announcesEveryChange: true)

  private struct State {
    var snapshot: any ConfigSnapshot
    /// The names that were asked for, with the values that the answer had.
    var known: [String: PropertyListValue?] = [:]
  }

  private let provider: any ConfigProvider
  private let state: Mutex<State>

  /// Creates a store with the values that a provider has now.
  public init(_ provider: any ConfigProvider) {
    self.provider = provider
    state = Mutex(State(snapshot: provider.snapshot()))
  }

  /// The name of the provider.
  public var label: String { provider.providerName }

  /// Takes in the changes of the provider, and announces those of names that were read, until the task is cancelled.
  ///
  /// - Throws: An error of the provider.
  public func run() async throws {
    try await provider.watchSnapshot { snapshots in
      for await snapshot in snapshots { take(snapshot) }
    }
  }

  private func take(_ snapshot: any ConfigSnapshot) {
    let changes = state.withLock { state in
      state.snapshot = snapshot
      let changes = state.known.compactMap { name, old -> DefaultsChange? in
        let new: PropertyListValue?
        // What a provider cannot read any more keeps its last value; what it has no more is gone.
        do { new = try Self.value(forKey: name, in: snapshot) } catch { return nil }
        return new == old ? nil : DefaultsChange(key: name, oldValue: old, newValue: new)
      }
      for change in changes { state.known[change.key] = .some(change.newValue) }
      return changes
    }
    context.announce(changes)
  }

  /// Returns the value that the provider has for a key; the library calls this.
  ///
  /// - Throws: The error of the provider if it has a value of none of the types.
  public func storedValue(forKey name: String) throws -> PropertyListValue? {
    try state.withLock { state in
      if let known = state.known[name] { return known }
      let value = try Self.value(forKey: name, in: state.snapshot)
      state.known[name] = .some(value)
      return value
    }
  }

  /// Returns nothing, because a provider does not tell its keys; the library calls this.
  public func storedKeys() -> [String] { [] }

  /// Throws an error, because providers are read only; the library calls this.
  public func persist(_ changes: [DefaultsChange]) throws {
    throw DefaultsError(.init(rawValue: "readOnlyStore"), "\(label) is a provider of values, which cannot be written")
  }

  /// Does nothing, because nothing is persisted.
  public func apply(_ changes: [DefaultsChange]) {}

  /// Does nothing, because nothing is written.
  public func synchronize() {}

  private static let types: [ConfigType] = [
    .string, .bool, .int, .double, .stringArray, .boolArray, .intArray, .doubleArray, .bytes, .byteChunkArray,
  ]

  private static func value(forKey name: String, in snapshot: any ConfigSnapshot) throws -> PropertyListValue? {
    let components = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let key = AbsoluteConfigKey(components, context: [:])
    var failure: (any Error)?
    for type in types {
      do {
        if let value = try snapshot.value(forKey: key, type: type).value { return PropertyListValue(value.content) }
      } catch {
        // It has a value of another type.
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }
}

extension PropertyListValue {
  fileprivate init(_ content: ConfigContent) {
    self =
      switch content {
      case .string(let value): .string(value)
      case .int(let value): .integer(Int64(value))
      case .double(let value): .double(value)
      case .bool(let value): .bool(value)
      case .bytes(let value): .data(Data(value))
      case .stringArray(let values): .array(values.map { .string($0) })
      case .intArray(let values): .array(values.map { .integer(Int64($0)) })
      case .doubleArray(let values): .array(values.map { .double($0) })
      case .boolArray(let values): .array(values.map { .bool($0) })
      case .byteChunkArray(let values): .array(values.map { .data(Data($0)) })
      }
  }
}
