// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What else a module may declare for others.

import NamespacedDefaults

/// An instance namespace.
public struct User: StringDefaultSettable {
  public let id: Int
  public var namespace: String { "User.\(id)" }
  public enum StringKey: String { case nickname }

  public init(id: Int) { self.id = id }
}

/// A namespace that nests, and stores a value of any type.
extension Defaults {
  public struct Editor: ObjectDefaultSettable {
    public enum ObjectKey: String { case position }
  }
}

public struct Position: Codable, Equatable, DefaultsSerializable {
  public var line: Int

  public init(line: Int) { self.line = line }
}

/// A value that has no stored form of its own, and is made for a key on any thread.
public nonisolated struct Angle: Equatable, Sendable {
  public var degrees: Int

  public init(degrees: Int) { self.degrees = degrees }
}

extension DefaultsBridge<Angle> {
  static var degrees: Self {
    Self {
      .integer(Int64($0.degrees))
    } decode: {
      Angle(degrees: try Int.value(fromPropertyList: $0))
    }
  }
}

extension DefaultsKeys {
  public static let heading = DefaultsKey<Angle>("heading", defaultValue: Angle(degrees: 90), bridge: .degrees)
  public static let zoom = DefaultsKey<Double>("zoom", defaultValue: 1)
  public var isUserLoggedIn: DefaultsKey<Bool> { Account.key(.isUserLoggedIn) }
}
