import Foundation
import TestSupport

@testable import NamespacedDefaults
@testable import NamespacedDefaultsSync

/// A mirror whose clock and whose thread a test runs by hand.
final class ManualMirror: Sendable {
  struct Account: BoolDefaultSettable, IntegerDefaultSettable {
    enum BoolKey: String, CaseIterable { case isUserLoggedIn }
    enum IntegerKey: String, CaseIterable { case loginCount, theme }
  }

  let part: DefaultsMirror.Part
  let mirror: DefaultsMirror
  private let bodies: Lockbox<[@Sendable () -> Void]>

  init(
    _ local: any DefaultsStore,
    _ other: any DefaultsStore,
    names: MirroredNames = MirroredNames([Account.self], ["size"]),
    policy: DefaultsMirror.ConflictPolicy = .takeOther,
    clock: Lockbox<Int64>
  ) {
    let bodies = Lockbox<[@Sendable () -> Void]>([])
    part = DefaultsMirror.Part(local, other, names, policy) {
      clock.value
    } start: { body in
      bodies.change { $0.append(body) }
      return true
    }
    mirror = DefaultsMirror([part])
    self.bodies = bodies
  }

  /// Does the work that is there, as the thread would for which the mirror has asked.
  func run() {
    while true {
      let next = Lockbox<(@Sendable () -> Void)?>(nil)
      bodies.change { waiting in
        let body = waiting.isEmpty ? nil : waiting.removeFirst()
        next.change { $0 = body }
      }
      guard let body = next.value else { return }
      body()
    }
  }
}

/// A device of a person: a local store, iCloud's storage on it, and a mirror.
final class Device {
  let local: any DefaultsStore
  let keyValues: FakeKeyValues
  let clock: Lockbox<Int64>
  let policy: DefaultsMirror.ConflictPolicy
  private(set) var store: UbiquitousStore
  private(set) var mirror: ManualMirror?

  init(
    _ cloud: FakeCloud?,
    local: any DefaultsStore = InMemoryStore(),
    time: Int64 = 1000,
    policy: DefaultsMirror.ConflictPolicy = .takeOther,
    isNew: Bool = false
  ) {
    self.local = local
    self.policy = policy
    keyValues = FakeKeyValues(cloud)
    if !isNew { keyValues.download() }
    clock = Lockbox(time)
    store = UbiquitousStore(keyValues)
    keyValues.deliver()
    start()
  }

  /// Starts the program, with a mirror that has not looked yet.
  func start() {
    store = UbiquitousStore(keyValues)
    mirror = ManualMirror(local, store, policy: policy, clock: clock)
  }

  func stop() { mirror = nil }

  func run() { mirror?.run() }

  /// Lets everything pass between the device and the cloud.
  func sync() {
    run()
    keyValues.upload()
    keyValues.download()
    keyValues.deliver()
    run()
    keyValues.upload()
  }

  /// The settings, without what the library records of them.
  var settings: [String: PropertyListValue] { get throws { try local.settings } }
}

extension DefaultsStore {
  var settings: [String: PropertyListValue] {
    get throws {
      try keys().filter { !ReservedName.isReserved($0) }.reduce(into: [:]) { $0[$1] = try value(forKey: $1) }
    }
  }
}

/// A record as iCloud has it, of a time in milliseconds.
func record(_ time: Int64, _ value: PropertyListValue? = nil) -> PropertyListValue {
  let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: Double(time) / 1000))
  return .array(value.map { [date, $0] } ?? [date])
}
