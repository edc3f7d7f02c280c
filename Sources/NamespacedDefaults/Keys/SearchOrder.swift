/// The order in which the value of a setting is searched: the launch argument, the stored value, the registered value,
/// and then the key's default.
///
/// Reads, in-place changes, observers and updates all search through it, so that none of them can leave out a step.
struct SearchOrder<Value: Sendable>: Sendable {
  /// Where a search ended.
  enum Result {
    /// With the value of a launch argument.
    case argument(Value)
    /// With a stored form, which is the stored or the registered one.
    case stored(PropertyListValue)
    /// With the key's default.
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
  ///   - store: Where the value lives.
  ///   - arguments: The launch arguments; `nil` for changes, which begin with what is stored and never write an argument.
  ///   - report: Gets the problems of a search.
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

  /// Searches, with what the store holds now.
  ///
  /// - Throws: What kept the store from being read.
  func search() throws -> Result {
    try search { try key.stored(in: store) }
  }

  /// Searches, with what the store held before a change or holds after it.
  func search(stored: PropertyListValue?) -> Result {
    search { stored }
  }

  /// Searches, with what the store holds now; a store that cannot be read counts as empty and is reported.
  func searchReportingErrors() -> Result {
    reportingErrors(as: .failedRead, key: key.name, to: report) { try search() } ?? search(stored: nil)
  }

  private func search(_ stored: () throws -> PropertyListValue?) rethrows -> Result {
    if let value = arguments?.value(forName: key.name, report: report, decode: key.bridge.decode) {
      return .argument(value)
    }
    return try (stored() ?? store.context.registered[key.name]).map(Result.stored) ?? .nothing
  }

  /// Returns the value where a search ended.
  ///
  /// - Throws: What kept the stored form from being decoded.
  func value(of result: Result) throws -> Value {
    switch result {
    case .argument(let value): value
    case .stored(let form): try key.bridge.decode(form)
    case .nothing: key.defaultValue
    }
  }

  /// Returns the value where a search ended, or the default where it does not decode, which is reported.
  func valueReportingErrors(of result: Result) -> Value {
    reportingErrors(as: .undecodableValue, key: key.name, to: report) { try value(of: result) } ?? key.defaultValue
  }
}
