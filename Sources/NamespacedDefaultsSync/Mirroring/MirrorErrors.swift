public import NamespacedDefaults

extension DefaultsError.Code {
  /// The code of a mirror that could not make both stores alike, because one of them could not be read or written.
  public static let incompleteMirror = Self(rawValue: "incompleteMirror")
}

extension DefaultsProblem.Kind {
  /// Two stores that a ``DefaultsMirror`` mirrors had different values of unknown age when they met; one was replaced.
  public static let mirrorConflict = Self(rawValue: "mirrorConflict")
}

/// The error of two values of unknown age, of which one has replaced the other.
struct MirrorConflictError: Error, CustomStringConvertible {
  let isLocalKept: Bool
  let other: String

  var description: String {
    """
    the store and \(other) had different values, and nothing says which is newer; \
    \(isLocalKept ? "that of the store" : "the other one") was kept
    """
  }
}
