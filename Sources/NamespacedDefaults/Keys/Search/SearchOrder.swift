/// The order in which the value of a setting is searched: the launch argument, the stored value, the registered value,
/// and then the key's default.
///
/// Reads, in-place changes, observers and updates all search through it, so that none of them leaves out a step.
///
/// A search ends with a stored form, which the key decodes. So neither this type nor its result is generic, which would make
/// every read slower.
struct SearchOrder: Sendable {
  /// The place where a search ended.
  enum Result: Equatable {
    /// A launch argument, as a text that the key decodes.
    case argument(PropertyListValue)
    /// The store or the registered defaults.
    case stored(PropertyListValue)
    /// None of these places; the value is the key's default.
    case nothing

    /// The form with which the search ended, if it found one.
    var form: PropertyListValue? {
      switch self {
      case .argument(let form), .stored(let form): form
      case .nothing: nil
      }
    }

    /// The stored or registered form, if the search ended with one.
    var stored: PropertyListValue? { if case .stored(let form) = self { form } else { nil } }
  }

  private let name: String
  private let context: DefaultsStoreContext
  private let arguments: LaunchArguments

  /// Creates the order of a name in a store.
  ///
  /// - Parameters:
  ///   - name: The stored name.
  ///   - store: The store where the value lives.
  ///   - arguments: The launch arguments.
  init(
    _ name: String,
    in store: any DefaultsStore,
    arguments: LaunchArguments = CurrentStore.arguments
  ) {
    self.name = name
    context = store.context
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
    if !arguments.isEmpty, let argument = argument(of: key, report) { return .argument(argument) }
    if let form = try Self.form(stored(), forKey: name, in: context) { return .stored(form) }
    return .nothing
  }

  /// Returns the argument for the name, or else for the previous one; reports one that the key cannot read, and one that
  /// seems to mean a name and cannot be taken.
  @inline(never)  // because few programs are given any
  private func argument<Value>(
    of key: DefaultsKey<Value>,
    _ report: (DefaultsProblem) -> Void
  ) -> PropertyListValue? {
    for name in key.names.all {
      let form = PropertyListValue.string(arguments.texts[name] ?? "")
      let error: any Error
      if arguments.texts[name] != nil {
        do {
          _ = try key.decode(form)
          return form
        } catch let reason {
          error = reason
        }
      } else if let refusal = arguments.refused[name] {
        error = DefaultsError(.invalidValue, refusal.description)
      } else {
        continue
      }
      report(context.problems.problem(.malformedArgument, key: name, error: key.describing(error)))
    }
    return nil
  }

  /// Returns a stored form, or else the registered one: what a change begins with, which never writes an argument.
  static func form(
    _ stored: PropertyListValue?,
    forKey name: String,
    in context: DefaultsStoreContext
  ) -> PropertyListValue? {
    stored ?? context.registered.withLock { $0[name] }
  }
}
