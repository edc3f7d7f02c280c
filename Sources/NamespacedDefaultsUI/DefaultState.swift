#if canImport(SwiftUI)
  public import NamespacedDefaults
  public import SwiftUI

  /// A property of a view whose value is a setting.
  ///
  /// ```swift
  /// struct SettingsView: View {
  ///   @DefaultState(\.theme) private var theme
  ///   @DefaultState(.launchCount) private var launchCount
  ///   @DefaultState(Account.key(.isUserLoggedIn)) private var isUserLoggedIn
  ///   @DefaultState("zoom", in: Viewer.self) private var zoom = 1.0
  ///
  ///   var body: some View {
  ///     Toggle("Logged in", isOn: $isUserLoggedIn)
  ///   }
  /// }
  /// ```
  ///
  /// As with `@AppStorage`, the projected value is a `Binding`, and the view is updated when the setting changes. A
  /// change by another thread or process while the body runs is missed, as always in Observation.
  ///
  /// The setting is in the store of the view, which `defaultsStore(_:)` sets, or else in the store of its key.
  @propertyWrapper
  public struct DefaultState<Value: Sendable>: DynamicProperty {
    @Environment(\.defaultsStore) private var store
    private let key: DefaultsKey<Value>

    /// Creates a property from a key.
    ///
    /// - Parameter key: The key.
    public init(_ key: DefaultsKey<Value>) {
      self.key = key
    }

    /// Creates a property from a key that is declared as an instance property of `DefaultsKeys`.
    ///
    /// - Parameter path: The path of the key.
    @_disfavoredOverload  // A tie-breaker: the compiler takes a misspelt `.name` for a key and not for a path.
    public init(_ path: KeyPath<DefaultsKeys, DefaultsKey<Value>>) {
      self.init(Defaults.key(path))
    }

    /// Creates a property that declares its setting where it stands, as `@Default` does: the name, the type and the default.
    ///
    /// ```swift
    /// // It is stored as "Viewer.zoom".
    /// @DefaultState("zoom", in: Viewer.self) private var zoom = 1.0
    /// ```
    ///
    /// - Parameters:
    ///   - defaultValue: The value if nothing is stored.
    ///   - name: The part of the stored name after the namespace and its dot.
    ///   - namespace: The type that provides the namespace and the store.
    ///   - fileID: The file that declares the key, by which debug builds find two declarations of one name.
    public init<Namespace: KeyNamespaceable>(
      wrappedValue defaultValue: Value,
      _ name: String,
      in namespace: Namespace.Type,
      fileID: String = #fileID
    ) where Value: DefaultsSerializable {
      self.init(namespace.key(name, defaultValue: defaultValue, fileID: fileID))
    }

    /// The value of the setting.
    public var wrappedValue: Value {
      get { keyOfView.value }
      nonmutating set { keyOfView.value = newValue }
    }

    /// A binding to the setting.
    public var projectedValue: Binding<Value> { keyOfView.binding }

    private var keyOfView: DefaultsKey<Value> { store.map { key.bound(to: $0) } ?? key }
  }
#endif
