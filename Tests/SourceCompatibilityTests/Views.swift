#if canImport(SwiftUI)
  import Combine
  import NamespacedDefaults
  import NamespacedDefaultsUI
  import SwiftUI

  #if os(macOS)
    import AppKit
  #else
    import UIKit
  #endif

  enum Viewer: KeyNamespaceable {}

  struct SettingsView: View {
    @DefaultState(DefaultsKey("title", defaultValue: "")) private var title
    @DefaultState(\.isBeta) private var isBeta
    @DefaultState("zoom", in: Viewer.self) private var zoom = 1.0

    var body: some View { Toggle("Beta", key: Defaults.key(\.isBeta)) }

    var titled: some View { Toggle(title, key: Defaults.key(\.isBeta)) }
    var labelled: some View { Toggle(key: Defaults.key(\.isBeta)) { Text(title) } }
    var bound: some View { Toggle(isOn: $isBeta) { Text(title) } }

    func inStore(_ store: any DefaultsStore) -> some View {
      isBeta = Defaults.key(\.isBeta).binding.wrappedValue
      return defaultsStore(store)
    }
  }

  extension DefaultsKeys {
    var isBeta: DefaultsKey<Bool> { DefaultsKey("isBeta", defaultValue: false) }
    var resolvedColor: DefaultsKey<Color.Resolved?> { DefaultsKey("resolvedColor") }
    #if os(macOS)
      var platformColor: DefaultsKey<NSColor?> { DefaultsKey("platformColor") }
    #else
      var platformColor: DefaultsKey<UIColor?> { DefaultsKey("platformColor") }
    #endif
  }

  func useColor(_ color: Color) throws -> Color? {
    try color.propertyListValue().map { try Color.value(fromPropertyList: $0) }
  }

  func usePublisher() -> some Publisher<Bool, Never> { Defaults.key(\.isBeta).publisher }
#endif
