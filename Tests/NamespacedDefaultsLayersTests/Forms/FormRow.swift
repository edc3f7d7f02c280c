import Foundation
import NamespacedDefaults
import Testing

/// A value in one of its formats, which every store gives back as it was given.
struct FormRow: Sendable {
  /// What is odd about the value.
  let title: String
  /// The name of the setting.
  private(set) var name: String
  /// The stores that say at the write that they cannot keep it.
  let refusing: Set<FormStore>
  private let settingOfName: @Sendable (_ name: String, _ store: any DefaultsStore) -> FormSetting

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
    self.title = title
    self.name = name
    self.refusing = refusing
    settingOfName = { name, store in
      let key = DefaultsKey<Value?>(name, bridge: bridge, store: store)
      return FormSetting(key: key) {
        try key.write(value)
      } isKept: { isFromXMLFile in
        try key.read().map { isSame($0, isFromXMLFile ? xmlFileValue ?? value : value) } == true
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

  /// Creates the row of a number, of which the bits count.
  init(bits value: Double, inXMLFile xmlFileValue: Double? = nil) {
    self.init("\(value)", value, inXMLFile: xmlFileValue, bridge: .serializable) { $0.bitPattern == $1.bitPattern }
  }

  /// Creates the row of data that are a text.
  init(data text: String) { self.init("data: \(text)", Data(text.utf8)) }

  /// Returns the setting in a store.
  func setting(_ store: any DefaultsStore) -> FormSetting { settingOfName(name, store) }

  /// The rows in groups that can be in one store: those with names of their own alone, and all others as one, each with a
  /// number in its name.
  static func groups(of rows: [FormRow]) -> [[FormRow]] {
    let together = rows.filter { $0.name == "Form.value" }.enumerated().map { number, row in
      var row = row
      row.name += "\(number)"
      return row
    }
    return [together] + rows.filter { $0.name != "Form.value" }.map { [$0] }
  }

  /// Expects the value in a store, or what is left of it after it was in a store of a kind.
  func expect(in store: any DefaultsStore, after kind: FormStore, at location: SourceLocation = #_sourceLocation) throws
  {
    #expect(try setting(store).isKept(kind.isXMLFile), "\(title)", sourceLocation: location)
  }
}

/// A row's setting in one store.
struct FormSetting {
  let key: DefaultsKeys
  let write: () throws -> Void
  /// Returns whether the store has the value, or what is left of it after it was in the file of Foundation's `UserDefaults`.
  let isKept: (_ isFromXMLFile: Bool) throws -> Bool
}
