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

  func first(of names: KeyName) -> Int { max(first(of: names.current), names.previous.map(first) ?? 0) }

  /// Returns the layer whose value a name or a previous one shows, and the value, as far as the layers can be read.
  ///
  /// The uppermost layer that has one of them counts, and in it the name. A layer that cannot be read counts as one without a
  /// value. What is read from a layer above it does not depend on it.
  ///
  /// - Parameters:
  ///   - names: The stored names.
  ///   - value: Returns the value that a layer has.
  /// - Returns: The layer and its value, or `nil` if none has one.
  func find(
    _ names: KeyName,
    in value: (Int) -> PartialReading<PropertyListValue?>
  ) -> PartialReading<(layer: Int, value: PropertyListValue)?> {
    var found = PartialReading<(layer: Int, value: PropertyListValue)?>(nil)
    func take(_ reading: PartialReading<PropertyListValue?>, of index: Int) {
      found.value = reading.value.map { (index, $0) }
      found.failures += reading.failures
    }
    // What the library itself records, such as a migration step, is about one store.
    if ReservedName.isReserved(names.current) {
      if let target { take(value(target), of: target) }
      return found
    }
    let first = first(of: names)
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

  /// Returns the layer whose value shows, and that value.
  func find(_ names: KeyName) -> PartialReading<(layer: Int, value: PropertyListValue)?> {
    find(names) { layers[$0].store.reading(of: names) }
  }

  func value(_ names: KeyName) -> PartialReading<PropertyListValue?> { find(names).map { $0?.value } }

  /// Returns the layer whose value shows if other values are the own ones of the store, and that value.
  func find(
    _ names: KeyName,
    over own: (String) throws -> PropertyListValue?
  ) -> PartialReading<(layer: Int, value: PropertyListValue)?> {
    find(names) { index in
      guard index == target else { return layers[index].store.reading(of: names) }
      return nested(index)?.value(names, over: own) ?? reading(of: names, in: index, own)
    }
  }

  private func reading(
    of names: KeyName,
    in index: Int,
    _ own: (String) throws -> PropertyListValue?
  ) -> PartialReading<PropertyListValue?> {
    let store = layers[index].store
    return PartialReading(of: store, or: nil) { try names.find(in: store.context, own) }
  }

  func value(
    _ names: KeyName,
    over own: (String) throws -> PropertyListValue?
  ) -> PartialReading<PropertyListValue?> { find(names, over: own).map { $0?.value } }

  var isLayered: Bool { true }

  func values(
    _ names: KeyName,
    over own: (String) throws -> PropertyListValue?
  ) -> [PropertyListValue] {
    guard !ReservedName.isReserved(names.current) else { return value(names, over: own).value.map { [$0] } ?? [] }
    return contexts.atOneMoment {
      layers.indices.dropFirst(first(of: names)).flatMap { index in
        guard index == target else { return layers[index].store.readableValues(of: names) }
        return nested(index)?.values(names, over: own) ?? reading(of: names, in: index, own).value.map { [$0] } ?? []
      }
    }
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
    let path = (store as? any PlaceReporting)?.filePath
    let message = "\(name) can only be set in \(path ?? store.label), so it cannot be changed here"
    throw DefaultsError(.managedValue, message, path: path)
  }

  var watchedStores: [any DefaultsStore] { layers.map(\.store) }
}
