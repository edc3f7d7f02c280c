public import NamespacedDefaults

import NamespacedDefaultsFoundation

/// A key as a program declares it, and its stored value.
public struct DeclaredKey: Sendable {
  /// The stored name.
  public let name: String
  let keyName: KeyName
  /// The namespace in which a typed key was declared.
  let namespace: String?
  /// The type that gives the namespace.
  let owner: (any KeyNamespaceable.Type)?
  /// The type of the value.
  ///
  /// An `ObjectKey` leaves its type open. Its value type is that of its default value, or `PropertyListValue?`.
  public let valueType: Any.Type
  /// A few words about the values that the key allows, such as `1...12`; `nil` without a `DefaultsValidation`.
  public let rule: String?
  /// The sentence about the setting; see `DefaultsKey.described(as:)`.
  public let summary: String?
  /// Whether no table, problem, error or export shows the value, as the key or its type says.
  public let isSecret: Bool
  /// Whether the value must be given, and not be empty; see ``NamespaceAudit/validate(unknownNames:ignoring:)``.
  public let isRequired: Bool
  /// The stored form of the default value.
  public let defaultValue: PropertyListValue?
  /// The variable of the environment that gives the setting a value; `nil` if the store has no layer of the environment.
  public let variable: String?
  /// The declaration as it stands in the program: `App.Account.BoolKey.isUserLoggedIn`, or `DefaultsKey<Int>("launchCount")`.
  public let declaration: String

  let identity: Identity
  /// The context of the store, or of one in place of a store that nobody has opened yet.
  let place: DefaultsStoreContext
  let storeChoice: StoreChoice
  /// Returns the form that the key writes for the value of a form; throws if it cannot read that.
  let decode: @Sendable (PropertyListValue) throws -> PropertyListValue?
  let parse: @Sendable (String) throws -> PropertyListValue
  private let stored: @Sendable (any DefaultsStore) -> PropertyListValue?
  /// Returns what ``read()`` does; throws the error of a value that the rule of the key corrects, if that is asked for.
  let current: @Sendable (_ isStrict: Bool) throws -> PropertyListValue?
  /// Throws the error of a value that the key cannot read, or that its rule refuses or would correct.
  let requireAllowed: @Sendable (PropertyListValue) throws -> Void
  /// Returns an error about the value, which says what was found, unless that is secret.
  let describing: @Sendable (any Error) -> any Error
  /// Returns the members of a stored object that the type of the value does not have.
  let unknownMembers: @Sendable (PropertyListValue) -> [UnknownMember]
  /// Returns the JSON Schema of the value.
  let schema: @Sendable () -> [String: PropertyListValue]

  /// The stored name, and the previous one.
  var names: [String] { [name, previousName].compactMap(\.self) }

  /// The identity of a declaration, which differs between any two declarations.
  enum Identity: Hashable {
    case settable(owner: ObjectIdentifier, keys: ObjectIdentifier, name: String)
    case typedKey(ObjectIdentifier)
  }

  init<Value>(_ key: DefaultsKey<Value>, declaration: String) {
    name = key.name
    keyName = key.names
    (namespace, owner) = (key.namespace, key.owner)
    rule = key.bridge.rule
    summary = key.details.summary
    isSecret = key.isSecret
    isRequired = key.details.isRequired
    valueType = Value.self
    defaultValue = try? key.bridge.encode(key.defaultValue)
    self.declaration = declaration
    identity =
      if let (owner, keys) = key.settable {
        .settable(owner: ObjectIdentifier(owner), keys: ObjectIdentifier(keys), name: key.name)
      } else {
        .typedKey(ObjectIdentifier(key))
      }
    storeChoice = key.storeChoice
    // Not `key.store`, which reports collisions: an audit lists them instead.
    let store = key.storeChoice.store
    place = store.context
    variable = (store as? any PlaceReporting)?.variableName(forKey: key.name)
    decode = { try key.bridge.encode(key.decode($0)) }
    parse = { try key.storedForm(ofText: $0) }
    stored = { key.names.readableForm(in: $0).form }
    current = {
      let value = try key.audited(isStrict: $0)
      // What was found is allowed, so that only a default can be none of the rule.
      return try DefaultsError.naming(key.name, at: { _ in "default" }) { try key.bridge.encode(value) }
    }
    requireAllowed = { try key.requireAllowed($0) }
    describing = { key.describing($0) }
    unknownMembers = { form in
      if (try? key.decode(form)) != nil { return key.unknownMembers(of: form) }
      // What cannot be read is held against the schema, as the command `defaults check` does.
      guard let known = key.jsonSchema["properties"]?.dictionary, let members = form.object else { return [] }
      let unknown = members.keys.filter { known[$0] == nil }.sorted()
      return unknown.map { UnknownMember(object: key.name, name: $0, known: Set(known.keys)) }
    }
    schema = { key.jsonSchema }
  }

