import NamespacedDefaults

/// Layers, the uppermost first, and what they show together.
struct LayerStack: Sendable {
  let layers: [Layer]
  /// The layer that takes writes; its values are the own values of the store.
  let target: Int?

  init(_ layers: [Layer]) {
    self.layers = layers
    target = layers.firstIndex { !$0.isReadOnly }
  }

  /// Returns the layer from which a name is read first: the lowest one that makes it mandatory, or else the uppermost.
  func first(of name: String) -> Int { layers.lastIndex { $0.isMandatory(name) } ?? 0 }

  /// Returns the layer whose value a name shows, and the value.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - value: Returns the value that a layer has.
  /// - Returns: The layer and its value, or `nil` if none has one.
  /// - Throws: The error of a layer that may have the value.
  func find(
    _ name: String,
    in value: (Int) throws -> PropertyListValue?
  ) throws -> (layer: Int, value: PropertyListValue)? {
    // What the library itself records, such as a migration step, is about one store.
    if ReservedName.isReserved(name) {
      return try target.flatMap { target in try value(target).map { (target, $0) } }
    }
    let first = first(of: name)
    var found: (layer: Int, value: PropertyListValue)?
    for index in layers.indices {
      if index >= first, found == nil {
        found = try value(index).map { (index, $0) }
      } else {
        // Its value does not count. But while a file is not there, nothing is remembered unless it has just been looked for.
        _ = try? value(index)
      }
    }
    return found
  }

  /// The value that a layer shows.
  func value(_ name: String, of index: Int) throws -> PropertyListValue? { try layers[index].store.value(forKey: name) }

  /// The value that a layer shows if another one is the own value of the store.
  func value(_ name: String, of index: Int, over own: PropertyListValue?) throws -> PropertyListValue? {
    guard index == target else { return try value(name, of: index) }
    guard let nested = layers[index].store as? LayeredStore else { return own }
    return try nested.stack.value(name, over: own)
  }

  /// The value that all layers show.
  func value(_ name: String) throws -> PropertyListValue? {
    try find(name) { try value(name, of: $0) }?.value
  }

  /// The value that all layers show if another one is the own value of the store.
  func value(_ name: String, over own: PropertyListValue?) throws -> PropertyListValue? {
    try find(name) { try value(name, of: $0, over: own) }?.value
  }

  /// The names that have a value, each once.
  func names(over own: [String]) throws -> [String] {
    var names = Set(own.filter(ReservedName.isReserved))
    for (index, layer) in layers.enumerated() {
      let nested = layer.store as? LayeredStore
      let keys = index != target ? try layer.store.keys() : try nested?.stack.names(over: own) ?? own
      names.formUnion(keys.filter { !ReservedName.isReserved($0) && index >= first(of: $0) })
    }
    return Array(names)
  }

  /// Whether what is written now is committed later, at the end of a transaction of the layer that takes it.
  var isWrittenLater: Bool {
    guard let store = target.map({ layers[$0].store }) else { return false }
    return store.isWrittenLater || (store as? LayeredStore)?.stack.isWrittenLater == true
  }
}
