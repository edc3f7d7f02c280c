/// A key enum that a settable protocol gives a type.
///
/// Removal, the list of stored names and the audit go through the key enums of a type. A settable protocol of your own
/// is declared with ``declare(_:)``, as the guide <doc:OwnSettableProtocols> shows.
public struct KeyEnum {
  /// A key that the enum lists.
  package struct Case {
    /// The name of the case as it stands in the program.
    package let name: String
    let rawValue: String
    /// Makes the typed key.
    package let key: () -> AnyObject
  }

  package let type: Any.Type
  /// Returns whether a raw value is that of a key.
  package let isKey: (String) -> Bool
  private let list: () -> [Case]?

  init<Key: RawRepresentable<String>>(_ type: Key.Type, makingKey key: @escaping (Key) -> AnyObject) {
    self.type = type
    isKey = { Key(rawValue: $0) != nil }
    list = {
      allCases(of: type)?.map { listed in
        Case(name: "\(listed)", rawValue: listed.rawValue, key: { key(listed) })
      }
    }
  }

  /// Creates the description of typed keys that a type lists.
  init(_ keys: [Case], of type: Any.Type) {
    self.type = type
    let rawValues = Set(keys.map(\.rawValue))
    isKey = rawValues.contains
    list = { keys }
  }

  /// The keys; `nil` if the enum is not `CaseIterable`.
  package var cases: [Case]? { list() }
}

extension KeyEnum {
  private static let finders = Guarded([@Sendable (any KeyNamespaceable.Type) -> KeyEnum?]())

  /// Declares a settable protocol of your own, once for all types that conform to it.
  ///
  /// Do so at the start of the program. A type may conform to several protocols that are declared.
  ///
  /// ```swift
  /// KeyEnum.declare { ($0 as? any ColorDefaultSettable.Type)?.colorKeys }
  /// ```
  ///
  /// - Parameter find: Returns the key enum of a type, or `nil` for a type that does not conform. It is called at each
  ///   removal of a namespace and for each audit.
  public static func declare(_ find: @escaping @Sendable (any KeyNamespaceable.Type) -> KeyEnum?) {
    finders.withLock { $0.append(find) }
  }

  /// Returns the key enums that declared protocols give a type.
  static func declared(of type: any KeyNamespaceable.Type) -> [KeyEnum] {
    // Called outside the lock, because they are the program's code.
    finders.withLock { $0 }.compactMap { $0(type) }
  }
}

/// Returns the cases of a key enum, or `nil` if it does not list them.
private func allCases<Key>(of type: Key.Type) -> [Key]? {
  func all<Cases: CaseIterable>(_ cases: Cases.Type) -> [Key] { cases.allCases.compactMap { $0 as? Key } }
  return (type as? any CaseIterable.Type).map { all($0) }
}
