import NamespacedDefaults

/// Layers, the uppermost first, and what they show together.
final class LayerStack: WatchedView {
  let layers: [Layer]
  /// The layer that takes writes; its values are the own values of the store.
  let target: Int?
  /// The contexts of the layers, but for those that never change.
  let contexts: [DefaultsStoreContext]
  let watch = ViewWatch()

  init(_ layers: [Layer]) {
    self.layers = layers
    contexts = layers.compactMap { $0.store is EnvironmentStore ? nil : $0.store.context }
    target = layers.firstIndex { !$0.isReadOnly }
  }

  /// The layers of a layer.
  private func nested(_ index: Int) -> LayerStack? { (layers[index].store as? LayeredStore)?.stack }

  /// Returns the layer from which a name is read first: the lowest one that makes it mandatory, or else the uppermost.
  func first(of name: String) -> Int { layers.lastIndex { $0.isMandatory(name) } ?? 0 }

  /// Returns the layer whose value a name shows, and the value, as far as the layers can be read.
  ///
  /// A layer that cannot be read counts as one without a value. What is read from a layer above it does not depend on it.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - value: Returns the value that a layer has.
  /// - Returns: The layer and its value, or `nil` if none has one.
  func find(
    _ name: String,
    in value: (Int) -> PartialReading<PropertyListValue?>
  ) -> PartialReading<(layer: Int, value: PropertyListValue)?> {
    var found = PartialReading<(layer: Int, value: PropertyListValue)?>(nil)
    func take(_ reading: PartialReading<PropertyListValue?>, of index: Int) {
      found.value = reading.value.map { (index, $0) }
      found.failures += reading.failures
    }
    // What the library itself records, such as a migration step, is about one store.
    if ReservedName.isReserved(name) {
      if let target { take(value(target), of: target) }
      return found
    }
    let first = first(of: name)
    // Or a value would be found that stands in a layer only while one above has another.
    return contexts.atOneMoment {
      found = PartialReading(nil)
      for index in layers.indices {
        // Each layer is asked, for while a file is not there, nothing is remembered unless it has just been looked for.
        let reading = value(index)
        if index >= first, found.value == nil { take(reading, of: index) }
      }
      return found
    }
  }

  /// The value that a layer shows.
  func value(_ name: String, of index: Int) -> PartialReading<PropertyListValue?> {
    layers[index].store.reading(ofKey: name)
  }

  /// The value that all layers show.
  func value(_ name: String) -> PartialReading<PropertyListValue?> {
    find(name) { value(name, of: $0) }.map { $0?.value }
  }

  /// Returns the layer whose value a name shows if another value is the own one of the store, and that value.
  func find(
    _ name: String,
    over own: () throws -> PropertyListValue?
  ) -> PartialReading<(layer: Int, value: PropertyListValue)?> {
    find(name) { index in
      guard index == target else { return value(name, of: index) }
      return nested(index)?.find(name, over: own).map { $0?.value }
        ?? PartialReading(of: layers[index].store, or: nil, own)
    }
  }

  func value(_ name: String, over own: () throws -> PropertyListValue?) -> PartialReading<PropertyListValue?> {
    find(name, over: own).map { $0?.value }
  }

  /// The names that have a value, each once.
  func names(over own: () throws -> [String]) -> PartialReading<[String]> {
    contexts.atOneMoment {
      var names = PartialReading<Set<String>>([])
      for (index, layer) in layers.enumerated() {
        let keys =
          index != target
          ? layer.store.readingOfKeys()
          : nested(index)?.names(over: own) ?? PartialReading(of: layer.store, or: [], own)
        names.failures += keys.failures
        names.value.formUnion(
          keys.value.filter { ReservedName.isReserved($0) ? index == target : index >= first(of: $0) }
        )
      }
      return names.map(Array.init)
    }
  }

  /// Throws `managedValue` for a name that a layer beneath the one that is written makes mandatory, with the path of its file.
  func checkWrite(of name: String) throws {
    guard let target, !ReservedName.isReserved(name) else { return }
    guard first(of: name) > target else { return try nested(target)?.checkWrite(of: name) ?? () }
    let store = layers[first(of: name)].store
    let path = (store as? FileStore)?.path ?? (store as? JSONStore)?.path ?? (store as? DirectoryStore)?.path
    let message = "\(name) can only be set in \(path ?? store.label), so it cannot be changed here"
    throw DefaultsError(.managedValue, message, path: path)
  }

  var watchedStores: [any DefaultsStore] { layers.map(\.store) }
}
