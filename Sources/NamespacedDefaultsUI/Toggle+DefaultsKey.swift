#if canImport(SwiftUI)
  public import NamespacedDefaults
  public import SwiftUI

  extension Toggle {
    /// Creates a toggle of a setting, with a view as its label.
    ///
    /// ```swift
    /// Toggle(key: .isBeta) { Label("Beta", systemImage: "hammer") }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - label: The view that describes the setting.
    public init(key: DefaultsKey<Bool>, @ViewBuilder label: () -> Label) {
      self.init(isOn: key.binding, label: label)
    }
  }

  extension Toggle where Label == Text {
    /// Creates a toggle of a setting, with a title that is localized.
    ///
    /// ```swift
    /// Toggle("Beta", key: .isBeta)
    /// ```
    ///
    /// - Parameters:
    ///   - titleKey: The key of the title in the localized strings.
    ///   - key: The key of the setting.
    public init(_ titleKey: LocalizedStringKey, key: DefaultsKey<Bool>) {
      self.init(titleKey, isOn: key.binding)
    }

    /// Creates a toggle of a setting, with a title that is shown as it is.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - key: The key of the setting.
    @_disfavoredOverload  // A tie-breaker, as in SwiftUI: a literal is a key of the localized strings.
    public init(_ title: some StringProtocol, key: DefaultsKey<Bool>) {
      self.init(title, isOn: key.binding)
    }
  }
#endif
