#if canImport(SwiftUI)
  public import NamespacedDefaults
  public import SwiftUI

  extension View {
    /// Sets the store of every ``DefaultState`` in the view, for a preview or an app group.
    ///
    /// ```swift
    /// #Preview { SettingsView().defaultsStore(InMemoryStore(["theme": "dark"])) }
    /// ```
    ///
    /// It takes precedence over the store that a key names.
    ///
    /// - Parameter store: The store.
    /// - Returns: The view with the store.
    public func defaultsStore(_ store: any DefaultsStore) -> some View {
      environment(\.defaultsStore, store)
    }
  }

  extension EnvironmentValues {
    /// The store that `defaultsStore(_:)` has set.
    var defaultsStore: (any DefaultsStore)? {
      get { self[StoreKey.self] }
      set { self[StoreKey.self] = newValue }
    }

    private struct StoreKey: EnvironmentKey {
      static var defaultValue: (any DefaultsStore)? { nil }
    }
  }
#endif
