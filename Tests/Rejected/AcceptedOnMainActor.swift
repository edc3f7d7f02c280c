// options: -default-isolation MainActor

import Foundation
import NamespacedDefaults
import Observation

// The control of MainActor.swift and Isolation.swift: the same, done right.

nonisolated let opensWindows = true

@MainActor final class Window: BoolDefaultSettable {
  enum BoolKey: String { case isOpen }
  static let namespace = "Window"
  static func defaultValue(forKey key: BoolKey) -> Bool { opensWindows }
}

final class Panel {
  nonisolated static let namespace = "Window"
}

extension Panel: BoolDefaultSettable {
  enum BoolKey: String { case isOpen }
  static func defaultValue(forKey key: BoolKey) -> Bool { true }
}

nonisolated extension UserDefaults: @retroactive BoolDefaultSettable {
  /// The keys.
  public enum BoolKey: String { case isOpen }
  /// The defaults.
  public static func defaultValue(forKey key: BoolKey) -> Bool { true }
}

func show() {}

@MainActor final class Model: BoolDefaultSettable {
  enum BoolKey: String { case isShown }
  func open() { show() }
}

@MainActor final class Document: BoolDefaultSettable {
  enum BoolKey: String { case isOpen }
  let name: String
  var namespace: String { "Document.\(name)" }
  init(name: String) { self.name = name }
}

nonisolated struct Angle: Sendable {
  var degrees: Int
  init(degrees: Int) { self.degrees = degrees }
}

extension DefaultsBridge<Angle> {
  static var degrees: Self {
    Self {
      .integer(Int64($0.degrees))
    } decode: {
      Angle(degrees: try Int.value(fromPropertyList: $0))
    }
  }
}

nonisolated let firstCount = 1

extension DefaultsKeys {
  static let count = DefaultsKey<Int>("count", defaultValue: firstCount)
}

@MainActor final class Counter {
  var count = 0
  var observation: DefaultsObservation?
  func start() {
    observation = DefaultsKeys.launchCount.observe { [weak self] _ in
      Task { @MainActor in self?.count = Defaults[.launchCount] }
    }
  }
}

nonisolated struct Point: Codable, Equatable { var x = 0 }

struct Shape: Codable, Equatable, DefaultsSerializable { var origin = Point() }

@Observable final class ObservableModel {
  @ObservationIgnored @Default(.launchCount) var launchCount
}
