/// An error in a call that does not throw, which is passed to ``Defaults/problemHandler``.
///
/// ```swift
/// Defaults.problemHandler = { problem in
///   if problem.kind == .failedWrite {
///     showAlert("Your settings were not saved: \(problem.error)")
///   }
/// }
/// ```
public struct DefaultsProblem: Sendable {
  /// The kind of a problem.
  ///
  /// A later version of the library may add kinds. Some, by which no program decides anything, have a name only, such as
  /// `ignoredVariable`, or `failedCompaction` for a file that grows because it cannot be replaced.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The kind's name.
    public let rawValue: String

    /// Creates a kind for a store that reports its own problems.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind's name.
    public var description: String { rawValue }

    /// A stored value that cannot be decoded.
    ///
    /// A read returned the default, and the stored value stays as it is.
    public static let undecodableValue = Kind(rawValue: "undecodableValue")
    /// A stored value that is a raw value of its type, and also JSON of another value, as other libraries store it.
    ///
    /// The JSON was read. The next write stores a form with one reading.
    package static let ambiguousValue = Kind(rawValue: "ambiguousValue")
    /// A stored value that the validation of its key does not allow.
    ///
    /// A corrected value was read, and the stored value stays as it is. Debug builds report a default value that breaks
    /// the rule of its own key, too.
    public static let invalidValue = Kind(rawValue: "invalidValue")
    /// A value that cannot be encoded; nothing was written.
    public static let unencodableValue = Kind(rawValue: "unencodableValue")
    /// A store that could not be read.
    ///
    /// A read returned the default, and a list of names is empty. If a ``FileStore`` cannot watch its file, it reports
    /// this kind too, once. It tries again, and meanwhile finds the changes of other processes at its next access.
    public static let failedRead = Kind(rawValue: "failedRead")
    /// A store that could not be written; the old value stays.
    public static let failedWrite = Kind(rawValue: "failedWrite")
    /// A file that is damaged, or shorter than what was committed.
    ///
    /// Everything that can be read is kept. A damaged file is quarantined, as a copy, before a write repairs it.
    public static let damagedFile = Kind(rawValue: "damagedFile")
    /// A file that cannot be compacted, because it cannot be replaced; every write succeeds, and the file grows.
    ///
    /// The error says what is in the way, such as the permissions of the directory.
    package static let failedCompaction = Kind(rawValue: "failedCompaction")
    /// A launch argument that cannot be read as a value of its key; it is ignored.
    public static let malformedArgument = Kind(rawValue: "malformedArgument")
    /// Two declarations that use one stored name, when the second one is first used.
    ///
    /// It is reported once for a store, with the first name that both use: the names of instances may be many. If both
    /// are settable types, or key enums of one, a debug build without a problem handler stops. Debug builds also report
    /// two typed keys of one name and type that two files declare, or that have different default values.
    ///
    /// Reported are also a name with a dot in it that no list has, which stops a debug build too, and one name in the
    /// namespaces of two instances; in debug builds a type whose own keys are used beside those of its instances, and a
    /// namespace that has changed.
    public static let collision = Kind(rawValue: "collision")
    /// Settings are in a store that the program has not chosen.
    ///
    /// They are in memory only: in a preview of SwiftUI, or where one is used outside of any isolation in a process whose
    /// tests are isolated. Or ``Defaults/store`` was set after one had been stored in the default store, which only debug
    /// builds report.
    public static let unchosenStore = Kind(rawValue: "unchosenStore")
    /// An environment variable that root does not follow, because the directory that it names belongs to another user, or
    /// that gives a setting a value that is not UTF-8.
    ///
    /// The error says which one, and where the store is instead. It is reported once for a store.
    package static let ignoredVariable = Kind(rawValue: "ignoredVariable")
  }

  /// The kind of the problem.
  public let kind: Kind
  /// The stored name concerned, or `nil` if the problem concerns the whole store.
  public let key: String?
  /// The error that occurred.
  public let error: any Error
  /// The store that has the problem, if one has it; `nil` lets every report through.
  var origin: Origin?
  /// What counts now, in words, such as "the default is used".
  var consequence: String?
  /// Whether a stored value stays as it is, unless it is a value that nobody has stored.
  var leavesStoredValue = false
  /// Returns where the value stands, or the path of the store's file, in words; it is asked where the problem is printed.
  var place: (@Sendable () -> (words: String, isStored: Bool)?)?

  /// The store that has a problem, and the state in which it has it; in another state it is another problem.
  struct Origin {
    let store: UInt64
    /// The stored name, or the declarations, that are the cause; `nil` if the whole store is.
    let subject: String?
    let state: Int
  }

  /// Creates a problem that a store of your own reports.
  public init(_ kind: Kind, key: String? = nil, error: any Error) {
    self.kind = kind
    self.key = key
    self.error = error
  }
}

extension DefaultsProblem: CustomStringConvertible {
  /// One line with the kind, the stored name, the error, what counts now, and the file; printable.
  ///
  /// ```text
  /// undecodableValue for "Account.age": takes a whole number, found "four"; \
  /// the default is used, the stored value stays, in /etc/tool.defaults
  /// ```
  public var description: String { "\(subject): \(details)".printableMessage }

  /// The kind and the stored name.
  var subject: String { "\(kind.rawValue)\(key.map { "\(relation) \($0.debugDescription)" } ?? "")" }

  /// The error, what counts now, and where, unless the error says so.
  var details: String {
    let place = (error as? DefaultsError)?.path == nil ? place?() : nil
    let staying = leavesStoredValue && place?.isStored != false ? "the stored value stays" : nil
    let consequences = [consequence, staying].compactMap(\.self).joined(separator: ", ")
    return "\(error)\(consequences.isEmpty ? "" : "; ")\(consequences)\(place.map { ", in \($0.words)" } ?? "")"
  }

  /// If the system has refused an access to the store, other keys fail as well, without a report.
  private var relation: String { (error as? DefaultsError)?.systemCode == nil ? " for" : ", first for" }
}
