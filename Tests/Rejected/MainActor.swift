// options: -default-isolation MainActor

import Foundation
import NamespacedDefaults
import Observation

// What a module says wrong that has everything on the main actor by default.

var opensWindows = true

@MainActor final class Window: BoolDefaultSettable {
  enum BoolKey: String { case isOpen }
  static let namespace = "Window"
  // error: main actor-isolated var 'opensWindows' can not be referenced from a nonisolated context
  static func defaultValue(forKey key: BoolKey) -> Bool { opensWindows }
}

// error: conformance of 'UserDefaults' to protocol 'BoolDefaultSettable' crosses into main actor-isolated code and can cause data races
extension UserDefaults: @retroactive BoolDefaultSettable {
  /// The keys.
  public enum BoolKey: String { case isOpen }
  /// The defaults.
  public static func defaultValue(forKey key: BoolKey) -> Bool { true }
}

func show() {}

final class Model: BoolDefaultSettable {
  enum BoolKey: String { case isShown }
  // error: call to main actor-isolated global function 'show()' in a synchronous nonisolated context
  func open() { show() }
}

struct Angle: Sendable {
  var degrees: Int
  init(degrees: Int) { self.degrees = degrees }
}

extension DefaultsBridge<Angle> {
  static var degrees: Self {
    Self {
      .integer(Int64($0.degrees))
    } decode: {
      // error: call to main actor-isolated initializer 'init(degrees:)' in a synchronous nonisolated context
      Angle(degrees: try Int.value(fromPropertyList: $0))
    }
  }
}

let firstCount = 1

extension DefaultsKeys {
  // error: main actor-isolated default value in a nonisolated context
  static let count = DefaultsKey<Int>("count", defaultValue: firstCount)
}
