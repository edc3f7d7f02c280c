import Synchronization

/// The observers of a store and the keys that are tracked, by stored name.
struct ObserverTable {
  typealias Handler = @Sendable (DefaultsChange) -> Void

  final class Observer: Sendable {
    let id: Int
    let handlerID: HandlerID
    /// Whether the handler gets the changes that are announced anyway, and the store searches for no others.
    let isPassive: Bool
    let handler: Handler
    // Relaxed, because nothing belongs to it: who was told of the removal knows of it.
    private let isRemoved = Atomic(false)

    fileprivate init(_ id: Int, _ handlerID: HandlerID, isPassive: Bool, _ handler: @escaping Handler) {
      self.id = id
      self.handlerID = handlerID
      self.isPassive = isPassive
      self.handler = handler
    }

    /// Whether the observer is in the table.
    var isRegistered: Bool { !isRemoved.load(ordering: .relaxed) }

    fileprivate func recordRemoval() { isRemoved.store(true, ordering: .relaxed) }
  }

  /// Observers by their IDs, so that as many as there are end in constant time each.
  struct Observers {
    private(set) var byID: [Int: Observer] = [:]
    /// The number of those for which the store searches for changes.
    private(set) var searchingCount = 0
    /// All of them in the order in which they were added; `nil` if that has changed since it was last asked for.
    private(set) var sorted: [Observer]?

    fileprivate mutating func add(_ observer: Observer) {
      byID[observer.id] = observer
      if !observer.isPassive { searchingCount += 1 }
      sorted = nil
    }

    fileprivate mutating func remove(_ id: Int) -> Observer? {
      guard let observer = byID.removeShrinking(id) else { return nil }
      if !observer.isPassive { searchingCount -= 1 }
      sorted = nil
      return observer
    }

    fileprivate mutating func sort() -> [Observer] {
      let all = byID.values.sorted { $0.id < $1.id }
      sorted = all
      return all
    }
  }

  /// The observers of each key by its stored name.
  private(set) var observers: [String: Observers] = [:]
  private var observersOfEveryKey = Observers()
  private(set) var trackedKeys: [String: TrackedKey] = [:]
  private var lastID = 0

  /// The names of the keys that are observed or tracked; `nil` if an observer observes every key.
  var names: Set<String>? { isSearched(nil) ? nil : Set(observers.keys).union(trackedKeys.keys) }

  /// What follows the changes of a key.
  struct Followers: Sendable {
    let ofKey: [Observer]
    let ofEveryKey: [Observer]
    let trackedKey: TrackedKey?
  }

  /// Returns what follows the changes of a key now; `nil` if nothing does.
  mutating func followers(of name: String) -> Followers? {
    // They are sorted once after a change of them, because to change what is in a dictionary costs more than to read it.
    let ofKey = observers[name].map { $0.sorted ?? observers[name]?.sort() ?? [] } ?? []
    let ofEveryKey = observersOfEveryKey.sorted ?? observersOfEveryKey.sort()
    let trackedKey = trackedKeys[name]
    guard !ofKey.isEmpty || !ofEveryKey.isEmpty || trackedKey != nil else { return nil }
    return Followers(ofKey: ofKey, ofEveryKey: ofEveryKey, trackedKey: trackedKey)
  }

  /// Returns whether the store searches for changes of a key, or of every key, that were made elsewhere.
  func isSearched(_ name: String?) -> Bool {
    if observersOfEveryKey.searchingCount > 0 { return true }
    guard let name else { return false }
    return observers[name] != nil || trackedKeys[name] != nil
  }

  /// Adds an observer of a key, or of every key, and returns its ID.
  mutating func add(_ handler: @escaping Handler, of name: String?, as id: HandlerID, isPassive: Bool) -> Int {
    lastID += 1
    let observer = Observer(lastID, id, isPassive: isPassive, handler)
    if let name { observers[name, default: Observers()].add(observer) } else { observersOfEveryKey.add(observer) }
    return lastID
  }

  mutating func remove(_ id: Int, of name: String?) -> Observer? {
    let removed: Observer?
    if let name {
      removed = observers[name]?.remove(id)
      if observers[name]?.byID.isEmpty == true { observers.removeShrinking(name) }
    } else {
      removed = observersOfEveryKey.remove(id)
    }
    removed?.recordRemoval()
    return removed
  }

  func observer(_ id: Int, of name: String?) -> Observer? {
    name.map { observers[$0]?.byID[id] } ?? observersOfEveryKey.byID[id]
  }

  /// Sets the tracked key of a name, and returns the former one; `nil` removes it.
  mutating func setTrackedKey(_ key: TrackedKey?, of name: String) -> TrackedKey? {
    guard let key else { return trackedKeys.removeShrinking(name) }
    return trackedKeys.updateValue(key, forKey: name)
  }
}
