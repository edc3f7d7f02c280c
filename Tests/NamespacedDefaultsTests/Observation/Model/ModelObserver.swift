import Foundation
import NamespacedDefaults
import Synchronization
import TestSupport

/// An observer of one key that records its calls, and compares them with the history of the key.
final class ModelObserver: Sendable {
  /// A call of the handler; its values are `nil` where nothing is stored.
  struct Call: Equatable {
    var oldValue: Int?
    var newValue: Int?
    var isInitial = false
  }

  private struct State {
    var calls: [Call] = []
    /// The threads on which `cancel()` has returned.
    var cancellingThreads: Set<Int> = []
    var isCalledAfterCancel = false
  }

  let name: String
  private let isCalledInitially: Bool
  private let state = Lockbox(State())
  private let observation = Lockbox<DefaultsObservation?>(nil)
  /// How many values the key had had before and after the observer was registered.
  private let registration: Lockbox<ClosedRange<Int>>

  /// Registers an observer.
  ///
  /// - Parameters:
  ///   - name: The stored name of the key.
  ///   - model: The model of the store.
  ///   - isCalledInitially: Whether it is called at once with the current value.
  ///   - lifetime: The number of calls after which it cancels itself.
  init(of name: String, in model: ObserverModel, isCalledInitially: Bool, lifetime: Int? = nil) {
    self.name = name
    self.isCalledInitially = isCalledInitially
    // The last value may be one of a transaction that has not been committed, for which nobody waits.
    let lowest = max(1, model.history(of: name).count - 1)
    registration = Lockbox(lowest...lowest)
    let key = DefaultsKey<Int?>(name, store: model.store)
    let new = key.observe(initial: isCalledInitially) { [self] change in
      record(Call(oldValue: change.oldValue, newValue: change.newValue, isInitial: change.isInitial))
      if let lifetime, state.value.calls.count >= lifetime { cancel() }
    }
    observation.change { $0 = new }
    let highest = model.history(of: name).count
    registration.change { $0 = lowest...highest }
  }

  var lastCall: Call? { state.value.calls.last }
  var isCancelled: Bool { !state.value.cancellingThreads.isEmpty }

  func cancel() {
    // A handler may run before the observation has been returned.
    guard let observation = observation.value else { return }
    observation.cancel()
    let thread = currentThreadNumber
    state.change { $0.cancellingThreads.insert(thread) }
  }

  private func record(_ call: Call) {
    let thread = currentThreadNumber
    state.change {
      if $0.cancellingThreads.contains(thread) { $0.isCalledAfterCancel = true }
      $0.calls.append(call)
    }
  }

  /// Returns the rule that the calls break, or `nil`.
  ///
  /// - Parameter history: The values that the key has had, in the order of their commits.
  /// - Returns: The rule.
  func brokenRule(in history: [Int?]) -> String? {
    let state = state.value
    if state.isCalledAfterCancel { return "a thread on which cancel() had returned has called the handler" }
    var changes = state.calls
    if isCalledInitially, !changes.isEmpty, !changes.removeFirst().isInitial {
      return "the first call is not the initial one"
    }
    if changes.contains(where: \.isInitial) { return "there are two initial calls" }
    if isCalledInitially, state.calls.isEmpty, !isCancelled { return "there is no initial call" }
    let isPossible = registration.value.contains { count in
      let expected = zip(history[(count - 1)...], history[count...]).map { Call(oldValue: $0, newValue: $1) }
      if let first = state.calls.first, first.isInitial, first.newValue != history[count - 1] { return false }
      return isCancelled ? expected.starts(with: changes) : expected == changes
    }
    return isPossible ? nil : "the calls are not the changes since the registration, once each and in order"
  }
}

/// The number of the current thread; a later thread may get its address, but not its number.
private var currentThreadNumber: Int {
  if let number = Thread.current.threadDictionary["number"] as? Int { return number }
  let number = threadCount.add(1, ordering: .relaxed).newValue
  Thread.current.threadDictionary["number"] = number
  return number
}

private let threadCount = Atomic(0)
