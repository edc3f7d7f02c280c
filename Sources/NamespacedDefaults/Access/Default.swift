/// A property whose value is a setting.
///
/// ```swift
/// @Default(\.theme) var theme
/// @Default(.launchCount) var launchCount
/// @Default(Defaults.Account.key(.isUserLoggedIn)) var isUserLoggedIn
/// @Default("fontSize", in: Editor.self) var fontSize = 13.0
/// ```
///
/// Each access to the property reads or writes the setting, and `$theme` is its key. The property has no state of its
/// own, except with the option ``DefaultOptions/cached``, which keeps a copy of the value.
///
/// Property wrappers have limits in Swift:
/// - An in-place change of a property is atomic, but its result is written even if the change throws, because the
///   accessor that the compiler makes for the property does not pass the throw on. `$theme.update` writes nothing then.
///   An in-place change of a local variable is a read and a write.
/// - A global variable cannot have a wrapper. Use the key instead.
/// - A stored property of a `Sendable` class can have one only if the class is isolated to an actor, and a static
///   property only if its type is.
/// - In an `@Observable` class, mark the property `@ObservationIgnored`. Its reads are tracked all the same.
@propertyWrapper
public struct Default<Value: Sendable>: Sendable {
  @usableFromInline let key: DefaultsKey<Value>
  @usableFromInline let copy: DefaultCopy?

  /// Creates a property from a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - options: Whether the property keeps a copy of the value.
  public init(_ key: DefaultsKey<Value>, options: DefaultOptions = []) {
    self.key = key
    copy = options == .cached ? DefaultCopy() : nil
  }

  /// Creates a property from a key that is declared as an instance property.
  ///
  /// - Parameters:
  ///   - path: The key path of the key in ``DefaultsKeys``.
  ///   - options: Whether the property keeps a copy of the value.
  @_disfavoredOverload  // A tie-breaker: the compiler takes a misspelt `.name` for a key and not for a path.
  public init(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>, options: DefaultOptions = []) {
    self.init(DefaultsKeys.key(path), options: options)
  }

  /// Creates a property that declares its setting where it stands: the name, the type and the default.
  ///
  /// ```swift
  /// enum Editor: KeyNamespaceable {}
  ///
  /// final class EditorSettings: Observable {
  ///   // It is stored as "Editor.fontSize".
  ///   @Default("fontSize", in: Editor.self) var fontSize = 13.0
  ///   @Default("profile", in: Editor.self) var profile: Profile? = nil
  /// }
  /// ```
  ///
  /// A class of such properties is an observable model: a view, or other code that is tracked, is refreshed by the
  /// changes of the properties that it has read. A setting with a rule or a format of its own, a secret or renamed one, and
  /// one that several types use, is declared once as a key: `@Default(Editor.columns)`.
  ///
  /// - Parameters:
  ///   - defaultValue: The value if nothing is stored.
  ///   - name: The part of the stored name after the namespace and its dot.
  ///   - namespace: The type that provides the namespace and the store.
  ///   - options: Whether the property keeps a copy of the value.
  ///   - fileID: The file that declares the key, by which debug builds find two declarations of one name.
  public init<Namespace: KeyNamespaceable>(
    wrappedValue defaultValue: Value,
    _ name: String,
    in namespace: Namespace.Type,
    options: DefaultOptions = [],
    fileID: String = #fileID
  ) where Value: DefaultsSerializable {
    self.init(namespace.key(name, defaultValue: defaultValue, fileID: fileID), options: options)
  }

  /// The value of the setting.
  public var wrappedValue: Value {
    @inlinable get {
      if let copy { return value(of: copy) }
      return key.value
    }
    nonmutating set {
      key.value = newValue
      forgetCopy()
    }
    nonmutating _modify {
      var change = InPlaceChange(key)
      defer { forgetCopy() }
      yield &change.value
      change.commit()
    }
  }

  /// The key of the setting.
  ///
  /// Use it to observe or remove the value, or to catch errors at the call.
  public var projectedValue: DefaultsKey<Value> { key }
}

/// Options that say whether a ``Default`` property keeps a copy of its value.
public struct DefaultOptions: OptionSet, Sendable {
  /// The bits of the options.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A copy that only the property's own writes renew.
  ///
  /// Use it for a value that must not change while the property is in use.
  public static let cached = DefaultOptions(rawValue: 1)
  /// No copy: each read gets the current value, which the key itself caches.
  ///
  /// It takes precedence over ``cached``.
  public static let observed = DefaultOptions(rawValue: 2)
}

extension Default {
  private final class Copied: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Returns the copy of the value, or makes it.
  @usableFromInline
  func value(of copy: DefaultCopy) -> Value {
    let store = key.store
    store.track(key.names)
    guard let (kept, writeCount) = copy.lookUp(in: store.context) else { return key.value }
    // Only this property keeps objects in it.
    if let kept { return unsafeDowncast(kept, to: Copied.self).value }
    // A default that stands for what cannot be read must not stay, and nothing that a transaction may undo.
    let isReadable = key.names.readableForm(in: store) { _ in }.failure == nil
    let value = key.value
    if isReadable, !store.isInTransaction { copy.keep(Copied(value), writeCount: writeCount) }
    return value
  }

  private func forgetCopy() {
    guard let copy else { return }
    copy.forget()
    // Before the end of a transaction other threads may copy what was stored before.
    if key.store.isInTransaction { ThreadState.whenUnlocked(copy.forget) }
  }
}
