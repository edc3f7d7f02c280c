import NamespacedDefaults

extension Tour {
  static func changeTogether() {
    printLine("A transaction changes all, or nothing if it throws:", .title)
    show("try Purse.save(30)", stores: "Purse.coins", "Purse.savings") {
      try Purse.save(30)
    }
    show("try Purse.save(5000)", stores: "Purse.coins", "Purse.savings") {
      try Purse.save(5000)
    }
  }
}
