public import NamespacedDefaults

/// One store of a ``LayeredStore``, and the names that nothing above it may override.
public struct Layer: Sendable {
  /// The store whose values the layer shows.
  public let store: any DefaultsStore

  /// The names that are read from this layer whatever the layers above it have; `Audit.*` means a whole namespace.
  public let mandatory: [String]

  /// Creates a layer.
  ///
  /// - Parameters:
  ///   - store: The store whose values the layer shows.
  ///   - mandatory: The names that nothing above it may override.
  public init(_ store: any DefaultsStore, mandatory: [String] = []) {
    self.store = store
    self.mandatory = mandatory
  }
}
