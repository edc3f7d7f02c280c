import Synchronization

/// A handler that is registered for changes.
final class Observer: Sendable {
  typealias Handler = @Sendable (DefaultsChange) -> Void

  /// The number by which it is removed, which is larger than those of the ones before.
  let id: Int
  let handlerID: HandlerID
  /// Whether the handler gets the changes that are announced anyway, and the store searches for no others.
  let isPassive: Bool
  let handler: Handler
  // Relaxed, because nothing belongs to it: who was told of the removal knows of it.
  private let isRemoved = Atomic(false)

  init(_ id: Int, _ handlerID: HandlerID, isPassive: Bool, _ handler: @escaping Handler) {
    self.id = id
    self.handlerID = handlerID
    self.isPassive = isPassive
    self.handler = handler
  }

  /// Whether it has not been removed.
  var isRegistered: Bool { !isRemoved.load(ordering: .relaxed) }

  fileprivate func recordRemoval() { isRemoved.store(true, ordering: .relaxed) }
}

/// Observers by their IDs, so that as many as there are end in constant time each.
struct Observers {
  private var byID: [Int: Observer] = [:]
  /// The number of those for which the store searches for changes.
  private(set) var searchingCount = 0
  /// All of them in the order in which they were added; `nil` if that has changed since it was last asked for.
  private var sorted: [Observer]?

  var isEmpty: Bool { byID.isEmpty }

  mutating func add(_ observer: Observer) {
    byID[observer.id] = observer
    if !observer.isPassive { searchingCount += 1 }
    sorted = nil
  }

  mutating func remove(_ id: Int) -> Observer? {
    guard let observer = byID.removeShrinking(id) else { return nil }
    if !observer.isPassive { searchingCount -= 1 }
    sorted = nil
    observer.recordRemoval()
    return observer
  }

  /// Returns all of them in the order in which they were added, sorted once after a change of them.
  mutating func inOrder() -> [Observer] {
    if let sorted { return sorted }
    let all = byID.values.sorted { $0.id < $1.id }
    sorted = all
    return all
  }
}

/// Who follows the changes of a name.
struct Followers {
  var observers = Observers()
  /// The key with which trackings are registered.
  var trackedKey: TrackedKey?

  var isEmpty: Bool { observers.isEmpty && trackedKey == nil }
}
