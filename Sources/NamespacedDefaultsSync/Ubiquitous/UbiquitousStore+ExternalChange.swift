import NamespacedDefaults

extension UbiquitousStore {
  /// A change of the stored values that came from elsewhere, or a refusal that came late.
  public struct ExternalChange: Sendable, Hashable {
    /// The reason of the change.
    public let reason: Reason
    /// The names whose values may have changed, or `nil` if they are not known.
    public let keys: [String]?

    /// Creates a change that a ``UbiquitousKeyValues`` of your own announces.
    ///
    /// - Parameters:
    ///   - reason: The reason of the change.
    ///   - keys: The names whose values may have changed, or `nil` if they are not known.
    public init(reason: Reason, keys: [String]?) {
      self.reason = reason
      self.keys = keys
    }
  }

  /// The reason of an external change, by Apple's number.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The number.
    public let rawValue: Int

    /// Creates a reason from a number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Another device has changed values.
    public static let serverChange = Reason(rawValue: 0)
    /// The values of iCloud have arrived for the first time; what was written before may have been discarded.
    public static let initialSync = Reason(rawValue: 1)
    /// A write exceeded the quota, so iCloud does not have it.
    public static let quotaViolation = Reason(rawValue: 2)
    /// Another account has signed in, or none is; the values of the account before are gone.
    public static let accountChange = Reason(rawValue: 3)
  }
}
