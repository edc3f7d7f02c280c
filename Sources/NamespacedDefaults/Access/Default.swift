/// A property whose value is a setting.
///
///     @Default(\.theme) var theme
///     @Default(.launchCount) var launchCount
///     @Default(Defaults.Account.key(.isUserLoggedIn)) var isUserLoggedIn
///
/// The property reads and writes the setting at each access, and `$theme` is its key. It holds no state of its own
/// unless ``DefaultOptions`` ask for it.
///
/// What Swift makes of wrappers limits them:
/// - An in-place change of a property is atomic, but what it has done is written even if it throws; `$theme.update`
///   writes nothing then. An in-place change of a local variable is a read and a write.
/// - A global variable cannot have a wrapper; use the key there. Nor can a stored property of a `Sendable` class that
///   is not isolated to an actor; a static one needs a type that is.
/// - In an `@Observable` class mark the property `@ObservationIgnored`: reading it is tracked by itself.
@propertyWrapper
public struct Default<Value: Sendable>: Sendable {
  private let key: DefaultsKey<Value>
  private let cache: DefaultCopy<Value>?

  /// Makes a property out of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - options: Whether the property keeps a copy of the value.
  public init(_ key: DefaultsKey<Value>, options: DefaultOptions = []) {
    self.key = key
    cache = options.isEmpty ? nil : DefaultCopy(key, isObserving: options.contains(.observed))
  }

  /// Makes a property out of a key that is declared as an instance property.
  ///
  /// - Parameters:
  ///   - path: The key's place in ``DefaultsKeys``.
  ///   - options: Whether the property keeps a copy of the value.
  public init(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>, options: DefaultOptions = []) {
    self.init(DefaultsKeys.key(path), options: options)
  }

  /// The setting's value.
  public var wrappedValue: Value {
    get { cache?.value ?? key.value }
    nonmutating set {
      key.value = newValue
      cache?.forget()
    }
    nonmutating _modify {
      var change = InPlaceChange(key)
      defer { cache?.forget() }
      yield &change.value
      change.commit()
    }
  }

  /// The setting's key: to observe it, remove it, or hear of errors at the call.
  public var projectedValue: DefaultsKey<Value> { key }
}

/// Whether a ``Default`` property keeps a copy of its value.
public struct DefaultOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Makes a set of options out of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Keeps a copy, which only this property's own writes renew: for a value that must not change under its reader.
  public static let cached = DefaultOptions(rawValue: 1)
  /// Keeps a copy, which every change renews, wherever it was made.
  public static let observed = DefaultOptions(rawValue: 2)
}
