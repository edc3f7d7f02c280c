import SwiftyUserDefaults

// With the library's own `Defaults`.
func follow() -> DefaultsDisposable {
  Defaults.observe(\.visits) { update in print(update.newValue as Any) }
}

func followFirst(_ handler: @escaping (DefaultsObserver<DefaultsKey<Int>>.Update) -> Void) -> [DefaultsDisposable] {
  [
    Defaults.observe(\.visits, options: [.initial, .new], handler: handler),
    Defaults.observe(\.visits, options: [.new, .initial]) { update in print(update.newValue as Any) },
  ]
}

struct FrogBridge: DefaultsBridge {
  // save, get and deserialize
}

class Frog: NSObject, NSCoding, DefaultsSerializable {}

func count() { Defaults.visits++ }
