/// A committed change of one stored value.
public struct DefaultsChange: Sendable, Hashable {
  /// The stored name.
  public let key: String
  /// What was stored before; `nil` for nothing.
  public let oldValue: PropertyListValue?
  /// What is stored now; `nil` for nothing.
  public let newValue: PropertyListValue?

  /// Makes a change, for stores that notice changes from elsewhere.
  public init(key: String, oldValue: PropertyListValue?, newValue: PropertyListValue?) {
    self.key = key
    self.oldValue = oldValue
    self.newValue = newValue
  }
}
