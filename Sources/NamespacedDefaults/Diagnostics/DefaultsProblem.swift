/// What went wrong in a call that does not throw, as ``Defaults/problemHandler`` gets it.
public struct DefaultsProblem: Sendable {
  /// The kinds of problem, each with what the library did about it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A stored value does not decode: the default was returned, the stored value stays as it is.
    case undecodableValue
    /// A value cannot be encoded: nothing was written.
    case unencodableValue
    /// The store could not be read: the default was returned.
    case failedRead
    /// The store could not be written: the old value stays.
    case failedWrite
    /// A file is damaged: what could be read is kept, and the damaged file is put aside.
    case damagedFile
    /// A launch argument cannot be read as a value of its key: it is ignored.
    case malformedArgument
    /// Two declarations claim one stored name (reported in debug builds only).
    case collision
  }

  /// What kind of problem it is.
  public let kind: Kind
  /// The stored name concerned; `nil` where the whole store is.
  public let key: String?
  /// What happened, in the words of whoever noticed it.
  public let error: any Error

  /// Makes a problem, for stores that report their own.
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
