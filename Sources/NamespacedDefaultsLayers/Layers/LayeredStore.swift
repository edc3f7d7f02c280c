public import NamespacedDefaults
package import NamespacedDefaultsFoundation

/// Several stores as one: a read gets the value of the first that has one, and a write goes to the first that takes it.
///
/// ```swift
/// Defaults.store = LayeredStore([
///   Layer(EnvironmentStore(prefix: "TOOL")),
///   Layer(person),
///   Layer(
///     machine,
///     mandatory: ["Server.workers", "Audit.*"],
///     isReadOnly: true
///   ),
/// ])
/// ```
///
/// Launch arguments come before all layers, and the default of the key comes after them. <doc:WhereSettingsComeFrom> shows
/// how a program uses this.
///
/// - A removal takes the value out of the layer that is written. What is beneath shows again, to observers too.
/// - A write of a value that shows from beneath stores it in the layer that is written, where it stays when the one beneath
///   changes.
/// - A write under a value of a layer above, as the environment, is stored, and does not show as long as that layer has one.
/// - A write of a mandatory name throws `managedValue`, also of the value that it has. Its removal takes out a value that does not count, and shows nothing.
///   If no layer can be written, each write throws `readOnlyStore`, and a removal finds nothing that it could take out.
/// - A layer that cannot be read takes nothing from the others. What throws, as ``value(forKey:)``, `keys()` and
///   `try key.read()`, throws its error only if the answer depends on it: if the layer may have the value, which no layer
///   above it has and no layer beneath it makes mandatory. What does not throw gets the value that shows without that layer,
///   and the error is reported once. So do observers. A write to the layer throws, and never goes to another one.
/// - A transaction, and an in-place change, is one of the layer that is written, and keeps what that store promises, between
///   processes too. The other layers are not locked, and what shows from beneath may change meanwhile.
/// - A read gets what all layers had at one moment. What other processes write counts when a layer finds it.
/// - Observers get each change that shows, whoever makes it in whatever layer, from other processes if the layer finds them.
///   Changes of a layer that follow each other faster than they are delivered can be announced as one.
/// - What was read is remembered as from one store, if each layer announces its changes. `UserDefaultsStore` does not, so with
///   it each read asks the layers.
/// - In a transaction or an update of a layer, use that layer. Two threads that do so with different layers, and also use the
///   layered store there, wait for each other until ``lockTimeout``.
public final class LayeredStore: DefaultsStore {
  /// The store's lock, which is that of all layers, and its observers.
  public let context: DefaultsStoreContext
  let stack: LayerStack

  /// Creates a store of layers.
  ///
  /// - Parameter layers: The layers, the uppermost first.
  public init(_ layers: [Layer]) {
    stack = LayerStack(layers)
    context = DefaultsStoreContext(
      LayeredStorage(stack.target.map { layers[$0].store }, over: layers),
      over: stack.contexts,
      writingTo: stack.target.map { layers[$0].store.context },
      showing: stack,
      changeSource: stack
    )
    stack.watch.connect(to: context)
  }

  /// Creates a store of stores without mandatory names.
  ///
  /// - Parameter stores: The stores, the uppermost first.
  public convenience init(_ stores: [any DefaultsStore]) { self.init(stores.map { Layer($0) }) }

  /// The layers, the uppermost first.
  public var layers: [Layer] { stack.layers }

  /// The name of the type, and the labels of the layers.
  public var label: String { "LayeredStore (\(layers.map(\.store.label).joined(separator: ", ")))" }

  /// That of the layer that is written; 30 seconds if there is none.
  public var lockTimeout: Duration { target?.lockTimeout ?? .seconds(30) }

  /// Returns the store that the value of a name comes from.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - previousName: The name under which an older release stored the value. A layer that has it counts too.
  /// - Returns: The store, of a layer or of a layer of a layer; `nil` if no layer has a value, so that the key has its default.
  /// - Throws: The error of a layer that cannot be read and may have the value.
  public func origin(of name: String, renamedFrom previousName: String? = nil) throws -> (any DefaultsStore)? {
    try origin(of: KeyName(name, previous: previousName))
  }

  private func origin(of names: KeyName) throws -> (any DefaultsStore)? {
    guard let found = try stack.find(names, over: ownValue).get() else { return nil }
    let store = layers[found.layer].store
    return try (store as? LayeredStore)?.origin(of: names) ?? store
  }

  var isReadOnly: Bool { stack.target == nil }

