import NamespacedDefaults

/// The first release: one key without a namespace, a type called `Account`, a timeout in whole seconds.
enum Release1 {
  struct Account: BoolDefaultSettable, IntegerDefaultSettable {
    // What the type was called then; a program has only its newest form.
    static let namespace = "Account"
    enum BoolKey: String { case isUserLoggedIn }
    enum IntegerKey: String { case timeout }
  }

  static let runs = DefaultsKey<Int>("runs", defaultValue: 0)

  static func run() {
    runs.value += 1
    Account.set(true, forKey: .isUserLoggedIn)
    Account.set(30, forKey: .timeout)
    print("Release 1: run \(runs.value), logged in, timeout 30 s")
  }
}
