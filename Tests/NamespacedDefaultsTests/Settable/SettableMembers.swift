import Foundation
import NamespacedDefaults
import TestSupport
import Testing

/// The members that one settable protocol gives to a type, or to an instance, for values of one type.
///
/// A member that the protocol does not have for these values is `nil`.
struct SettableMembers<Value: DefaultsSerializable>: Sendable {
  var get: @Sendable () -> Value
  var set: @Sendable (Value) -> Void
  var subscriptGet: (@Sendable () -> Value)?
  var subscriptSet: (@Sendable (Value) -> Void)?
  var subscriptModify: (@Sendable (_ change: (inout Value) -> Void) -> Void)?
  var remove: (@Sendable () -> Void)?
  var key: @Sendable () -> DefaultsKey<Value>
}

/// A member of a settable protocol, as the tests use it: every value is in its stored form.
struct SettableMember: Sendable, CustomTestStringConvertible {
  /// What a member does.
  enum Use: Sendable {
    case read(@Sendable () throws -> PropertyListValue?)
    case write(@Sendable (PropertyListValue) throws -> Void)
    /// A change in place, which returns the value with which it begins.
    case change(@Sendable (PropertyListValue) throws -> PropertyListValue?)
    case remove(@Sendable () throws -> Void)
    /// A change in place to `nil`.
    case clear(@Sendable () -> Void)
    case look(@Sendable () -> Bool)
  }

  let testDescription: String
  let storedName: String
  /// The name under which the instance, for a member of the type, stores the same key; and the other way round.
  let otherName: String
  /// The default of the key, which is not that of the protocol.
  let defaultForm: PropertyListValue
  /// Another value.
  let form: PropertyListValue
  /// Values at the edges of the type.
  let edges: [PropertyListValue]
  /// Forms that the key cannot read.
  let unreadable: [PropertyListValue]
  let use: Use
}

/// The members of all settable protocols.
struct SettableTable: Sendable {
  private(set) var protocols: [String] = []
  /// The raw values of the keys, one for each protocol.
  private(set) var rawValues: [String] = []
  private(set) var members: [SettableMember] = []

  /// Adds the members of a protocol for values of one type.
  mutating func add<Value: DefaultsSerializable>(
    _ name: String,
    of suffix: String = "",
    on owner: String = "Chosen",
    key rawValue: String,
    default defaultForm: PropertyListValue,
    value form: PropertyListValue,
    edges: [PropertyListValue] = [],
    unreadable: [PropertyListValue] = [.data(Data([0xFF]))],
    type: SettableMembers<Value>,
    instance: SettableMembers<Value>
  ) {
    if suffix.isEmpty {
      protocols.append(name)
      rawValues.append(rawValue)
    }
    let (ofType, ofInstance) = ("\(owner).\(rawValue)", "\(owner).7.\(rawValue)")
    let owners = [("type", type, ofType, ofInstance), ("instance", instance, ofInstance, ofType)]
    for (owner, members, storedName, otherName) in owners {
      for (member, use) in members.uses {
        self.members.append(
          SettableMember(
            testDescription: "\(name)\(suffix), \(owner): \(member)",
            storedName: storedName,
            otherName: otherName,
            defaultForm: defaultForm,
            form: form,
            edges: edges,
            unreadable: unreadable,
            use: use
          )
        )
      }
    }
  }
}

extension SettableMembers {
  /// What the members do, by their names.
  fileprivate var uses: [(String, SettableMember.Use)] {
    let (get, set, key) = (get, set, key)
    var uses: [(String, SettableMember.Use)] = [
      ("getter", .read { try get().propertyListValue() }),
      ("set", .write { try set(Self.value(of: $0)) }),
      ("key(_:).value", .read { try key().value.propertyListValue() }),
      ("key(_:).read()", .read { try key().read().propertyListValue() }),
      ("key(_:).write(_:)", .write { try key().write(Self.value(of: $0)) }),
      ("key(_:).remove()", .remove { key().remove() }),
      ("key(_:).hasValue", .look { key().hasValue }),
    ]
    if let nothing = Self.nothing { uses.append(("set, with nil", .remove { set(nothing) })) }
    if let subscriptGet { uses.append(("subscript, get", .read { try subscriptGet().propertyListValue() })) }
    if let subscriptSet {
      uses.append(("subscript, set", .write { try subscriptSet(Self.value(of: $0)) }))
      if let nothing = Self.nothing { uses.append(("subscript, set, with nil", .remove { subscriptSet(nothing) })) }
    }
    if let subscriptModify {
      if let nothing = Self.nothing {
        uses.append(("subscript, change to nil", .clear { subscriptModify { $0 = nothing } }))
      }
      uses.append(
        (
          "subscript, change",
          .change { form in
            let (new, found) = (try Self.value(of: form), Lockbox<Value?>(nil))
            subscriptModify { value in
              found.change { [value] in $0 = value }
              value = new
            }
            return try found.value?.propertyListValue()
          }
        )
      )
    }
    if let remove { uses.append(("remove(forKey:)", .remove(remove))) }
    return uses
  }

  private static func value(of form: PropertyListValue) throws -> Value { try Value.value(fromPropertyList: form) }

  /// The value that stores nothing, if the type has one.
  private static var nothing: Value? {
    func make<Some: ExpressibleByNilLiteral>(_ type: Some.Type) -> Value? { Some(nilLiteral: ()) as? Value }
    return (Value.self as? any ExpressibleByNilLiteral.Type).flatMap { make($0) }
  }
}
