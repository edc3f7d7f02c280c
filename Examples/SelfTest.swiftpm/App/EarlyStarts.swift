import Foundation
import NamespacedDefaults
import Synchronization

/// Whether the system has started this process before the device was unlocked.
enum EarlyStarts {
  private static let isOne = Mutex(false)

  /// Records the start, if it is early; call this first of all.
  static func record() {
    let isEarly = try? EarlyStart.record(in: EarlyStart.log(), .now(in: UserDefaultsStore.standard, .standard))
    isOne.withLock { $0 = isEarly ?? false }
  }

  /// The row of all of them; called when somebody has unlocked the device to look.
  static func row() throws -> Row {
    let log = try EarlyStart.log()
    let later = isOne.withLock { $0 } ? EarlyStart.now(in: UserDefaultsStore.standard, .standard) : nil
    return .beforeFirstUnlock(try EarlyStart.recorded(in: log), later)
  }

  /// Leaves what a later start looks for; called when the rows have emptied the settings.
  static func leaveMarker() throws { try EarlyStart.leaveMarker(in: EarlyStart.log(), .standard) }
}
