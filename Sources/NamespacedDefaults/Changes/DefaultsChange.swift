/// A committed change of one stored value.
public struct DefaultsChange: Sendable, Hashable {
  /// The stored name.
  public let key: String
  /// The value that was stored before, or `nil` if there was none.
  public let oldValue: PropertyListValue?
  /// The value that is stored now, or `nil` if there is none.
  public let newValue: PropertyListValue?

  /// Creates a change that a store of your own announces, because it was made elsewhere.
  public init(key: String, oldValue: PropertyListValue?, newValue: PropertyListValue?) {
    self.key = key
    self.oldValue = oldValue
    self.newValue = newValue
  }
}
