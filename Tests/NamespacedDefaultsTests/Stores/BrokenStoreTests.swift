import Foundation
import NamespacedDefaultsTesting
import TestSupport
import Testing

@testable import NamespacedDefaults

/// The battery notices each store that breaks one promise.
struct BrokenStoreTests {
  @Test(arguments: BrokenStore.Fault.allCases)
  fileprivate func aBrokenPromiseIsNoticed(_ fault: BrokenStore.Fault) async {
    let promise = fault.promise
    // What such a fault keeps waiting gives up after seconds.
    let waits = promise == .readsWaitForNoDisk || promise == .storesOfOnePlaceAreOne
    let found =
      waits ? await onOwnThread { failures(of: promise, on: fault) } : failures(of: promise, on: fault)
    #expect(!found.isEmpty)
  }

  @Test(arguments: StoreBattery.allCases)
  func theSameStoreKeepsThePromiseWhereItDoesNotBreakIt(_ promise: StoreBattery) {
    #expect(failures(of: promise, on: nil) == [])
  }

  #if os(Linux) || os(macOS)
    @Test func aStoreThatHasNoStorageStopsTheProgramAtItsFirstUse() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        final class Empty: DefaultsStore {
          let context = DefaultsStoreContext()
          func synchronize() {}
        }
        _ = try Empty().value(forKey: "name")
      }
      let message = "Empty has no storage: give its DefaultsStoreContext one, or let it be one"
      #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains(message) } == true)
    }
  #endif

  @Test func everyPromiseThatAStoreCanBreakIsBroken() {
    // Observers are the context's, so no store can call one that was cancelled.
    #expect(
      Set(BrokenStore.Fault.allCases.map(\.promise) + [.cancelledObserversAreNotCalled]) == Set(StoreBattery.allCases)
    )
  }

  @Test func aRefusalAloneShowsAHalfCommit() {
    let place = BrokenStore.Place()
    let promise = StoreBattery.aFailedCommitChangesNothing
    #expect(!promise.failures { BrokenStore(at: place, .halfOfAFailedCommitStays) }.isEmpty)
  }

  @Test func failuresAreSentencesWithoutATest() throws {
    let place = BrokenStore.Place()
    let failures = StoreBattery.theLastWriteWins.failures { BrokenStore(at: place, .theFirstWriteCounts) }
    let first = try #require(failures.first)
    #expect(first.hasPrefix("NamespacedDefaultsBattery/StoreBattery+Values.swift:"))
    #expect(first.hasSuffix(": Optional(0) instead of Optional(99)"))
    #expect(failures.count == 2)
    let store = InMemoryStore()
    #expect(StoreBattery.theLastWriteWins.failures { store } == [])
  }

  @Test func anErrorThatIsThrownIsTheLastFailure() {
    struct NotThere: Error {}
    #expect(
      StoreBattery.keysAreListed.failures { throw NotThere() } == ["an error was thrown: NotThere()"]
    )
  }

  private func failures(of promise: StoreBattery, on fault: BrokenStore.Fault?) -> [String] {
    let place = BrokenStore.Place()
    return promise.failures {
      BrokenStore(at: place, fault)
    } whileFailing: { body in
      place.isFailing.change { $0 = true }
      defer { place.isFailing.change { $0 = false } }
      try body()
    }
  }
}

/// A store that breaks one promise, over a place in memory that it shares with others.
private final class BrokenStore: DefaultsStore, DefaultsStorage {
  enum Fault: String, CaseIterable {
    case trueIsOne, kindsChangeWhenReopened, namesEndAtAZero, largeDataIsCut, theFirstWriteCounts
    case removalsTakeWhatBeginsAlike, removedNamesAreListed, namesAreListedTwice, removingSomeTakesAll
    case updatesBeginWithNothing, someCommitsAreLost, batchesAreSplit, innerWritesAreLost, lastChangesAreLost
    case changesAreAnnouncedTwice, batchesAreAnnouncedTwice, notANumberIsZero, secondCommitsFail, contextsDiffer
    case synchronizingTakesAll, readsGoBack, readsWaitForChanges, readsWaitForTurns, readsWaitForPersisting
    case readsWaitForTheFirstWrite, readsWaitForSynchronizing
    case nothingIsKept, removalsComeBack, labelsDiffer
    case halfOfAFailedCommitStays, failedCommitsStay, failedCommitsStayInMemory, failedCommitsAreKept
    case failedCommitsDoNotThrow, failedCommitsAreTheLast, failedCommitsAreAnnounced
    case othersAreNotExcluded, othersAreNotReadFirst, othersAreNotRead, othersAreExcludedForEver, everyChangeIsClaimed

