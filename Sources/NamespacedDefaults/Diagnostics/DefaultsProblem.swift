/// An error in a call that does not throw, as ``Defaults/problemHandler`` gets it.
public struct DefaultsProblem: Sendable {
  /// The kind of a problem, each with what the library did about it.
  ///
  /// More of them may come with a later version.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String

    /// Creates a kind, for stores that report their own.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A stored value does not decode: the default was returned, and the stored value stays as it is.
    public static let undecodableValue = Kind(rawValue: "undecodableValue")
    /// A value cannot be encoded: nothing was written.
    public static let unencodableValue = Kind(rawValue: "unencodableValue")
    /// The store could not be read: the default was returned.
    public static let failedRead = Kind(rawValue: "failedRead")
    /// The store could not be written: the old value stays.
    public static let failedWrite = Kind(rawValue: "failedWrite")
    /// A file is damaged: what could be read is kept, and the damaged file is put aside.
    public static let damagedFile = Kind(rawValue: "damagedFile")
    /// A launch argument cannot be read as a value of its key: it is ignored.
    public static let malformedArgument = Kind(rawValue: "malformedArgument")
    /// Two declarations claim one stored name (reported in debug builds only).
    public static let collision = Kind(rawValue: "collision")
  }

  /// What kind of problem it is.
  public let kind: Kind
  /// The stored name concerned; `nil` where the whole store is.
  public let key: String?
  /// What happened.
  public let error: any Error

  /// Creates a problem, for stores that report their own.
  public init(_ kind: Kind, key: String? = nil, error: any Error) {
    self.kind = kind
    self.key = key
    self.error = error
  }
}

extension DefaultsProblem: CustomStringConvertible {
  /// One line: kind, stored name and what happened.
  public var description: String {
    "\(kind.rawValue)\(key.map { " for \($0.debugDescription)" } ?? ""): \(error)"
  }
}
