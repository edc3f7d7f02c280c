public import NamespacedDefaults

extension DefaultsError.Code {
  /// The code of a mirror that could not make both stores alike, because one of them could not be read or written.
  public static let incompleteMirror = Self(rawValue: "incompleteMirror")
}

extension DefaultsProblem.Kind {
  /// Two stores that a ``DefaultsMirror`` mirrors had different values, or one value and a removal, when they first met.
  ///
  /// The rule of the mirror has kept one of them. The error says which, and names the settings: several that were decided
  /// at the same time are one problem.
  public static let mirrorConflict = Self(rawValue: "mirrorConflict")
}

extension DefaultsProblem.Kind {
  /// A ``DefaultsMirror`` has found settings whose time is more than a day ahead of this device's clock.
  ///
  /// One of the two clocks is wrong. The settings count as written now, on all devices.
  public static let wrongClock = Self(rawValue: "wrongClock")
}

/// The error of values that were written at a time that has not come.
struct MirrorClockError: Error, CustomStringConvertible {
  let names: [String]
  let other: String

  var description: String {
    """
    \(names.list) in the store and \(other) were written by a clock that is more than a day ahead of this device's, and \
    count as written now
    """
  }
}

/// The error of two values of unknown age, of which one has replaced the other.
struct MirrorConflictError: Error, CustomStringConvertible {
  /// The names, of which each has the same fate.
  let names: [String]
  let isLocalKept: Bool
  let other: String

  var description: String {
    """
    the store and \(other) had different values\(names.count == 1 ? "" : " of \(names.list)"), \
    and nothing says which is newer; \(isLocalKept ? "that of the store" : "the other one") was kept
    """
  }
}

extension DefaultsError {
  /// Creates the error of several values that were refused for one reason.
  init(_ error: any Error, alsoOf names: [String]) {
    let known = error as? DefaultsError
    self.init(known?.code ?? .incompleteMirror, "\(error); the same goes for \(names.list)", path: known?.path)
  }
}

extension [String] {
  /// The names in words; of many the first, and how many more there are.
  fileprivate var list: String {
    let shown = prefix(10).map(\.debugDescription)
    let rest = count - shown.count
    if rest > 0 { return "\(shown.joined(separator: ", ")) and \(rest) more" }
    return shown.count < 2
      ? shown.joined() : "\(shown.dropLast().joined(separator: ", ")) and \(shown[shown.count - 1])"
  }
}