  /// The store that takes the writes.
  private var target: (any DefaultsStore)? { stack.target.map { layers[$0].store } }

  /// Waits until all that was written through the store would survive a loss of power, and reads what others have
  /// written to every layer.
  ///
  /// - Throws: The error of the layer that is written. The reads that depend on another one report or throw that one's.
  public func synchronize() throws {
    let results = layers.map { layer in Result { try layer.store.synchronize() } }
    if let target = stack.target { try results[target].get() }
  }
}

/// The values of the layer that is written.
///
/// `@unchecked Sendable`: what was persisted is used with the write lock alone.
private final class LayeredStorage: ObjectStorage, @unchecked Sendable {
  private let target: (any DefaultsStore)?
  private let layers: [Layer]
  private var persisted: PersistedChanges?

  init(_ target: (any DefaultsStore)?, over layers: [Layer]) { (self.target, self.layers) = (target, layers) }

  func storedValue(forKey name: String) throws -> PropertyListValue? { try target?.ownValue(forKey: name) }

  func storedKeys() throws -> [String] { try target?.ownKeys() ?? [] }

  func undeclaredObjects() throws -> [String: [String]] {
    try layers.reduce(into: [:]) { $0.merge(try $1.store.undeclaredObjects()) { $0 + $1 } }
  }

  func undeclaredNames(inObject name: String) throws -> [String]? { try target?.undeclaredNames(inObject: name) }

  func persist(_ changes: [DefaultsChange]) throws {
    guard let target else { throw Self.noWritableLayer }
    persisted = try target.persisted(Dictionary(changes.map { ($0.key, $0.newValue) }) { $1 })
  }

  func apply(_ changes: [DefaultsChange]) throws { try persisted.take()?.apply() }

  func storedForm(of value: PropertyListValue) -> PropertyListValue { target?.keptForm(of: value) ?? value }

  /// Takes the write lock of the layer.
  ///
  /// - Throws: `readOnlyStore` if there is none, or the error of the layer.
  func beginWriting() throws {
    guard let target else { throw Self.noWritableLayer }
    try target.beginAccess()
  }

  func endWriting() { target?.endAccess() }

  private static var noWritableLayer: DefaultsError {
    DefaultsError(.readOnlyStore, "no layer of the store can be written")
  }
}

extension LayeredStore: PlaceReporting {
  /// Returns where the value stands that shows.
  package func place(ofValueForKey name: String) -> ValuePlace? { place(ofValueOf: KeyName(name)) }

  package func place(ofValueOf names: KeyName) -> ValuePlace? {
    guard let layer = stack.find(names).value?.layer else { return nil }
    return stack.layers[layer].store.place(of: names)
  }

  package func bytes(ofText text: String, of names: KeyName) -> Data? {
    guard let layer = stack.find(names).value?.layer else { return nil }
    return (stack.layers[layer].store as? any PlaceReporting)?.bytes(ofText: text, of: names)
  }

  package func variableName(forKey name: String) -> String? {
    stack.layers.lazy.compactMap { ($0.store as? any PlaceReporting)?.variableName(forKey: name) }.first
  }

  package func searched(for names: KeyName) -> [SearchedStore] {
    let first = stack.first(of: names)
    return layers.enumerated().flatMap { index, layer in
      let nested = (layer.store as? LayeredStore)?.searched(for: names)
      return (nested ?? [layer.searched(for: names)]).map { store in
        var store = store
        store.isOverridden = store.isOverridden || index < first
        return store
      }
    }
  }

  package var sources: [any PlaceReporting] { layers.flatMap { ($0.store as? any PlaceReporting)?.sources ?? [] } }

  package func unmatchedPatterns(among names: Set<String>) -> [String] {
    layers.flatMap { layer in
      let stored = (try? layer.store.keys()) ?? []
      let ownPatterns = layer.mandatory.filter { pattern in
        pattern != "*" && !names.contains { Layer.fits($0, pattern) } && !stored.contains { Layer.fits($0, pattern) }
      }
      return ownPatterns.map { pattern in
        let isNamespace = (Array(names) + stored).contains { $0.hasPrefix("\(pattern).") }
        let advice = isNamespace ? "write \("\(pattern).*".quoted) for all that is in it" : "no setting has that name"
        return "\(layer.store.label): \(pattern.quoted) is mandatory and means nothing; \(advice)"
      } + ((layer.store as? any PlaceReporting)?.unmatchedPatterns(among: names) ?? [])
    }
  }
}
