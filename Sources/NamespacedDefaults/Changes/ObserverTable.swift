/// The observers of a store and the keys that are tracked, by stored name.
struct ObserverTable {
  struct Observer: Sendable {
    let id: Int
    let handlerID: HandlerID
    /// Whether the handler gets the changes that are announced anyway, and the store searches for no others.
    let isPassive: Bool
    let handler: ChangeHub.Handler
  }

  /// The observers by stored name; those under `nil` observe every key.
  private(set) var observers: [String?: [Observer]] = [:]
  private(set) var trackedKeys: [String: TrackedKey] = [:]
  /// The ID of the last observer that was added.
  private(set) var lastID = 0

  /// The names of the keys that are observed or tracked; `nil` if an observer observes every key.
  var names: Set<String>? {
    isSearched(nil) ? nil : Set(observers.keys.compactMap(\.self)).union(trackedKeys.keys)
  }

  /// Returns whether anything follows the changes of a key.
  func isObserved(_ name: String) -> Bool {
    observers[nil] != nil || observers[name] != nil || trackedKeys[name] != nil
  }

  /// Returns whether the store searches for changes of a key, or of every key, that were made elsewhere.
  func isSearched(_ name: String?) -> Bool {
    if let all = observers[nil], all.contains(where: { !$0.isPassive }) { return true }
    guard let name else { return false }
    return observers[name] != nil || trackedKeys[name] != nil
  }

  /// Adds an observer of a key, or of every key, and returns its ID.
  mutating func add(_ handler: @escaping ChangeHub.Handler, of name: String?, as id: HandlerID, isPassive: Bool) -> Int
  {
    lastID += 1
    let observer = Observer(id: lastID, handlerID: id, isPassive: isPassive, handler: handler)
    observers[name, default: []].append(observer)
    return lastID
  }

  mutating func remove(_ id: Int, of name: String?) -> Observer? {
    guard let index = observers[name]?.firstIndex(where: { $0.id == id }) else { return nil }
    defer { if observers[name]?.isEmpty == true { observers.removeShrinking(name) } }
    return observers[name]?.remove(at: index)
  }

  func observer(_ id: Int, of name: String?) -> Observer? { observers[name]?.first { $0.id == id } }

  /// Sets the tracked key of a name, and returns the former one; `nil` removes it.
  mutating func setTrackedKey(_ key: TrackedKey?, of name: String) -> TrackedKey? {
    guard let key else { return trackedKeys.removeShrinking(name) }
    return trackedKeys.updateValue(key, forKey: name)
  }
}
