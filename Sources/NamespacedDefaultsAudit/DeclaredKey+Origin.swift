public import NamespacedDefaults

extension DeclaredKey {
  /// A place that is searched for the value of a setting, and what it has.
  public struct Origin: Sendable {
    /// The kinds of places, in the order of the search.
    public enum Kind: Hashable, Sendable {
      /// A launch argument.
      case launchArgument
      /// The layer of a store of layers that has the name.
      case layer(String)
      /// The key's store, which has no layers.
      case store
      /// The values that the program has registered.
      case registered
      /// The default of the key.
      case defaultValue
    }

    /// The kind of place.
    public let kind: Kind
    /// The argument, the variable, or the path of the file, with line and column of the value where it has lines; `nil` for
    /// what stands in the program.
    public let place: String?
    /// The stored form that is there, `nil` if there is none, or the error of a place that cannot be read.
    public let value: Result<PropertyListValue?, any Error>
    /// Whether ``DeclaredKey/read()`` takes the value from here, or throws because of what is here.
    public fileprivate(set) var isUsed = false
    /// Whether a value has no effect here, because a layer beneath makes the name mandatory.
    public let isOverridden: Bool

    fileprivate let notes: [String]
    fileprivate let text: String
  }

  /// The place that the value comes from which the program uses.
  ///
  /// Each access reads the key's own store, which need not be that of the program.
  public var origin: Origin {
    let (origins, used) = search()
    return origins[used]
  }

  /// Returns the places that are searched for the value, in that order, with what each of them has.
  ///
  /// A command that explains a setting prints them. The place whose value counts has an asterisk:
  ///
  /// ```swift
  /// for place in try audit.key(named: "log.level").origins() { print(place) }
  /// //   environment (TOOL_LOG_LEVEL): nothing
  /// // * person (/home/ada/.config/tool.json:3:12): debug
  /// //   machine (/etc/xdg/tool.json, read only): nothing
  /// //   default: info
  /// ```
  ///
  /// - Returns: The launch arguments that are given, each layer or the store, what is registered, and the default.
  public func origins() -> [Origin] { search().origins }

  private func search() -> (origins: [Origin], used: Int) {
    let (store, arguments) = (storeChoice.store, CurrentStore.arguments)
    var origins: [Origin] = names.compactMap { name in
      if let text = arguments.texts[name] { return origin(.launchArgument, at: "-\(name)", .success(.string(text))) }
      return arguments.refused[name].map { refusal in
        origin(.launchArgument, at: "-\(name)", .failure(DefaultsError(.invalidValue, refusal.description)))
      }
    }
    let stores = (store as? any PlaceReporting)?.searched(for: keyName) ?? [SearchedStore(store)]
    origins += store.atOneMoment { stores.map(origin) }
    if let value = store.registeredValue(forKey: name) { origins.append(origin(.registered, .success(value))) }
    origins.append(origin(.defaultValue, .success(defaultValue)))
    let used = origins.firstIndex { $0.isTaken } ?? origins.count - 1
    origins[used].isUsed = true
    return (origins, used)
  }

  private func origin(in searched: SearchedStore) -> Origin {
    let store = searched.store
    let value = Result { try keyName.stored(in: store) }
    let found = (try? value.get()).flatMap(\.self)
    let reporting = store as? any PlaceReporting
    let stands = found == nil ? nil : store.place(of: keyName)?.words
    let isOld = found != nil && (try? store.value(forKey: name)) == nil
    return origin(
      searched.layer.map { .layer($0) } ?? .store,
      at: stands ?? reporting?.placeToGive(name) ?? reporting?.filePath ?? store.label,
      value,
      notes: [isOld ? previousName.map { "as \($0)" } : nil, searched.access].compactMap(\.self),
      isOverridden: searched.isOverridden
    )
  }

  private func origin(
    _ kind: Origin.Kind,
    at place: String? = nil,
    _ value: Result<PropertyListValue?, any Error>,
    notes: [String] = [],
    isOverridden: Bool = false
  ) -> Origin {
    Origin(
      kind: kind,
      place: place,
      value: value,
      isOverridden: isOverridden,
      notes: [place].compactMap(\.self) + notes,
      text: text(of: value)
    )
  }

  /// Returns what a place has, as `NamespaceAudit.parse(_:forKey:)` reads it, or what is wrong with it.
  private func text(of value: Result<PropertyListValue?, any Error>) -> String {
    do {
      guard let stored = try value.get() else { return "nothing" }
      let form = try decode(stored) ?? stored
      if isSecret { return "(secret)" }
      let text = shown(form)
      return (try? requireAllowed(stored)) == nil ? "\(stored.plainJSON()), used as \(text)" : text
    } catch {
      return "\(describing(error))"
    }
  }

  private func shown(_ form: PropertyListValue) -> String { (try? text(of: form)) ?? form.plainJSON() }

  /// Returns the text of the value that the program uses, from which `NamespaceAudit.parse(_:forKey:)` makes the same value.
  ///
  /// - Returns: The text, also of a secret; `nil` if there is no value and no default.
  /// - Throws: What ``read()`` throws, and the error of a value that has no text.
  public func text() throws -> String? {
    guard let value = try read() else { return nil }
    return try DefaultsError.naming(name) { try text(of: value) }
  }
}

extension DeclaredKey: CustomStringConvertible {
  /// The name, the value that the program uses and where it comes from, or what is wrong with it.
  ///
  /// `Server.port = 9000 (environment)`, without the value of a secret. Each access reads the key's store.
  public var description: String {
    do {
      let (value, origin) = (try read(), origin)
      if isRequired, let absence = absence(of: value, from: origin) { return absence }
      guard let value else { return "\(name.printable) is not set" }
      return "\(name) = \(isSecret ? "(secret)" : shown(value)) (\(origin.kind))".printable
    } catch {
      return sentence(about: error)
    }
  }

  /// Returns the sentence about a value that cannot be read; an error of a program's own store says nothing of a setting.
  func sentence(about error: any Error) -> String {
    error is DefaultsError ? "\(error)" : "\(name) cannot be read: \(error)".printable
  }
}

extension DeclaredKey.Origin: CustomStringConvertible {
  /// A line: an asterisk if the value counts, the kind, the place and the value, which is not shown of a secret.
  public var description: String {
    let place = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return "\(isUsed ? "*" : " ") \(kind)\(place): \(text)".printable
  }

  /// Whether a search ends here.
  fileprivate var isTaken: Bool {
    if isOverridden { return false }
    if case .success(nil) = value { return false }
    return true
  }
}

extension DeclaredKey.Origin.Kind: CustomStringConvertible {
  /// The name of the layer, or of the kind.
  public var description: String {
    switch self {
    case .launchArgument: "launch argument"
    case .layer(let name): name
    case .store: "store"
    case .registered: "registered"
    case .defaultValue: "default"
    }
  }
}
