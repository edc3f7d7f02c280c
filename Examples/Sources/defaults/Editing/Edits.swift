import NamespacedDefaults
import NamespacedDefaultsMigration

/// What was changed in settings by editing them as JSON.
struct Edits {
  /// The stored values that were edited.
  private let before: [String: PropertyListValue]
  private let changes: [String: PropertyListValue?]

  /// Finds out what is different in a text.
  ///
  /// - Throws: What is wrong with it.
  init(
    of before: [String: PropertyListValue],
    from old: Data,
    to new: Data,
    isIncluded: (String) -> Bool
  ) throws {
    // Both are read, so that what JSON does not keep, a float that is whole say, is no difference.
    let (original, edited) = (InMemoryStore(), InMemoryStore())
    try original.import(old, as: .json)
    try edited.import(new, as: .json)
    var changes: [String: PropertyListValue?] = [:]
    for name in edited.keys().sorted() {
      guard isIncluded(name) else {
        throw UnusableDocument(description: "\"\(name.printable)\" is not what was to be edited.")
      }
      let value = edited.value(forKey: name)
      if value != original.value(forKey: name) { changes[name] = value?.keepingKind(of: before[name]) }
    }
    for name in original.keys() where edited.value(forKey: name) == nil { changes.updateValue(nil, forKey: name) }
    self.before = before
    self.changes = changes
  }

  var isEmpty: Bool { changes.isEmpty }

  /// The names of the values that were changed.
  var names: [String] { changes.keys.sorted() }

  /// Stores the changes at once.
  ///
  /// - Throws: ``UnusableDocument`` where one of the values is not the one that was edited any more.
  func apply(to store: any DefaultsStore) throws {
    try store.transaction {
      for name in changes.keys.sorted() where try store.value(forKey: name) != before[name] {
        throw UnusableDocument(description: "\"\(name.printable)\" was changed meanwhile by another program.")
      }
      try store.set(changes)
    }
  }
}

extension PropertyListValue {
  /// The value with floats where there were some before, for JSON does not tell a whole one from an integer.
  fileprivate func keepingKind(of old: PropertyListValue?) -> PropertyListValue {
    switch (self, old) {
    case (.integer(let number), .double?): Double(exactly: number).map(Self.double) ?? self
    case (.array(let elements), .array(let old)?):
      .array(elements.enumerated().map { $1.keepingKind(of: $0 < old.count ? old[$0] : nil) })
    case (.dictionary(let members), .dictionary(let old)?):
      .dictionary(Dictionary(uniqueKeysWithValues: members.map { ($0, $1.keepingKind(of: old[$0])) }))
    default: self
    }
  }
}
