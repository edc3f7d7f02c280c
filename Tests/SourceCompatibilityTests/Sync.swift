import Foundation
import NamespacedDefaults
import NamespacedDefaultsSync

/// iCloud's storage, as the tests of a program may have it.
final class OwnKeyValues: UbiquitousKeyValues {
  var dictionaryRepresentation: [String: Any] { [:] }
  func object(forKey name: String) -> Any? { nil }
  func set(_ object: Any?, forKey name: String) {}
  func removeObject(forKey name: String) {}
  func synchronize() -> Bool { true }
  func onExternalChange(_ handler: @escaping @Sendable (UbiquitousStore.ExternalChange) -> Void) {
    handler(UbiquitousStore.ExternalChange(reason: .serverChange, keys: ["a"]))
  }
}

#if canImport(Darwin)
  func iCloud() -> UbiquitousStore { .default }
#endif

func ubiquitousStores(_ keyValues: any UbiquitousKeyValues) throws {
  let store = UbiquitousStore(keyValues)
  let value: PropertyListValue? = try store.value(forKey: "a")
  let keys: [String] = try store.keys()
  try store.synchronize()
  let observation: DefaultsObservation = store.observeExternalChanges { change in
    print(change.reason.rawValue, change.keys ?? [])
  }
  let reasons: [UbiquitousStore.Reason] = [.serverChange, .initialSync, .quotaViolation, .accountChange]
  print(UbiquitousStore.Reason(rawValue: 7), reasons, value as Any, keys, observation, store.label, store.context)
  print(keyValues.dictionaryRepresentation, keyValues.object(forKey: "a") as Any)
  keyValues.set(1, forKey: "a")
  keyValues.removeObject(forKey: "a")
  print(keyValues.synchronize())
  keyValues.onExternalChange { _ in }
}

extension DefaultsKeys {
  fileprivate static let mirrored = DefaultsKey<Int>("mirrored", defaultValue: 0)
  fileprivate static let mirroredToo = DefaultsKey<Int?>("mirroredToo")
}

private struct Mirrored: BoolDefaultSettable {
  enum BoolKey: String { case isOn }
}

private struct MirroredToo: BoolDefaultSettable {
  enum BoolKey: String { case isOn }
}

func mirrors(_ store: any DefaultsStore) throws {
  let mirror: DefaultsMirror = Defaults.mirror(Mirrored.self, .mirrored, to: store)
  let mirrors = [
    mirror, Defaults.mirror(Mirrored.self, to: store), Defaults.mirror(Mirrored.self, MirroredToo.self, to: store),
    Defaults.mirror(.mirrored, to: store), Defaults.mirror(.mirrored, .mirroredToo, to: store, onConflict: .keepLocal),
    Defaults.mirror(Mirrored.self, .mirrored, .mirroredToo, to: store, onConflict: .takeOther),
    Defaults.mirror([Mirrored.self, MirroredToo.self], [.mirrored], to: store),
    Defaults.mirror(
      Mirrored.self,
      to: store,
      onConflict: .resolve { (conflict: DefaultsMirror.Conflict) in
        conflict.key == "a" ? conflict.localValue : conflict.otherValue
      }
    ),
  ]
  let policies: [DefaultsMirror.ConflictPolicy] = [.takeOther, .keepLocal]
  try mirror.synchronize()
  mirror.cancel()
  print(mirrors, policies)
}

func syncErrors(_ error: DefaultsError, _ problem: DefaultsProblem) -> (isOfSync: Bool, isConflict: Bool) {
  let isOfSync =
    switch error.code {
    case .missingEntitlement, .incompleteMirror: true
    default: false
    }
  return (isOfSync, [.mirrorConflict, .wrongClock].contains(problem.kind))
}
