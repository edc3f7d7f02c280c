import Synchronization

/// The stores in memory that stand, in one test, for those that the program names itself.
///
/// A type with a `store` of its own and a key with a `store:` would otherwise share it among all tests. A store that the test
/// has set as its `Defaults.store` is what it is. So is one that the test has made, as far as ``Naming`` says: a store that a
/// type opens when it is first used is made in whichever test is the first, and one that is computed in each.
package final class Isolation: Sendable {
  /// Why a store is what it is; what is less than ``Naming`` asks for has a stand-in.
  enum Reason: Int {
    /// The test has made it over a file.
    case madeOfFile
    /// The test has made it in memory, or it is one of its own.
    case made
    /// The test has set it.
    case set
  }

  /// Where a program names a store, and the least reason for which it is what it is.
  package enum Naming: Sendable {
    case byKey, byInstance, byType

    fileprivate var reason: Reason {
      switch self {
      case .byKey: .madeOfFile
      case .byInstance: .made
      case .byType: .set
      }
    }
  }

  private struct State {
    var standIns: [Place: InMemoryStore] = [:]
    /// Those that are what they are, by the IDs of their contexts.
    var kept: [UInt: Kept] = [:]

    /// Whether a store is what it is, or is made of such stores.
    func keeps(_ context: DefaultsStoreContext, _ naming: Naming) -> Bool {
      if let kept = kept[context.id], kept.reason.rawValue >= naming.reason.rawValue { return true }
      return !context.parts.isEmpty && context.parts.allSatisfy { keeps($0, naming) }
    }
  }

  /// What a store stands for: a file, which the program may open at each use, or a store.
  private enum Place: Hashable {
    case file(String)
    case context(UInt)
  }

  private struct Kept {
    weak var context: DefaultsStoreContext?
    let reason: Reason
  }

  private let state = Guarded(State())
  private static let processIsolation = Guarded<Isolation?>(nil)
  private static let hasBegun = Atomic(false)

  /// The isolation of the current task.
  @TaskLocal static var ofTask: Isolation?

  /// The isolation of all tasks that have none; `nil` unless a test of XCTest has begun one.
  @inline(never)  // so that a read without an isolation need not save registers for it
  static var ofProcess: Isolation? { processIsolation.withLock { $0 } }

  /// The isolation of the current task, or else of the process.
  static var current: Isolation? { hasBegun.load(ordering: .relaxed) ? ofTask ?? ofProcess : nil }

  init() { Self.hasBegun.store(true, ordering: .relaxed) }

  /// Begins an isolation of the process, in place of that of the former test.
  static func beginInProcess() { _ = processIsolation.exchange(Isolation()) }

  /// Returns a store that the program has named, or what stands for it.
  static func standIn(for store: any DefaultsStore, named naming: Naming) -> any DefaultsStore {
    current?.standIn(for: store, naming) ?? store
  }

  /// Keeps a store as it is.
  func keep(_ context: DefaultsStoreContext, _ reason: Reason) {
    state.withLock { state in
      if let known = state.kept[context.id], known.reason.rawValue > reason.rawValue { return }
      state.kept[context.id] = Kept(context: context, reason: reason)
    }
  }

  /// The contexts of the stores that the test has made or set, and of those that stand for others.
  var contexts: [DefaultsStoreContext] {
    state.withLock { $0.kept.values.compactMap(\.context) + $0.standIns.values.map(\.context) }
  }

  private func standIn(for store: any DefaultsStore, _ naming: Naming) -> any DefaultsStore {
    let context = store.context
    let place = (store as? any PlaceReporting)?.filePath.map(Place.file) ?? .context(context.id)
    let known = state.withLock { state -> (any DefaultsStore)? in
      state.keeps(context, naming) ? store : state.standIns[place]
    }
    if let known { return known }
    let new = InMemoryStore()  // which takes the lock
    return state.withLock { state -> InMemoryStore in
      // Another thread may have been first.
      if let known = state.standIns[place] { return known }
      state.standIns[place] = new
      return new
    }
  }
}
