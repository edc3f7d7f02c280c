/// A key as a program declares it, together with its stored value.
public struct DeclaredKey: Sendable {
  /// The stored name.
  public let name: String
  /// The name under which an older release stored the value.
  package let previousName: String?
  /// The type of the value.
  ///
  /// An `ObjectKey` leaves its type open. Its value type is that of its default value, or `any DefaultsSerializable`.
  public let valueType: Any.Type
  /// A few words about the values that the key allows, such as `1...12`; `nil` without a ``DefaultsValidation``.
  public let rule: String?
  /// The sentence about the setting; see ``DefaultsKey/described(as:)``.
  public let summary: String?
  /// The stored form of the default value.
  public let defaultValue: PropertyListValue?
  /// The stored value, without launch arguments and registered values.
  public let storedValue: PropertyListValue?
  /// Whether the key can read what is stored, or nothing is stored.
  public let isReadable: Bool
  /// The declaration as it stands in the program: `App.Account.BoolKey.isUserLoggedIn`, or `DefaultsKey<Int>("launchCount")`.
  public let declaration: String

  let identity: Identity
  let store: any DefaultsStore
  let decode: @Sendable (PropertyListValue) throws -> Void

  /// The identity of a declaration, which differs between any two declarations.
  enum Identity: Hashable {
    case settable(owner: ObjectIdentifier, keys: ObjectIdentifier, name: String)
    case typedKey(ObjectIdentifier)
  }

  var storeID: ObjectIdentifier { ObjectIdentifier(store.context) }

  /// Creates the entry of a key and reads its stored value.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - declaration: The declaration as it stands in the program.
  ///   - openDefault: The default value of a key that leaves its type open; `nil` for any other key.
  init<Value>(_ key: DefaultsKey<Value>, declaration: String, openDefault: (any DefaultsSerializable)?? = nil) {
    name = key.name
    previousName = key.previousName
    rule = key.bridge.rule
    summary = key.summary
    if let openDefault {
      let type = openDefault.map { Swift.type(of: $0) }
      valueType = type ?? (any DefaultsSerializable).self
      defaultValue = try? openDefault?.propertyListValue()
      decode = { if let type { try checkDecoding($0, as: type) } }
    } else {
      valueType = Value.self
      defaultValue = try? key.bridge.encode(key.defaultValue)
      decode = { _ = try key.decode($0) }
    }
    self.declaration = declaration
    identity =
      switch key.declaration {
      case .settable(let owner, let keys):
        .settable(owner: ObjectIdentifier(owner), keys: ObjectIdentifier(keys), name: key.name)
      default: .typedKey(ObjectIdentifier(key))
      }
    // Not `key.store`, which reports collisions: an audit lists them instead.
    store = key.storeChoice.store
    storedValue = store.reportingErrors(as: .failedRead, key: key.name) { [store] in try key.stored(in: store) } ?? nil
    do {
      if let storedValue { try decode(storedValue) }
      isReadable = true
    } catch {
      isReadable = false
    }
  }

  /// The cells of the key's row in the table.
  var row: [String] {
    let stored = storedValue.map(Self.cell) ?? ""
    let type = rule.map { "\(valueType), \($0)" } ?? "\(valueType)"
    return [
      name, type, defaultValue.map(Self.cell) ?? "", isReadable ? stored : "\(stored) (unreadable)",
      declaration,
    ]
  }

  private static func cell(_ value: PropertyListValue) -> String {
    let text = value.description
    return text.count > 40 ? "\(text.prefix(39))…" : text
  }
}

/// A typed key without its value type.
protocol TypedKeyDeclaration {
  /// The entry of the key; `nil` for a member of the value of another key.
  var declared: DeclaredKey? { get }
}

extension DefaultsKey: TypedKeyDeclaration {
  var declared: DeclaredKey? {
    guard member == nil else { return nil }
    let text =
      switch declaration {
      case .settable(_, let keys): "\(String(reflecting: keys)) as \(name.debugDescription)"
      default: "DefaultsKey<\(Value.self)>(\(name.debugDescription))"
      }
    return DeclaredKey(self, declaration: text)
  }
}

private func checkDecoding<Value: DefaultsSerializable>(_ stored: PropertyListValue, as type: Value.Type) throws {
  let _: Value = try decodeOrFill { try decodeStored(from: stored) }
}
