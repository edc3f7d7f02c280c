import Foundation
import NamespacedDefaults
import Observation
import TestSupport

// Those that follow values which only grow, until they get the last one.
extension ObserverModel {
  /// Observes "n": each change once, with the value before it.
  func observeGrowth() -> DefaultsObservation {
    let last = lastGrowth
    return n.observe { [self] change in
      let (oldValue, newValue) = (change.oldValue, change.newValue)
      if let last = last.value, last != oldValue { report("n: a call with \(oldValue) as the old value after \(last)") }
      if oldValue >= newValue { report("n: a call from \(oldValue) to \(newValue)") }
      last.change { $0 = newValue }
    }
  }

  /// Iterates the values of "n".
  func followNumber() async {
    var last = -1
    for await value in n.updates() {
      if value <= last { report("a sequence yielded \(value) after \(last)") }
      last = value
      if value >= Self.last { break }
    }
  }

  /// Iterates the values of "p" and "q", which are always equal.
  func followPair() async {
    var last = -1
    let (p, q) = (DefaultsKey<Int?>("p", store: store), DefaultsKey<Int?>("q", store: store))
    for await pair in Defaults.updates(p, q) {
      let (first, second) = (pair.0 ?? 0, pair.1 ?? 0)
      if first != second { report("a sequence yielded \(first) together with \(second)") }
      if first <= last { report("a sequence yielded \(first) after \(last)") }
      last = first
      if first >= Self.last { break }
    }
  }

  /// Reads "n" with tracking again and again, and changes it after each time.
  func track() {
    while true {
      let (read, fired) = (Lockbox(0), DispatchSemaphore(value: 0))
      withObservationTracking {
        let value = n.value
        read.change { $0 = value }
      } onChange: { [self] in
        if n.value < read.value { report("a tracking has fired with an older value than was read") }
        fired.signal()
      }
      n.value += 1
      if fired.wait(timeout: .now() + 60) == .timedOut { return report("a tracking has not fired") }
      if read.value >= Self.last { return isTracking.change { $0 = false } }
    }
  }
}
