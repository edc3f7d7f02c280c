extension [any TypedKey] {
  /// Removes what is stored under the keys, those of one store at once.
  func remove() {
    // One removal names its key where it fails.
    if count == 1 { return self[0].remove() }
    var rest = self[...]
    while let store = rest.first?.store {
      let isHere = { (key: any TypedKey) in key.store.context === store.context }
      let keys = rest.filter(isHere)
      rest.removeAll(where: isHere)
      store.reportingErrors(as: .failedWrite) {
        try store.transaction {
          // A key with a previous name announces its removal in its own way, and a member is not removed with the whole.
          let isPlain = { (key: any TypedKey) in key.names.previous == nil && key.paths.isEmpty }
          for key in keys where !isPlain(key) { key.remove() }
          let names = keys.filter(isPlain).map { ($0.name, PropertyListValue?.none) }
          try store.set(Dictionary(names) { first, _ in first })
        }
      }
    }
  }
}
