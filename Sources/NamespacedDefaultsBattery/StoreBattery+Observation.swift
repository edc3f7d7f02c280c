import NamespacedDefaults
import Synchronization

extension StoreBattery {
  static func checkAnnouncements(_ store: any DefaultsStore, _ expect: Expectations) throws {
    let (all, ofA) = (ObservedChanges(), ObservedChanges())
    let observations = [store.observe { all.append($0) }, store.observe("a") { ofA.append($0) }]
    try store.set(.integer(1), forKey: "a")
    try store.update("a") { $0 = .integer(2) }
    try store.set(.bool(true), forKey: "b")
    try store.set(nil, forKey: "a")
    let changesOfA = [
      DefaultsChange(key: "a", oldValue: nil, newValue: .integer(1)),
      DefaultsChange(key: "a", oldValue: .integer(1), newValue: .integer(2)),
      DefaultsChange(key: "a", oldValue: .integer(2), newValue: nil),
    ]
    expect(ofA.changes, equals: changesOfA)
    expect(
      all.changes,
      equals: changesOfA[..<2] + [DefaultsChange(key: "b", oldValue: nil, newValue: .bool(true))]
        + changesOfA[2...]
    )
    withExtendedLifetime(observations) {}
  }

  static func checkAnnouncedBatches(_ store: any DefaultsStore, _ expect: Expectations) throws {
    try store.set(.integer(0), forKey: "a")
    let observed = ObservedChanges()
    let observation = store.observe { observed.append($0) }
    try store.set(["a": .integer(1), "b": .integer(2), "c": .integer(3)])
    expect(
      observed.changes.sorted { $0.key < $1.key },
      equals: [
        DefaultsChange(key: "a", oldValue: .integer(0), newValue: .integer(1)),
        DefaultsChange(key: "b", oldValue: nil, newValue: .integer(2)),
        DefaultsChange(key: "c", oldValue: nil, newValue: .integer(3)),
      ]
    )
    try store.removeAll()
    expect(
      observed.changes.dropFirst(3).sorted { $0.key < $1.key },
      equals: [
        DefaultsChange(key: "a", oldValue: .integer(1), newValue: nil),
        DefaultsChange(key: "b", oldValue: .integer(2), newValue: nil),
        DefaultsChange(key: "c", oldValue: .integer(3), newValue: nil),
      ]
    )
    withExtendedLifetime(observation) {}
  }

  static func checkRepetitions(_ store: any DefaultsStore, _ expect: Expectations) throws {
    try store.set(["a": .double(.nan), "b": .array([.integer(1)])])
    let observed = ObservedChanges()
    let observation = store.observe { observed.append($0) }
    try store.set(.double(.nan), forKey: "a")
    try store.set(["a": .double(.nan), "b": .array([.integer(1)]), "c": nil])
    try store.update("b") { _ in }
    expect(observed.changes, equals: [])
    withExtendedLifetime(observation) {}
  }

  static func checkWritingObserver(_ store: any DefaultsStore, _ expect: Expectations) throws {
    let observed = ObservedChanges()
    let observation = store.observe { change in
      observed.append(change)
      guard change.key == "a" else { return }
      expect(throws: Never.self) {
        expect(try store.value(forKey: "a"), equals: .integer(1))
        try store.set(.integer(2), forKey: "b")
      }
    }
    try store.set(.integer(1), forKey: "a")
    expect(
      observed.changes,
      equals: [
        DefaultsChange(key: "a", oldValue: nil, newValue: .integer(1)),
        DefaultsChange(key: "b", oldValue: nil, newValue: .integer(2)),
      ]
    )
    withExtendedLifetime(observation) {}
  }

  static func checkCancellation(_ store: any DefaultsStore, _ expect: Expectations) throws {
    let observed = ObservedChanges()
    var released: DefaultsObservation? = store.observe { observed.append($0) }
    let cancelled = store.observe { observed.append($0) }
    cancelled.cancel()
    withExtendedLifetime(released) {}
    released = nil
    try store.set(.integer(1), forKey: "a")
    expect(observed.changes, equals: [])
  }
}

/// The changes with which an observer was called.
private final class ObservedChanges: Sendable {
  private let list = Mutex<[DefaultsChange]>([])

  var changes: [DefaultsChange] { list.withLock { $0 } }

  func append(_ change: DefaultsChange) { list.withLock { $0.append(change) } }
}
