import Foundation
import NamespacedDefaultsTesting
import Testing

@testable import NamespacedDefaults

/// Each case of the battery notices a store that breaks its promise.
struct BrokenStoreTests {
  // Observers are the context's, so no store can call one that was cancelled.
  static let promises = StoreBattery.allCases.filter { $0 != .cancelledObserversAreNotCalled }

  @Test(arguments: promises)
  func aBrokenPromiseIsNoticed(_ promise: StoreBattery) {
    withKnownIssue("the case has to fail") { try promise.check(BrokenStore(promise)) }
  }

  @Test(arguments: StoreBattery.allCases)
  func theSameStoreKeepsThePromiseWhereItDoesNotBreakIt(_ promise: StoreBattery) throws {
    try promise.check(BrokenStore(nil))
  }
}

/// A store in memory that breaks one promise.
private final class BrokenStore: DefaultsStore {
  struct Refusal: Error {}

  private struct State {
    var values: [String: PropertyListValue] = [:]
    /// The names that were ever stored.
    var names: Set<String> = []
    var commitCount = 0
    /// What is stored when exclusive access begins; `nil` outside of it.
    var beginning: [String: PropertyListValue]?
    /// A change that is made with the next one.
    var late: DefaultsChange?
  }

  let context = DefaultsStoreContext()
  private let broken: StoreBattery?
  private let state = Lockbox(State())

  init(_ broken: StoreBattery?) { self.broken = broken }

  func committedValue(forKey name: String) -> PropertyListValue? {
    context.withLock {
      let state = state.value
      let value = state.values[stored(name)]
      return switch (broken, value) {
      case (.everyKindComesBack, .bool(let value)): .integer(value ? 1 : 0)
      case (.repetitionsAreNotAnnounced, .double(let number)) where number.isNaN: .double(0)
      case (.aThrowingUpdateWritesNothing, _) where state.beginning != nil: nil
      default: value
      }
    }
  }

  func committedKeys() -> [String] {
    context.withLock { broken == .keysAreListed ? Array(state.value.names) : Array(state.value.values.keys) }
  }

  func commit(_ changes: [DefaultsChange]) throws {
    let commitCount = state.value.commitCount + 1
    state.change { $0.commitCount = commitCount }
    if broken == .observersMayWrite, commitCount == 2 { throw Refusal() }
    if broken == .updatesAreAtomic, commitCount.isMultiple(of: 100) { return }
    if broken == .removeAllTakesWhatPasses, changes.count > 1, changes.allSatisfy({ $0.newValue == nil }) {
      return state.change { $0.values = [:] }
    }
    var changes = changes
    if broken == .transactionsAreWhole, changes.count > 1 { changes.removeLast() }
    if broken == .batchesAreSeenWhole, changes.count > 1 {
      let (last, late) = (changes.removeLast(), state.value.late)
      state.change { $0.late = last }
      if let late { changes.insert(late, at: 0) }
    }
    let made = changes
    state.change { [self] state in
      if broken == .updatesMayUseTheStore, let beginning = state.beginning { state.values = beginning }
      for change in made { make(change, in: &state) }
    }
    // The library announces them too.
    let isTwice = changes.count > 1 ? broken == .changesOfABatchAreAnnouncedOnce : broken == .changesAreAnnouncedInOrder
    if isTwice { context.announce(changes) }
  }

  func synchronize() {
    if broken == .synchronizingKeepsEverything { context.withLock { state.change { $0.values = [:] } } }
  }

  func beginExclusiveAccess() { state.change { $0.beginning = $0.values } }
  func endExclusiveAccess() { state.change { $0.beginning = nil } }

  private func make(_ change: DefaultsChange, in state: inout State) {
    let name = stored(change.key)
    guard let value = change.newValue else {
      state.values[name] = nil
      if broken == .removalTakesOneKey { state.values = state.values.filter { !$0.key.hasPrefix("\(name).") } }
      return
    }
    if broken == .theLastWriteWins, state.values[name] != nil { return }
    state.names.insert(name)
    state.values[name] = broken == .largeValuesComeBack ? value.cut : value
  }

  /// The name as it is stored.
  private func stored(_ name: String) -> String {
    broken == .oddKeysComeBackOrAreRefused ? String(name.prefix { $0 != "\0" }) : name
  }
}

extension PropertyListValue {
  /// The value, or the first megabyte of more data.
  fileprivate var cut: Self {
    if case .data(let data) = self, data.count > 1 << 20 { .data(data.prefix(1 << 20)) } else { self }
  }
}
