#if canImport(SwiftUI)
  public import SwiftUI

  extension DefaultsKey {
    /// A binding to the value: `Toggle("Hints", isOn: Onboarding.key(.showsHints).binding)`.
    ///
    /// A view that reads it is updated after each change of the value that the store announces.
    public var binding: Binding<Value> {
      Binding {
        self.value
      } set: { newValue in
        self.value = newValue
      }
    }
  }
#endif
