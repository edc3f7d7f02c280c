/// A type whose name is the namespace of its keys.
///
/// The stored name of a key is the namespace, a dot and the key's raw value: `Account.isUserLoggedIn`. The settable
/// protocols, such as ``BoolDefaultSettable``, refine this protocol. Conform to them.
///
/// The default namespace is the bare name of the type. So a type that is renamed no longer finds its stored values, and
/// two types with the same name share their keys. A fixed string keeps the namespace when the type is renamed. An
/// instance namespace gives each instance settings of its own:
///
/// ```swift
/// struct Account: BoolDefaultSettable {
///   static let namespace = "Account"
///   let id: Int
///   var namespace: String { "Account.\(id)" }
///   enum BoolKey: String { case isUserLoggedIn }
/// }
/// ```
///
/// Each subclass of a class has a name, and so a namespace, of its own, in the code that it inherits too. Give the class a
/// fixed namespace if its subclasses are to share its settings.
///
/// A namespace may contain dots, as that of an instance above does. A stored name belongs to a namespace if the part
/// after the namespace and its dot has no dot, or is that of a listed key: one of a key enum that is `CaseIterable`, one in
/// the list `keys`, or one that this process has used. So ``removeAll()-type.method`` of `Account` leaves what is stored
/// under `Account.7`.
///
/// Private types and types in functions have names that may change with every build. Give them a fixed namespace.
public nonisolated protocol KeyNamespaceable: SendableMetatype {
  // `nonisolated` on the protocols and on their requirements lets a type on the main actor implement them unmarked.

  /// The part before the dot in the stored names of the type; by default the bare name of the type.
  ///
  /// It must be constant, because built names are cached. If a namespace changes, use the namespace of an instance.
  nonisolated static var namespace: String { get }

  /// The part before the dot in the stored names of this instance; by default the namespace of the type.
  nonisolated var namespace: String { get }

  /// The store of the type's values; ``Defaults/store`` by default.
  ///
  /// A store that the type provides must be constant, because values that were read are cached.
  nonisolated static var store: any DefaultsStore { get }

  /// The store of this instance's values; by default the store of the type.
  nonisolated var store: any DefaultsStore { get }

  /// Whether the values of the type's keys are secret, so that no problem, error, table or export of an audit shows them;
  /// `false` by default.
  ///
  /// A typed key of another type says so itself: `DefaultsKey<String?>("token").secret()`.
  nonisolated static var isSecret: Bool { get }

  /// The typed keys of the type, for what cannot find them by itself; none by default.
  ///
  /// ```swift
  /// enum Editor: KeyNamespaceable {
  ///   static let theme = key("theme", defaultValue: Theme.light)
  ///   static let fontSize = key("font.size", defaultValue: 13.0)
  ///   static let keys = [theme, fontSize]
  /// }
  /// ```
  ///
  /// An audit lists these keys, and ``removeAll()-type.method`` finds them: a raw value with a dot in it, as `font.size`, in
  /// no other way. A debug build stops where such a key that no list has is first used. It is an array of keys; one of
  /// anything else means nothing here.
  nonisolated static var keys: _Keys { get }
  associatedtype _Keys = [Never]  // without a bound, so that keys of one type are an array of that type

  /// The typed keys in this instance's namespace, as those of ``keys-type.property``; none by default.
  ///
  /// ```swift
  /// struct User: KeyNamespaceable {
  ///   let id: Int
  ///   var namespace: String { "User.\(id)" }
  ///   var fontSize: DefaultsKey<Double> { key("font.size", defaultValue: 13) }
  ///   var keys: [DefaultsKeys] { [fontSize] }
  /// }
  /// ```
  nonisolated var keys: _InstanceKeys { get }
  associatedtype _InstanceKeys = [Never]  // as above

  // The near misses of a default, which KeyNamespaceable+NearMisses.swift refuses.

  associatedtype _KeyOfInstanceDefault: RawRepresentable<String> = _NoDefault
  associatedtype _InstanceDefault = _NoDefault
  @_documentation(visibility: internal)
  nonisolated func defaultValue(forKey key: _KeyOfInstanceDefault) -> _InstanceDefault
  nonisolated static var _defaultsAreStatic: Void { get }

  associatedtype _KeyOfOtherLabelDefault: RawRepresentable<String> = _NoDefault
  associatedtype _OtherLabelDefault = _NoDefault
  @_documentation(visibility: internal)
  nonisolated static func defaultValue(for key: _KeyOfOtherLabelDefault) -> _OtherLabelDefault
  nonisolated static var _defaultsAreForKeys: Void { get }

  associatedtype _KeyOfUnlabelledDefault: RawRepresentable<String> = _NoDefault
  associatedtype _UnlabelledDefault = _NoDefault
  @_documentation(visibility: internal)
  nonisolated static func defaultValue(_ key: _KeyOfUnlabelledDefault) -> _UnlabelledDefault
  nonisolated static var _defaultsAreLabelled: Void { get }
}

extension KeyNamespaceable {
  // `self` and not `Self.self`, here and where keys are made: the code of a superclass has the type of the superclass as
  // `Self`, and a call through it must reach the keys that the subclass reads.

  /// The name of the type, without its module and the types that enclose it.
  public static var namespace: String { "\(self)" }

  /// The namespace of the type.
  public var namespace: String { type(of: self).namespace }

  /// The store of the current task, if the task has one, or else the store of the process.
  public static var store: any DefaultsStore { CurrentStore.store }

  /// `false`.
  public static var isSecret: Bool { false }

  /// The store of the type.
  public var store: any DefaultsStore { type(of: self).store }

  /// Returns the name under which a key of the type is stored.
  public static func namespaced(_ key: some RawRepresentable<String>) -> String {
    String(namespace: namespace, rawValue: key.rawValue)
  }

  /// Returns the name under which a key of this instance is stored.
  public func namespaced(_ key: some RawRepresentable<String>) -> String {
    String(namespace: namespace, rawValue: key.rawValue)
  }
}

extension KeyNamespaceable where _Keys == [Never] {
  /// No typed keys.
  public static var keys: [Never] { [] }
}

extension KeyNamespaceable where _InstanceKeys == [Never] {
  /// No typed keys.
  public var keys: [Never] { [] }
}
