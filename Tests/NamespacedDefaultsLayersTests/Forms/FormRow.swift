import Foundation
import NamespacedDefaults
import Testing

/// A value in one of its formats, which every store gives back as it was given.
struct FormRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The name of the setting.
  let name: String
  /// The stores that say at the write that they cannot keep it.
  let refusing: Set<FormStore>
  /// The key in a store, without its type.
  let setting: @Sendable (any DefaultsStore) -> FormSetting

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - title: What is odd about the value.
  ///   - value: The value.
  ///   - xmlFileValue: What is left of it in the file of Foundation's `UserDefaults`; the value itself by default.
  ///   - name: The name of the setting.
  ///   - bridge: The format.
  ///   - refusing: The stores that cannot keep it.
  ///   - isSame: Whether two values are the same.
  init<Value: Sendable>(
    _ title: String,
    _ value: Value,
    inXMLFile xmlFileValue: Value? = nil,
    name: String = "Form.value",
    bridge: DefaultsBridge<Value>,
    refusedBy refusing: Set<FormStore> = [],
    isSame: @escaping @Sendable (Value, Value) -> Bool
  ) {
    testDescription = title
    self.name = name
    self.refusing = refusing
    setting = { store in
      let key = DefaultsKey<Value?>(name, bridge: bridge, store: store)
      return FormSetting(key: key) {
        try key.write(value)
      } expect: { isFromXMLFile, location in
        let expected = isFromXMLFile ? xmlFileValue ?? value : value
        let found = try key.read()
        #expect(found.map { isSame($0, expected) } == true, "\(String(describing: found))", sourceLocation: location)
      }
    }
  }

  init<Value: Sendable & Equatable>(
    _ title: String,
    _ value: Value,
    inXMLFile xmlFileValue: Value? = nil,
    name: String = "Form.value",
    bridge: DefaultsBridge<Value>,
    refusedBy refusing: Set<FormStore> = []
  ) {
    self.init(title, value, inXMLFile: xmlFileValue, name: name, bridge: bridge, refusedBy: refusing) { $0 == $1 }
  }

  init<Value: DefaultsSerializable & Equatable>(
    _ title: String,
    _ value: Value,
    inXMLFile xmlFileValue: Value? = nil,
    name: String = "Form.value",
    refusedBy refusing: Set<FormStore> = []
  ) {
    self.init(title, value, inXMLFile: xmlFileValue, name: name, bridge: .serializable, refusedBy: refusing)
  }

  /// A number, of which the bits count.
  init(bits value: Double, inXMLFile xmlFileValue: Double? = nil) {
    self.init("\(value)", value, inXMLFile: xmlFileValue, bridge: .serializable) { $0.bitPattern == $1.bitPattern }
  }

  /// Data that are a text.
  init(data text: String) { self.init("data: \(text.prefix(60))", Data(text.utf8)) }
}

/// A row's setting in one store.
struct FormSetting {
  let key: DefaultsKeys
  let write: () throws -> Void
  /// Expects the value, or what is left of it after it was in the file of Foundation's `UserDefaults`.
  let expect: (_ isFromXMLFile: Bool, _ location: SourceLocation) throws -> Void
}
