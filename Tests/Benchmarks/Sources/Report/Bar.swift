/// What the project has promised itself, in the words of its design, and whether it holds.
struct Bar {
  /// One of the places, values or calls that a promise holds for; without a value where it was not measured.
  typealias Case = (name: String, value: Double?)

  let promise: String
  /// What is furthest from the promise.
  let measured: String
  let isMet: Bool

  /// A bar that no case may exceed.
  init?(_ promise: String, atMost limit: Double, unit: String = "×", _ cases: [Case]) {
    self.init(promise, unit: unit, cases, isMet: { $0 <= limit }, isWorse: >)
  }

  /// A bar that every case must reach.
  init?(_ promise: String, atLeast limit: Double, unit: String = "×", _ cases: [Case]) {
    self.init(promise, unit: unit, cases, isMet: { $0 >= limit }, isWorse: <)
  }

  private init?(
    _ promise: String,
    unit: String,
    _ cases: [Case],
    isMet: (Double) -> Bool,
    isWorse: (Double, Double) -> Bool
  ) {
    let cases = cases.compactMap { one in one.value.map { (name: one.name, value: $0) } }
    guard var worst = cases.first else { return nil }
    for one in cases where isWorse(one.value, worst.value) { worst = one }
    self.promise = promise
    measured = worst.value.threeDigits + unit + (cases.count > 1 ? " (\(worst.name), of \(cases.count))" : "")
    self.isMet = isMet(worst.value)
  }
}
