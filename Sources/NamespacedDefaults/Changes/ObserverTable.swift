import Synchronization

/// The observers of a store and the keys that are tracked, by stored name.
struct ObserverTable {
  final class Observer: Sendable {
    let id: Int
    let handlerID: HandlerID
    /// Whether the handler gets the changes that are announced anyway, and the store searches for no others.
    let isPassive: Bool
    let handler: ChangeHub.Handler
    private let isRemoved = Atomic(false)

    fileprivate init(_ id: Int, _ handlerID: HandlerID, isPassive: Bool, _ handler: @escaping ChangeHub.Handler) {
      self.id = id
      self.handlerID = handlerID
      self.isPassive = isPassive
      self.handler = handler
    }

    /// Whether the observer is in the table.
    var isRegistered: Bool { !isRemoved.load(ordering: .acquiring) }

    fileprivate func recordRemoval() { isRemoved.store(true, ordering: .releasing) }
  }

  /// The observers of each key by its stored name.
  private(set) var observers: [String: [Observer]] = [:]
  private var observersOfEveryKey: [Observer] = []
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
  func followers(of name: String) -> Followers? {
    let (ofKey, trackedKey) = (observers[name] ?? [], trackedKeys[name])
    guard !ofKey.isEmpty || !observersOfEveryKey.isEmpty || trackedKey != nil else { return nil }
    return Followers(ofKey: ofKey, ofEveryKey: observersOfEveryKey, trackedKey: trackedKey)
  }

  /// Returns whether the store searches for changes of a key, or of every key, that were made elsewhere.
  func isSearched(_ name: String?) -> Bool {
    if observersOfEveryKey.contains(where: { !$0.isPassive }) { return true }
    guard let name else { return false }
    return observers[name] != nil || trackedKeys[name] != nil
  }

  /// Adds an observer of a key, or of every key, and returns its ID.
  mutating func add(_ handler: @escaping ChangeHub.Handler, of name: String?, as id: HandlerID, isPassive: Bool) -> Int
  {
    lastID += 1
    let observer = Observer(lastID, id, isPassive: isPassive, handler)
    if let name { observers[name, default: []].append(observer) } else { observersOfEveryKey.append(observer) }
    return lastID
  }

  mutating func remove(_ id: Int, of name: String?) -> Observer? {
    guard let observer = observer(id, of: name) else { return nil }
    observer.recordRemoval()
    if let name {
      observers[name]?.removeAll { $0 === observer }
      if observers[name]?.isEmpty == true { observers.removeShrinking(name) }
    } else {
      observersOfEveryKey.removeAll { $0 === observer }
    }
    return observer
  }

  func observer(_ id: Int, of name: String?) -> Observer? {
    (name.map { observers[$0] ?? [] } ?? observersOfEveryKey).first { $0.id == id }
  }

  /// Sets the tracked key of a name, and returns the former one; `nil` removes it.
  mutating func setTrackedKey(_ key: TrackedKey?, of name: String) -> TrackedKey? {
    guard let key else { return trackedKeys.removeShrinking(name) }
    return trackedKeys.updateValue(key, forKey: name)
  }
}
