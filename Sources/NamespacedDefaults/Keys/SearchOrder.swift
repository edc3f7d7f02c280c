/// The order of a search for a value: launch argument, stored value, registered value, default.
///
/// Reads, in-place changes, observers and updates all search through it, so that none of them leaves out a step.
struct SearchOrder<Value: Sendable>: Sendable {
  /// The place where a search ended.
  enum Result {
    /// A launch argument, with its value.
    case argument(Value)
    /// The stored or the registered value, in its stored form.
    case stored(PropertyListValue)
    /// The key's default.
    case nothing

    /// The stored form, if the search ended with one.
    var form: PropertyListValue? { if case .stored(let form) = self { form } else { nil } }
  }

  private let key: DefaultsKey<Value>
  private let store: any DefaultsStore
  private let arguments: LaunchArguments?
  private let report: @Sendable (DefaultsProblem) -> Void

  /// Creates the order of a key in a store.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - store: The store of the value.
  ///   - arguments: The launch arguments; `nil` for in-place changes, which never write an argument and so do not begin
  ///     with one.
  ///   - report: A function that gets the problems of a search.
  init(
    _ key: DefaultsKey<Value>,
    in store: any DefaultsStore,
    arguments: LaunchArguments? = DefaultsEnvironment.arguments,
    report: @escaping @Sendable (DefaultsProblem) -> Void = { $0.report() }
  ) {
    self.key = key
    self.store = store
    self.arguments = arguments
    self.report = report
  }

  /// Returns the result of a search in what the store holds now.
  ///
  /// - Throws: The error that kept the store from being read.
  func search() throws -> Result {
    try search { try key.stored(in: store) }
  }

  /// Returns the result of a search in what the store held before a change, or holds after it.
  func search(stored: PropertyListValue?) -> Result {
    search { stored }
  }

  /// Returns the result of a search in what the store holds now.
  ///
  /// A store that cannot be read counts as empty, and the error is reported.
  func searchReportingErrors() -> Result {
    reportingErrors(as: .failedRead, key: key.name, to: report) { try search() } ?? search(stored: nil)
  }

  private func search(_ stored: () throws -> PropertyListValue?) rethrows -> Result {
    if let value = arguments?.value(forName: key.name, report: report, decode: key.bridge.decode) {
      return .argument(value)
    }
    return try (stored() ?? store.context.registered[key.name]).map(Result.stored) ?? .nothing
  }

  /// Returns the value at the place where a search ended.
  ///
  /// - Throws: The error that kept the stored form from being decoded.
  func value(of result: Result) throws -> Value {
    switch result {
    case .argument(let value): value
    case .stored(let form): try key.bridge.decode(form)
    case .nothing: key.defaultValue
    }
  }

  /// Returns the value at the place where a search ended, or the default if it does not decode.
  ///
  /// The error is reported.
  func valueReportingErrors(of result: Result) -> Value {
    reportingErrors(as: .undecodableValue, key: key.name, to: report) { try value(of: result) } ?? key.defaultValue
  }
}
