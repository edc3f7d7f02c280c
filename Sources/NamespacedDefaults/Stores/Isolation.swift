import Synchronization

/// The stores in memory that stand, in one test, for those that the program names itself.
///
/// A type with a `store` of its own and a key with a `store:` would otherwise share it among all tests. A store that the test
/// has set as its `Defaults.store` is what it is. So is one that the test has made, unless it is one of the system's or that
/// of a type: whether a type's store was made in the test depends on which test was the first.
final class Isolation: Sendable {
  private struct State {
    /// By the IDs of the contexts of those that they stand for.
    var standIns: [UInt: InMemoryStore] = [:]
    /// Those that the test has made, and whether it has set them.
    var kept: [UInt: Kept] = [:]

    /// Whether a store is what it is, or is made of such stores.
    func keeps(_ context: DefaultsStoreContext, ofType: Bool) -> Bool {
      if let kept = kept[context.id], kept.isSet || !ofType { return true }
      return !context.parts.isEmpty && context.parts.allSatisfy { keeps($0, ofType: ofType) }
    }
  }

  private struct Kept {
    weak var context: DefaultsStoreContext?
    var isSet = false
  }

  private let state = Guarded(State())
  private static let processIsolation = Guarded<Isolation?>(nil)
  private static let hasBegun = Atomic(false)

  /// Whether any test of the process has been isolated.
  @inline(__always)  // on the way of every write
  static var isUsed: Bool { hasBegun.load(ordering: .relaxed) }

  /// The isolation of the current task.
  @TaskLocal static var ofTask: Isolation?

  /// The isolation of all tasks that have none; `nil` unless a test of XCTest has begun one.
  static var ofProcess: Isolation? { processIsolation.withLock { $0 } }

  /// The isolation of the current task, or else of the process.
  static var current: Isolation? { isUsed ? ofTask ?? ofProcess : nil }

  init() { Self.hasBegun.store(true, ordering: .relaxed) }

  /// Begins an isolation of the process, in place of that of the former test.
  static func beginInProcess() { _ = processIsolation.exchange(Isolation()) }

  /// Returns a store that the program has named, or what stands for it.
  static func standIn(for store: any DefaultsStore, ofType: Bool = false) -> any DefaultsStore {
    current?.standIn(for: store, ofType) ?? store
  }

  /// Keeps a store that the test has made or set as it is.
  func keep(_ context: DefaultsStoreContext, isSet: Bool) {
    state.withLock { state in
      let wasSet = state.kept[context.id]?.isSet == true
      state.kept[context.id] = Kept(context: context, isSet: isSet || wasSet)
    }
  }

  /// The contexts of the stores that the test has made or set, and of those that stand for others.
  var contexts: [DefaultsStoreContext] {
    state.withLock { $0.kept.values.compactMap(\.context) + $0.standIns.values.map(\.context) }
  }

  private func standIn(for store: any DefaultsStore, _ ofType: Bool) -> any DefaultsStore {
    let context = store.context
    let known = state.withLock { state -> (any DefaultsStore)? in
      state.keeps(context, ofType: ofType) ? store : state.standIns[context.id]
    }
    if let known { return known }
    let new = InMemoryStore()  // which takes the lock
    return state.withLock { state -> InMemoryStore in
      // Another thread may have been first.
      if let known = state.standIns[context.id] { return known }
      state.standIns[context.id] = new
      return new
    }
  }
}
