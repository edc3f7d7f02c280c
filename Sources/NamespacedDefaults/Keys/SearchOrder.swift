/// The order in which the value of a setting is searched: the launch argument, the stored value, the registered value,
/// and then the key's default.
///
/// Reads, in-place changes, observers and updates all search through it, so that none of them leaves out a step.
///
/// A search ends with a stored form, which the key decodes. So neither this type nor its result is generic, which would make
/// every read slower.
struct SearchOrder: Sendable {
  /// The place where a search ended.
  enum Result {
    /// A launch argument, with the first of its forms that the key decodes.
    case argument(PropertyListValue)
    /// The store or the registered defaults.
    case stored(PropertyListValue)
    /// None of these places; the value is the key's default.
    case nothing

    /// The stored or registered form, if the search ended with one.
    var stored: PropertyListValue? { if case .stored(let form) = self { form } else { nil } }
  }

  private let name: String
  private let registered: RegisteredDefaults
  private let arguments: LaunchArguments?

  /// Creates the order of a name in a store.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - store: The store where the value lives.
  ///   - arguments: The launch arguments; `nil` for changes, which begin with what is stored and never write an argument.
  init(
    _ name: String,
    in store: any DefaultsStore,
    arguments: LaunchArguments? = DefaultsEnvironment.arguments
  ) {
    self.name = name
    registered = store.context.registered
    self.arguments = arguments
  }

  /// Returns the result of a search, which asks the store if no argument is given.
  ///
  /// - Parameters:
  ///   - key: The key, which decides whether it can read an argument.
  ///   - report: Gets the problem of an argument that the key cannot read.
  ///   - stored: Returns what the store holds: now, or before or after a change.
  /// - Returns: The place where the search ended.
  /// - Throws: What `stored` throws.
  func search<Value>(
    for key: DefaultsKey<Value>,
    report: (DefaultsProblem) -> Void = { $0.report() },
    stored: () throws -> PropertyListValue?
  ) rethrows -> Result {
    if let form = arguments?.form(forName: name, of: Value.self, report: report, decode: key.bridge.decode) {
      return .argument(form)
    }
    if let form = try stored() ?? registered[name] { return .stored(form) }
    return .nothing
  }
}

extension DefaultsKey {
  /// Returns the result of a search in what the store holds now.
  ///
  /// A store that cannot be read counts as empty, and the error is reported.
  func search(
    _ order: SearchOrder,
    in store: any DefaultsStore,
    report: (DefaultsProblem) -> Void = { $0.report() }
  ) -> SearchOrder.Result {
    order.search(for: self, report: report) {
      store.reportingErrors(as: .failedRead, key: name, to: report) { try stored(in: store) } ?? nil
    }
  }

  /// Returns the value where a search ended, and reports what its decoder has remarked.
  ///
  /// - Throws: The error that kept the form from being decoded.
  func decodedValue(
    of result: SearchOrder.Result,
    in store: any DefaultsStore,
    report: (DefaultsProblem) -> Void = { $0.report() }
  ) throws -> Value {
    switch result {
    case .argument(let form), .stored(let form): try decode(form, in: store, report: report)
    case .nothing: defaultValue
    }
  }

  /// Returns the value of a stored form, and reports what its decoder has remarked.
  func decode(
    _ form: PropertyListValue,
    in store: any DefaultsStore,
    report: (DefaultsProblem) -> Void = { $0.report() }
  ) throws -> Value {
    DecodingRemark.forget()
    let value = try bridge.decode(form)
    if let remark = DecodingRemark.take() {
      report(store.context.problems.problem(remark.kind, key: name, error: remark.error, form: form))
    }
    return value
  }

  /// Returns the value where a search ended, or the default if it does not decode.
  ///
  /// The error is reported.
  func value(
    of result: SearchOrder.Result,
    in store: any DefaultsStore,
    report: (DefaultsProblem) -> Void = { $0.report() }
  ) -> Value {
    do {
      return try decodedValue(of: result, in: store, report: report)
    } catch {
      report(store.context.problems.problem(.undecodableValue, key: name, error: error, form: result.stored))
      return defaultValue
    }
  }
}