    /// The promise that the fault breaks.
    var promise: StoreBattery {
      switch self {
      case .trueIsOne, .kindsChangeWhenReopened: .everyKindComesBack
      case .namesEndAtAZero: .oddKeysComeBackOrAreRefused
      case .largeDataIsCut: .largeValuesComeBack
      case .theFirstWriteCounts: .theLastWriteWins
      case .removalsTakeWhatBeginsAlike: .removalTakesOneKey
      case .removedNamesAreListed, .namesAreListedTwice: .keysAreListed
      case .removingSomeTakesAll: .removeAllTakesWhatPasses
      case .updatesBeginWithNothing: .aThrowingUpdateWritesNothing
      case .someCommitsAreLost: .updatesAreAtomic
      case .readsGoBack: .whatWasToldIsRead
      case .readsWaitForChanges: .readsWaitForNoTransaction
      case .readsWaitForTurns, .readsWaitForPersisting, .readsWaitForTheFirstWrite, .readsWaitForSynchronizing:
        .readsWaitForNoDisk
      case .batchesAreSplit: .batchesAreSeenWhole
      case .innerWritesAreLost: .updatesMayUseTheStore
      case .lastChangesAreLost: .transactionsAreWhole
      case .changesAreAnnouncedTwice, .contextsDiffer: .changesAreAnnouncedInOrder
      case .batchesAreAnnouncedTwice: .changesOfABatchAreAnnouncedOnce
      case .notANumberIsZero: .repetitionsAreNotAnnounced
      case .secondCommitsFail: .observersMayWrite
      case .synchronizingTakesAll: .synchronizingKeepsEverything
      case .nothingIsKept, .removalsComeBack, .labelsDiffer: .valuesOutliveTheStore
      case .halfOfAFailedCommitStays, .failedCommitsStay, .failedCommitsStayInMemory, .failedCommitsAreKept,
        .failedCommitsDoNotThrow, .failedCommitsAreTheLast, .failedCommitsAreAnnounced:
        .aFailedCommitChangesNothing
      case .othersAreNotExcluded, .othersAreNotReadFirst, .othersAreNotRead, .othersAreExcludedForEver,
        .everyChangeIsClaimed:
        .storesOfOnePlaceAreOne
      }
    }

    /// Whether the store reads its place when it is opened, and not again.
    var isOnlyReadOnce: Bool {
      switch self {
      case .kindsChangeWhenReopened, .removalsComeBack, .nothingIsKept, .failedCommitsStayInMemory,
        .failedCommitsAreKept, .othersAreNotRead:
        true
      default: false
      }
    }
  }

  /// Where values live, as in a file.
  final class Place: Sendable {
    let values: Lockbox<[String: PropertyListValue]> = Lockbox([:])
    let isFailing = Lockbox(false)
    let openingCount = Lockbox(0)
    private let isLocked = Lockbox(false)
    private let hasWaited = Lockbox(false)

    /// Waits while a body says so, for longer than the battery does, but not for ever, and once, because that takes seconds.
    fileprivate func wait(while body: () -> Bool) {
      guard !hasWaited.value, body() else { return }
      let end = ContinuousClock.now + .seconds(8)
      var pauses = 0
      while .now < end, body() {
        usleep(1_000)
        pauses += 1
      }
      // Not a short turn that happened to be there.
      if pauses > 2_000 { hasWaited.change { $0 = true } }
    }

