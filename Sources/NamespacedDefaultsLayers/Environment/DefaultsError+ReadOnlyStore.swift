public import NamespacedDefaults

extension DefaultsError.Code {
  /// The code of a write to a store that a program cannot write, such as the environment.
  public static let readOnlyStore = Self(rawValue: "readOnlyStore")
}
