#if canImport(SwiftUI)
  public import NamespacedDefaults
  public import SwiftUI

  extension DefaultsKey {
    /// A binding to the value: `Toggle("Hints", isOn: Onboarding.key(.showsHints).binding)`.
    ///
    /// A view that reads it is updated after each change of the value that the store announces, unless another thread or
    /// process makes it while the body runs. The binding keeps the transaction of a change, so `binding.animation()`
    /// animates it.
    public var binding: Binding<Value> {
      Binding {
        self.value
      } set: { newValue, transaction in
        withTransaction(transaction) { self.value = newValue }
      }
    }
  }
#endif
