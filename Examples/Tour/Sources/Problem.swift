import NamespacedDefaults

extension Tour {
  static func reportProblem() {
    printLine("A value that cannot be read is reported, and stays as it is:", .title)
    show("Defaults[\"Purse.limit\"] = \"high\"", stores: "Purse.limit") {
      Defaults["Purse.limit"] = "high"
    }
    Defaults.withProblemHandler { problem in
      printCall("Defaults.withProblemHandler { problem in … }", "\(problem.kind): \(problem.error)", .failure)
    } operation: {
      show("Purse.limit.value") {
        Purse.limit.value
      }
    }
    show("try Purse.limit.read()") {
      try Purse.limit.read()
    }
    show("Purse.limit.remove()", stores: "Purse.limit") {
      Purse.limit.remove()
    }
  }
}
