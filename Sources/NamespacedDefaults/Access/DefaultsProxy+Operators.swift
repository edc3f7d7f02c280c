infix operator ?= : AssignmentPrecedence
postfix operator ++

// Each is one atomic update. What is registered counts as the old value, but is not stored.
extension DefaultsProxy {
  /// Stores a value where nothing is stored: `Defaults["color"] ?= "red"`.
  public static func ?= (proxy: DefaultsProxy, value: some DefaultsSerializable) {
    proxy.change { stored, _ in stored = try stored ?? value.propertyListValue() }
  }

  /// Adds to a number; a stored double stays one, and nothing stored counts as 0.
  public static func += (proxy: DefaultsProxy, value: Int) {
    proxy.change { $0 = try ($1 ?? 0).adding(value) }
  }

  /// Subtracts from a number; a stored double stays one, and nothing stored counts as 0.
  public static func -= (proxy: DefaultsProxy, value: Int) {
    proxy.change { $0 = try ($1 ?? 0).subtracting(value) }
  }

  /// Adds 1 to a number; a stored double stays one, and nothing stored counts as 0.
  public static postfix func ++ (proxy: DefaultsProxy) { proxy += 1 }

  /// Adds to a number, which becomes a double; nothing stored counts as 0.
  public static func += (proxy: DefaultsProxy, value: Double) {
    proxy.change { $0 = .double(try ($1 ?? 0).readFloatingPoint(Double.self) + value) }
  }

  /// Subtracts from a number, which becomes a double; nothing stored counts as 0.
  public static func -= (proxy: DefaultsProxy, value: Double) { proxy += -value }

  /// Appends to a string; nothing stored counts as an empty one.
  public static func += (proxy: DefaultsProxy, suffix: String) {
    proxy.change { $0 = .string(try ($1 ?? "").readString() + suffix) }
  }

  /// Changes what is stored, given that and what readers see below the launch arguments.
  private func change(_ body: (inout PropertyListValue?, PropertyListValue?) throws -> Void) {
    let order = SearchOrder(name, in: store, arguments: nil)
    do {
      try store.update(name) { stored in
        let visible = order.search(for: key(as: PropertyListValue.self)) { [stored] in stored }
        try body(&stored, visible.stored)
      }
    } catch {
      DefaultsProblem(kind(of: error), key: name, error: error).report()
    }
  }

  private func kind(of error: any Error) -> DefaultsProblem.Kind {
    let code = (error as? DefaultsError)?.code
    return code == .typeMismatch ? .undecodableValue : code == .notEncodable ? .unencodableValue : .failedWrite
  }
}

extension PropertyListValue {
  fileprivate func adding(_ value: Int) throws -> Self {
    try combined {
      $0.addingReportingOverflow(Int64(value))
    } doubles: {
      $0 + Double(value)
    }
  }

  fileprivate func subtracting(_ value: Int) throws -> Self {
    try combined {
      $0.subtractingReportingOverflow(Int64(value))
    } doubles: {
      $0 - Double(value)
    }
  }

  private func combined(
    integers: (Int64) -> (partialValue: Int64, overflow: Bool),
    doubles: (Double) -> Double
  ) throws -> Self {
    if case .double(let number) = self { return .double(doubles(number)) }
    guard let number = try? readInteger(Int64.self) else { return .double(doubles(try readFloatingPoint(Double.self))) }
    let (sum, overflow) = integers(number)
    guard !overflow else { throw DefaultsError.notEncodable(type: "Int", reason: "the sum needs more than 64 bits") }
    return .integer(sum)
  }
}
