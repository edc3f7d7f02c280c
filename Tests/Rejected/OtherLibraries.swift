import NamespacedDefaults

// What other libraries spell otherwise.

// error: must be declared as an extension of 'DefaultsKeys'
extension Defaults.Keys {}

// error: 'Serializable' has been renamed to 'DefaultsSerializable'
enum Tint: String, Codable, Defaults.Serializable { case blue, red }

// error: 'DefaultsKeyStore' is unavailable: declare keys in an extension of DefaultsKeys
struct OwnKeys: DefaultsKeyStore {}

extension DefaultsKeys {
  // error: the labels are DefaultsKey(_:defaultValue:store:)
  static let quality = DefaultsKey<Double>("quality", default: 0.8)
  // error: the labels are DefaultsKey(_:defaultValue:store:)
  static let shared = DefaultsKey<Double>("shared", default: 0.8, iCloud: true)
  // error: 'Key' is not a member type of enum 'NamespacedDefaults.Defaults'
  static let size: Defaults.Key<Double> = .init("size", defaultValue: 1)
}

func calls() {
  // error: 'Keys' has been renamed to 'DefaultsKeys'
  print(Defaults.Keys.launchCount)
  // error: 'publisher' is unavailable: a key has its own, DefaultsKeys.name.publisher, in NamespacedDefaultsUI
  let publisher = Defaults.publisher(.launchCount)
  // error: value of type 'DefaultsUpdates<Never>' has no member 'sink'
  let subscription = Defaults.publisher(.launchCount).sink { print($0) }
  // error: 'Toggle' is unavailable: write Toggle(title, isOn: DefaultsKeys.name.binding), with NamespacedDefaultsUI
  _ = Defaults.Toggle("Beta", key: .launchCount)
  // error: 'iCloud' is unavailable: a key names its store: DefaultsKey(_:defaultValue:store:)
  Defaults.iCloud.add(.launchCount)
  print(publisher, subscription)
  let observation = Defaults.observe(.launchCount) { print($0.newValue) }
  // error: 'dispose()' has been renamed to 'cancel'
  observation.dispose()
  // error: 'invalidate()' has been renamed to 'cancel'
  observation.invalidate()
  // error: 'tieToLifetime(of:)' is unavailable: hold the observation as long as its owner lives; it ends when it is released
  observation.tieToLifetime(of: DefaultsKeys.launchCount)
}
