/// A type whose name is the namespace of its keys.
///
/// The stored name of a key is the namespace, a dot and the key's raw value: `Account.isUserLoggedIn`. The settable
/// protocols, such as ``BoolDefaultSettable``, refine this protocol. Conform to them.
///
/// The default namespace is the bare name of the type. So a type that is renamed no longer finds its stored values, and
/// two types with the same name share their keys. A fixed string keeps the namespace when the type is renamed. An
/// instance namespace gives each instance settings of its own:
///
///     struct Account: BoolDefaultSettable {
///       static let namespace = "Account"
///       let id: Int
///       var namespace: String { "Account.\(id)" }
///       enum BoolKey: String { case isUserLoggedIn }
///     }
///
/// Give a class that has subclasses a fixed namespace, or make it final, because each subclass has a name of its own.
///
/// A namespace may contain dots. The library cannot tell them from the dot before the raw value, so
/// ``removeAll()-type.method`` of `Account` above also removes the values that are stored under `Account.7`.
public protocol KeyNamespaceable: SendableMetatype {
  /// The part before the dot in the stored names of the type; by default the bare name of the type.
  ///
  /// It must be constant, because built names are cached. If a namespace changes, use the namespace of an instance.
  static var namespace: String { get }

  /// The part before the dot in the stored names of this instance; by default the namespace of the type.
  var namespace: String { get }

  /// The store of the type's values; ``Defaults/store`` by default.
  ///
  /// A store that the type provides must be constant, because values that were read are cached.
  static var store: any DefaultsStore { get }

  /// The store of this instance's values; by default the store of the type.
  var store: any DefaultsStore { get }
}

extension KeyNamespaceable {
  /// The name of the type, without its module and the types that enclose it.
  public static var namespace: String { "\(Self.self)" }

  /// The namespace of the type.
  public var namespace: String { Self.namespace }

  /// The store of the current task, if the task has one, or else the store of the process.
  public static var store: any DefaultsStore { DefaultsEnvironment.store }

  /// The store of the type.
  public var store: any DefaultsStore { Self.store }

  /// Returns the name under which a key of the type is stored.
  public static func namespaced(_ key: some RawRepresentable<String>) -> String {
    String(namespace: namespace, rawValue: key.rawValue)
  }

  /// Returns the name under which a key of this instance is stored.
  public func namespaced(_ key: some RawRepresentable<String>) -> String {
    String(namespace: namespace, rawValue: key.rawValue)
  }

  /// The names of all values stored in the type's namespace, sorted.
  ///
  /// Each access goes through all names in the store. A store that cannot be read counts as empty, and the error is
  /// reported to ``Defaults/problemHandler``.
  public static var storedKeys: [String] { store.names(in: namespace) }

  /// The names of all values stored in this instance's namespace, sorted.
  ///
  /// Each access goes through all names in the store. A store that cannot be read counts as empty, and the error is
  /// reported to ``Defaults/problemHandler``.
  public var storedKeys: [String] { store.names(in: namespace) }

  /// Removes all values stored in the type's namespace at once, and nothing else.
  ///
  /// If that fails, all of them are still stored, and the error is reported to ``Defaults/problemHandler``.
  public static func removeAll() { store.removeNames(in: namespace) }

  /// Removes all values stored in this instance's namespace at once, and nothing else.
  ///
  /// If that fails, all of them are still stored, and the error is reported to ``Defaults/problemHandler``.
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