    /// Waits for the other stores.
    fileprivate func lock() throws {
      let end = ContinuousClock.now + .seconds(5)
      let isMine = Lockbox(false)
      while !isMine.value {
        if .now > end { throw Refusal() }
        if isLocked.value { usleep(100) }
        isLocked.change { isLocked in
          if !isLocked { isMine.change { $0 = true } }
          isLocked = true
        }
      }
    }

    fileprivate func unlock() { isLocked.change { $0 = false } }
  }

  struct Refusal: Error {}

  private struct State {
    /// The values as the store has read them.
    var values: [String: PropertyListValue] = [:]
    /// The names that were ever stored.
    var names: Set<String> = []
    var commitCount = 0
    var readCount = 0
    var hasFailed = false
    /// What is stored when exclusive access begins; `nil` outside of it.
    var beginning: [String: PropertyListValue]?
    /// The thread that has exclusive access.
    var writer: ObjectIdentifier?
    /// Whether that thread has read what it will replace, for which it would have to wait for a reader that waits for it.
    var hasWriterRead = false
    /// A change that is made with the next one.
    var late: DefaultsChange?
  }

  let label: String
  private let firstContext: DefaultsStoreContext
  private let place: Place
  private let fault: Fault?
  private let state = Lockbox(State())

  init(at place: Place, _ fault: Fault?) {
    self.place = place
    self.fault = fault
    firstContext = DefaultsStoreContext(announcesEveryChange: fault == .everyChangeIsClaimed)
    place.openingCount.change { $0 += 1 }
    label = fault == .labelsDiffer ? "BrokenStore \(place.openingCount.value)" : "BrokenStore"
    if fault != .nothingIsKept { read() }
  }

  var context: DefaultsStoreContext { fault == .contextsDiffer ? DefaultsStoreContext() : firstContext }

  /// Reads what others have written.
  private func read() {
    let values = place.values.value
    state.change { $0.values = values }
  }

  func storedValue(forKey name: String) -> PropertyListValue? {
    if fault?.isOnlyReadOnce != true, state.value.beginning == nil || fault != .othersAreNotReadFirst { read() }
    state.change { $0.readCount += 1 }
    if fault == .readsWaitForChanges || fault == .readsWaitForTurns {
      let thread = ObjectIdentifier(Thread.current)
      state.change { if $0.writer == thread { $0.hasWriterRead = true } }
      place.wait {
        let state = self.state.value
        return state.hasWriterRead && state.writer != nil && state.writer != thread
      }
    }
    let state = state.value
    let value = state.values[stored(name)]
    return switch (fault, value) {
    case (.trueIsOne, .bool(let value)): .integer(value ? 1 : 0)
    case (.notANumberIsZero, .double(let number)) where number.isNaN: .double(0)
    case (.readsGoBack, .integer(let number)) where state.readCount.isMultiple(of: 7): .integer(number - 1)
    case (.updatesBeginWithNothing, _) where state.beginning != nil: nil
    default: value
    }
  }

  func storedKeys() -> [String] {
    _ = storedValue(forKey: "")
    let state = state.value
    let names = Array(state.values.keys)
    return switch fault {
    case .removedNamesAreListed: Array(state.names)
    case .namesAreListedTwice: names + names
    default: names
    }
  }

  func persist(_ changes: [DefaultsChange]) {
    let isFirst = fault == .readsWaitForTheFirstWrite && state.value.commitCount == 0
    if isFirst || fault == .readsWaitForPersisting { context.withLock { _ = usleep(500_000) } }
  }

