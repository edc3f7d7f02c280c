public import NamespacedDefaults

/// One store of a ``LayeredStore``, and the names that nothing above it may override.
public struct Layer: Sendable {
  /// The store whose values the layer shows.
  public let store: any DefaultsStore

  /// What people are told that a value comes from, such as `machine`.
  public let name: String

  /// The names that are read from this layer and those beneath it, whatever the layers above it have.
  ///
  /// `Audit.*` means every name that begins with `Audit.`, and `*` means every name. A mandatory name of which neither this
  /// layer nor one beneath it has a value has none. `Audit` alone is the setting of that name: `NamespaceAudit.validate()`
  /// finds a name that means nothing.
  public let mandatory: [String]

  /// Whether nothing is written here through a ``LayeredStore``.
  ///
  /// That is always so for an ``EnvironmentStore``, for a ``DirectoryStore``, and for a ``LayeredStore`` all of whose layers
  /// are read only.
  public let isReadOnly: Bool

  /// Creates a layer.
  ///
  /// - Parameters:
  ///   - store: The store whose values the layer shows.
  ///   - name: The name of the layer; by default the label of the store, such as `JSONStore "tool.json"`.
  ///   - mandatory: The names that nothing above it may override.
  ///   - isReadOnly: Whether nothing is written here, as where the values are the machine's. A file that the program has no
  ///     permission to write is not read only by itself. A write to it throws, and never goes to another layer instead.
  public init(
    _ store: any DefaultsStore,
    name: String? = nil,
    mandatory: [String] = [],
    isReadOnly: Bool = false
  ) {
    self.store = store
    self.name = name ?? store.label
    self.mandatory = mandatory
    self.isReadOnly =
      isReadOnly || store._storage is any ReadOnlyStorage || (store as? LayeredStore)?.isReadOnly == true
  }

  /// Returns whether nothing above the layer may override a name.
  ///
  /// - Parameter name: The stored name.
  /// - Returns: Whether ``mandatory`` has the name, or a pattern that it fits.
  public func isMandatory(_ name: String) -> Bool {
    mandatory.contains { Self.fits(name, $0) }
  }

  /// Returns the layer as a place that is searched for the value of a key.
  func searched(for names: KeyName) -> SearchedStore {
    // Everybody knows that no program writes its environment.
    let access = isReadOnly && !(store is EnvironmentStore) ? "read only" : nil
    return SearchedStore(store, layer: name, access: names.all.contains(where: isMandatory) ? "mandatory" : access)
  }

  /// Returns whether a name is the one that a pattern means, or one of those.
  static func fits(_ name: String, _ pattern: String) -> Bool {
    pattern == "*" || (pattern.hasSuffix(".*") ? name.hasPrefix(pattern.dropLast()) : name == pattern)
  }
}
