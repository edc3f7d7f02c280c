import NamespacedDefaults

extension Tour {
  static func observe() {
    printLine("It observes a setting, and is called for each change:", .title)
    let observation = Purse.coins.observe { change in
      printCall("Purse.coins.observe { change in … }", "\(change.oldValue), then \(change.newValue)")
    }
    show("Purse.coins.value += 10", stores: "Purse.coins") {
      Purse.coins.value += 10
    }
    observation.cancel()
  }
}