  /// The stored value, without launch arguments and registered values.
  ///
  /// Each access reads the store. A store that cannot be read counts as empty, and the error is reported to
  /// `Defaults.problemHandler`.
  public var storedValue: PropertyListValue? {
    stored(storeChoice.store)
  }

  /// The name under which an older release stored the value; see `DefaultsKey.renamed(from:)`.
  public var previousName: String? { keyName.previous }

  /// Stores a value, or removes it, and removes what is stored under the previous name, both or neither.
  ///
  /// - Parameter value: The stored form, as `NamespaceAudit.parse(_:forKey:)` returns it; `nil` removes the value.
  /// - Throws: The error that kept the value from being written. In that case the old one is still stored.
  public func write(_ value: PropertyListValue?) throws { try keyName.write(value, in: storeChoice.store) }

  /// Returns the value that the program uses, in the form in which the key stores it.
  ///
  /// It is searched as `DefaultsKey.read()` does, from the launch argument to the default, and is `nil` if nothing is
  /// found. A value that the rule of the key corrects is returned corrected.
  ///
  /// - Returns: The stored form.
  /// - Throws: The error of a store that cannot be read, or of a stored value that the key cannot read, which begins with
  ///   its place, if the store has one, and the name: `log.level takes debug, info or warning, found "loud"`. A
  ///   secret is not quoted.
  public func read() throws -> PropertyListValue? { try current(false) }

  /// Whether the key can read what is stored, or nothing is stored.
  ///
  /// Each access reads the store.
  public var isReadable: Bool { storedValue.map(canRead) ?? true }

  private func canRead(_ stored: PropertyListValue) -> Bool { (try? { _ = try decode(stored) }()) != nil }

  /// The name of the type of the value, as it is written in a program.
  package var typeName: String { writtenName(of: valueType) }

  /// The cells of the key's row in the table.
  ///
  /// - Parameter withVariable: Whether there is a cell for the variable.
  /// - Returns: The cells.
  func row(withVariable: Bool) -> [String] {
    let stored = storedValue.map { canRead($0) ? cell($0) : "\(cell($0)) (unreadable)" }
    let type = rule.map { "\(typeName), \($0)" } ?? typeName
    let variables = withVariable ? [variable ?? ""] : []
    return [name, type, defaultValue.map(cell) ?? "", stored ?? ""] + variables + [declaration]
  }

  private func cell(_ value: PropertyListValue) -> String {
    if isSecret { return "(secret)" }
    let text = json(in: value) ?? value.description
    return text.count > 40 ? "\(text.prefix(39))…" : text
  }

  /// Returns the text of a `Codable` that is stored as JSON.
  private func json(in value: PropertyListValue) -> String? {
    guard case .data(let data) = value, valueType != Data.self, valueType != Data?.self else { return nil }
    guard let text = String(validating: data, as: UTF8.self) else { return nil }
    return text.utf8.contains { $0 < 0x20 } ? nil : text
  }
}

/// A typed key without its value type.
protocol TypedKeyDeclaration {
  /// Returns the entry of the key.
  ///
  /// - Parameter declaration: The declaration as it stands in the program; `nil` for a typed key.
  /// - Returns: The entry, or `nil` for a member of the value of another key.
  func declared(as declaration: String?) -> DeclaredKey?
}

extension DefaultsKey: TypedKeyDeclaration {
  func declared(as declaration: String?) -> DeclaredKey? {
    guard !isMember else { return nil }
    return DeclaredKey(self, declaration: declaration ?? ownDeclaration)
  }

  private var ownDeclaration: String {
    if let settable {
      "\(String(reflecting: settable.keys)) as \(name.debugDescription)"
    } else {
      "DefaultsKey<\(writtenName(of: Value.self))>(\(name.debugDescription))"
    }
  }
}