  func apply(_ changes: [DefaultsChange]) throws {
    state.change { $0.commitCount += 1 }
    let commitCount = state.value.commitCount
    if fault == .secondCommitsFail, commitCount == 2 { throw Refusal() }
    if fault == .failedCommitsAreTheLast, state.value.hasFailed { throw Refusal() }
    if place.isFailing.value || changes.contains(where: { $0.newValue?.isTooLarge == true }) {
      return try fail(changes)
    }
    if fault == .someCommitsAreLost, commitCount.isMultiple(of: 100) { return }
    if fault == .removingSomeTakesAll, changes.count > 1, changes.allSatisfy({ $0.newValue == nil }) {
      return write { $0.values = [:] }
    }
    var changes = changes
    if fault == .lastChangesAreLost, changes.count > 1 { changes.removeLast() }
    if fault == .batchesAreSplit, changes.count > 1 {
      let (last, late) = (changes.removeLast(), state.value.late)
      state.change { $0.late = last }
      if let late { changes.insert(late, at: 0) }
    }
    let made = changes
    write { [self] state in
      if fault == .innerWritesAreLost, let beginning = state.beginning { state.values = beginning }
      for change in made { make(change, in: &state) }
    }
    // The library announces them too.
    let isTwice = changes.count > 1 ? fault == .batchesAreAnnouncedTwice : fault == .changesAreAnnouncedTwice
    if isTwice { context.announce(changes) }
  }

  /// Throws, after what the fault leaves behind.
  private func fail(_ changes: [DefaultsChange]) throws {
    state.change { $0.hasFailed = true }
    let before = state.value.values
    switch fault {
    case .halfOfAFailedCommitStays: write { [self] in make(changes[0], in: &$0) }
    case .failedCommitsStay: write { [self] in for change in changes { make(change, in: &$0) } }
    case .failedCommitsStayInMemory: state.change { [self] in for change in changes { make(change, in: &$0) } }
    case .failedCommitsAreKept:
      write { [self] in for change in changes { make(change, in: &$0) } }
      state.change { $0.values = before }
    case .failedCommitsDoNotThrow: return
    case .failedCommitsAreAnnounced: context.announce(changes)
    default: break
    }
    throw Refusal()
  }

  /// Changes the values here and in the place.
  private func write(_ body: @Sendable (inout State) -> Void) {
    state.change(body)
    var values = state.value.values
    if fault == .kindsChangeWhenReopened, values["true"] == .bool(true) { values["true"] = .integer(1) }
    let new = values
    place.values.change { [fault] in
      $0 = fault == .removalsComeBack ? new.merging($0) { first, _ in first } : new
    }
  }

  func synchronize() {
    if fault == .readsWaitForSynchronizing { context.withLock { _ = usleep(500_000) } }
    if fault == .synchronizingTakesAll { context.withLock { write { $0.values = [:] } } }
  }

  func beginWriting() throws {
    if fault != .othersAreNotExcluded { try place.lock() }
    if fault != .othersAreNotReadFirst, fault?.isOnlyReadOnce != true { read() }
    state.change {
      $0.beginning = $0.values
      $0.writer = ObjectIdentifier(Thread.current)
      $0.hasWriterRead = false
    }
  }

  func endWriting() {
    state.change {
      $0.beginning = nil
      $0.writer = nil
    }
    if fault != .othersAreNotExcluded, fault != .othersAreExcludedForEver { place.unlock() }
  }

  private func make(_ change: DefaultsChange, in state: inout State) {
    let name = stored(change.key)
    guard let value = change.newValue else {
      state.values[name] = nil
      if fault == .removalsTakeWhatBeginsAlike {
        state.values = state.values.filter { !$0.key.hasPrefix("\(name).") }
      }
      return
    }
    if fault == .theFirstWriteCounts, state.values[name] != nil { return }
    state.names.insert(name)
    state.values[name] = fault == .largeDataIsCut ? value.cut : value
  }

  /// The name as it is stored.
  private func stored(_ name: String) -> String {
    fault == .namesEndAtAZero ? String(name.prefix { $0 != "\0" }) : name
  }
}

extension PropertyListValue {
  /// The value, or the first megabyte of more data.
  fileprivate var cut: Self {
    if case .data(let data) = self, data.count > 1 << 20 { .data(data.prefix(1 << 20)) } else { self }
  }

  fileprivate var isTooLarge: Bool { if case .data(let data) = self { data.count > 5 << 18 } else { false } }
}
