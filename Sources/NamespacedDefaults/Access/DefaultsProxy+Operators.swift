postfix operator ++

// Each operator is one atomic update. Arithmetic begins with the registered value if nothing is stored.
//
// Swift's own operators are disfavored here, so that the compiler takes a misspelt `Defaults[.name] += 1` for a key.
extension DefaultsProxy {
  /// Stores a value if nothing is stored: `Defaults["color"] ?= "red"`.
  public static func ?= (proxy: DefaultsProxy, value: some DefaultsSerializable) {
    proxy.change { stored, _ in stored = try stored ?? value.propertyListValue() }
  }

  /// Adds an integer to the stored number.
  ///
  /// A double stays a double. A missing value counts as 0.
  @_disfavoredOverload
  public static func += (proxy: DefaultsProxy, value: Int) {
    proxy.change { $0 = try ($1 ?? 0).sum(adding: true, value) }
  }

  /// Subtracts an integer from the stored number.
  ///
  /// A double stays a double. A missing value counts as 0.
  @_disfavoredOverload
  public static func -= (proxy: DefaultsProxy, value: Int) {
    proxy.change { $0 = try ($1 ?? 0).sum(adding: false, value) }
  }

  /// Adds 1 to the stored number.
  ///
  /// A double stays a double. A missing value counts as 0.
  public static postfix func ++ (proxy: DefaultsProxy) { proxy += 1 }

  /// Adds a double to the stored number, which becomes a double.
  ///
  /// A missing value counts as 0.
  @_disfavoredOverload
  public static func += (proxy: DefaultsProxy, value: Double) {
    proxy.change { $0 = .double(try ($1 ?? 0).readFloatingPoint(Double.self) + value) }
  }

  /// Subtracts a double from the stored number, which becomes a double.
  ///
  /// A missing value counts as 0.
  @_disfavoredOverload
  public static func -= (proxy: DefaultsProxy, value: Double) { proxy += -value }

  /// Appends a suffix to the stored string.
  ///
  /// A missing value counts as an empty string.
  @_disfavoredOverload
  public static func += (proxy: DefaultsProxy, suffix: String) {
    proxy.change { $0 = .string(try ($1 ?? "").readString() + suffix) }
  }

  /// Changes the stored value.
  ///
  /// The body gets the stored value to change, and the value that readers get without a launch argument.
  private func change(_ body: (inout PropertyListValue?, PropertyListValue?) throws -> Void) {
    do {
      try store.update(name) { try body(&$0, SearchOrder.form($0, forKey: name, in: store.context)) }
    } catch {
      store.failTransaction(error)
      store.context.problems.problem(kind(of: error), key: name, error: error).report()
    }
  }

  private func kind(of error: any Error) -> DefaultsProblem.Kind {
    let code = (error as? DefaultsError)?.code
    return code == .typeMismatch ? .undecodableValue : code == .unencodableValue ? .unencodableValue : .failedWrite
  }
}

extension PropertyListValue {
  /// Returns the sum or difference with a number: an integer where the value is one, and a double elsewhere.
  fileprivate func sum(adding: Bool, _ value: Int) throws -> Self {
    let (isMore, step) = ((value >= 0) == adding, UInt64(value.magnitude))
    func double(_ number: Double) -> Self { .double(isMore ? number + Double(step) : number - Double(step)) }
    if case .double(let number) = self { return double(number) }
    let (sum, overflow): (Self, Bool)
    if let number = try? readInteger(Int64.self) {
      let result =
        adding ? number.addingReportingOverflow(Int64(value)) : number.subtractingReportingOverflow(Int64(value))
      (sum, overflow) = (.integer(result.partialValue), result.overflow)
    } else if let number = try? readInteger(UInt64.self) {
      let result = isMore ? number.addingReportingOverflow(step) : number.subtractingReportingOverflow(step)
      let number = result.partialValue
      (sum, overflow) = (Int64(exactly: number).map(Self.integer) ?? .unsignedInteger(number), result.overflow)
    } else {
      return double(try readFloatingPoint(Double.self))
    }
    guard !overflow else { throw DefaultsError.notEncodable(type: "Int", reason: "the sum needs more than 64 bits") }
    return sum
  }
}
