import NamespacedDefaults
import Observation

// A type that is on an actor, or observable.

@MainActor final class Window {
  static let namespace = "Window"
}

// error: conformance of 'Window' to protocol 'KeyNamespaceable' crosses into main actor-isolated code and can cause data races
extension Window: BoolDefaultSettable {
  enum BoolKey: String { case isOpen }
}

@MainActor final class Document: BoolDefaultSettable {
  enum BoolKey: String { case isOpen }
  var name = ""
  // error: main actor-isolated property 'name' can not be referenced from a nonisolated context
  var namespace: String { "Document.\(name)" }
}

@MainActor final class Counter {
  var count = 0
  var observation: DefaultsObservation?
  func start() {
    // error: main actor-isolated property 'count' can not be mutated from a Sendable closure
    observation = DefaultsKeys.launchCount.observe { [weak self] in self?.count = $0.newValue }
  }
}

@Observable final class Model {
  // error: invalid redeclaration of synthesized property '_launchCount'
  @Default(.launchCount) var launchCount
}
