/// Stands for a default that no type declares.
public enum _NoDefault: RawRepresentable, Sendable {
  /// No value.
  public init?(rawValue: String) { nil }

  /// Of no value.
  public var rawValue: String { switch self {} }
}
