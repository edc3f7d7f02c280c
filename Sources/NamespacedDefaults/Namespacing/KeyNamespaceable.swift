/// A type whose name is the namespace of its keys.
///
/// A key of the type is stored as the namespace, a dot and the key's raw value: `Account.isUserLoggedIn`. The
/// settable protocols (``BoolDefaultSettable`` and the others) refine this one; conform to them.
///
/// The namespace of a type is its bare name, so renaming the type orphans what is stored, and two types of one name
/// would share their keys. A fixed string keeps the name through a rename, and an instance namespace gives each
/// instance settings of its own:
///
///     struct Account: BoolDefaultSettable {
///       static let namespace = "Account"
///       let id: Int
///       var namespace: String { "Account.\(id)" }
///       enum BoolKey: String { case isUserLoggedIn }
///     }
///
/// A class with subclasses, each of which has a name of its own, should fix its namespace, or be final.
///
/// A namespace may hold dots; as nothing tells them from the dot before the raw value, ``removeAll()-type.method``
/// of `Account` above also removes what is stored under `Account.7`.
public protocol KeyNamespaceable: SendableMetatype {
  /// What stands before the dot in the stored names of the type; the type's bare name by default.
  ///
  /// Constant: a name that is built is remembered. For a namespace that changes use an instance's.
  static var namespace: String { get }

  /// What stands before the dot in the stored names of this instance; the type's namespace by default.
  var namespace: String { get }

  /// Where the type's values live; ``Defaults/store`` by default.
  ///
  /// Constant, but for the default: what was read is remembered.
  static var store: any DefaultsStore { get }

  /// Where this instance's values live; the type's store by default.
  var store: any DefaultsStore { get }
}

extension KeyNamespaceable {
  /// The type's name, without its module and the types around it.
  public static var namespace: String { "\(Self.self)" }

  /// The type's namespace.
  public var namespace: String { Self.namespace }

  /// The store of the process, or of the task where one was put in its place.
  public static var store: any DefaultsStore { DefaultsEnvironment.store }

  /// The type's store.
  public var store: any DefaultsStore { Self.store }

  /// The name under which a key of the type is stored.
  public static func namespaced(_ key: some RawRepresentable<String>) -> String {
    String(namespace: namespace, rawValue: key.rawValue)
  }

  /// The name under which a key of this instance is stored.
  public func namespaced(_ key: some RawRepresentable<String>) -> String {
    String(namespace: namespace, rawValue: key.rawValue)
  }

  /// The names of all values stored in the type's namespace, sorted.
  ///
  /// Costs a walk over the names of the whole store. A store that cannot be read counts as empty and is reported to
  /// ``Defaults/problemHandler``.
  public static var storedKeys: [String] { store.names(in: namespace) }

  /// The names of all values stored in this instance's namespace, sorted.
  ///
  /// Costs a walk over the names of the whole store. A store that cannot be read counts as empty and is reported to
  /// ``Defaults/problemHandler``.
  public var storedKeys: [String] { store.names(in: namespace) }

  /// Removes all values stored in the type's namespace, at once, and nothing else.
  ///
  /// Where that fails all are still there, and ``Defaults/problemHandler`` is told.
  public static func removeAll() { store.removeNames(in: namespace) }

  /// Removes all values stored in this instance's namespace, at once, and nothing else.
  ///
  /// Where that fails all are still there, and ``Defaults/problemHandler`` is told.
  public func removeAll() { store.removeNames(in: namespace) }
}

extension DefaultsStore {
  fileprivate func names(in namespace: String) -> [String] {
    reportingErrors(as: .failedRead) { try keys().filter { $0.isName(in: namespace) }.sorted() } ?? []
  }

  fileprivate func removeNames(in namespace: String) {
    reportingErrors(as: .failedWrite) { try removeAll { $0.isName(in: namespace) } }
  }
}
