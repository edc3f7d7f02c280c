#if canImport(SwiftUI)
  public import SwiftUI

  extension DefaultsKey {
    /// The value as a binding: `Toggle("Hints", isOn: Onboarding.key(.showsHints).binding)`.
    ///
    /// A view that reads it is refreshed by every change of the value, wherever it was made.
    public var binding: Binding<Value> {
      Binding {
        self.value
      } set: { newValue in
        self.value = newValue
      }
    }
  }
#endif
