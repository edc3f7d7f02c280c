import Foundation
import NamespacedDefaults
import NamespacedDefaultsSecrets

/// A cipher, as a program may have it.
struct OwnSeal: ValueSeal {
  let id = "own"
  func seal(_ value: Data, authenticating data: Data) throws -> Data { value }
  func open(_ sealed: Data, authenticating data: Data) throws -> Data { sealed }
}

func sealedStores(_ base: any DefaultsStore, _ seal: any ValueSeal) throws {
  let store = SealedStore(over: base, seal: seal)
  let other = SealedStore(over: base, seal: seal, opening: [OwnSeal(), OwnSeal()])
  try other.reseal()
  try store.synchronize()
  let timeout: Duration = store.lockTimeout
  print(store.base, store.label, store.context, timeout)
  print(seal.id, try seal.open(seal.seal(Data(), authenticating: Data()), authenticating: Data()))
}

func lostKey(_ store: SealedStore) throws {
  try store.checkSeal()
  try store.removeAllAndBeginAnew()
}

func sealingKeys(_ store: any DefaultsStore, _ url: URL) throws {
  let key: SealingKey = try .stored(in: store)
  let keys = [
    key, SealingKey(), try SealingKey(bytes: key.bytes), try .stored(as: "name", in: store), try .credential("name"),
    try SealingKey(contentsOf: url), try SealingKey(contentsOf: url, owners: .anyone),
  ]
  print(keys, SealingKey.size, key.description, key.customMirror)
}

func keychain(_ store: KeychainStore) {
  store.synchronize()
  let accessibilities: [KeychainStore.Accessibility] = [
    .afterFirstUnlockThisDeviceOnly, .afterFirstUnlock, .whenUnlockedThisDeviceOnly, .whenUnlocked,
    .whenPasscodeSetThisDeviceOnly,
  ]
  let raw: String = accessibilities[0].rawValue
  print(store.label, store.context, raw, KeychainStore.Accessibility(rawValue: raw) as Any)
}

#if canImport(Security)
  func keychains() -> [KeychainStore] {
    [
      KeychainStore(service: "tool"),
      KeychainStore(service: "tool", accessGroup: "group", accessibility: .whenUnlocked, isSynchronizable: true),
    ]
  }
#endif

#if canImport(CryptoKit)
  func cipher(_ key: SealingKey) -> any ValueSeal { AESGCMSeal(key) }
#endif

func secretsErrors(_ error: DefaultsError) -> Bool {
  switch error.code {
  case .notSealed, .unknownSeal, .brokenSeal, .unusableKey: true
  default: false
  }
}
