public import NamespacedDefaults

/// The values of a store that a program cannot write.
protocol ReadOnlyStorage: DefaultsStorage {
  /// Says where people change the values of names.
  func advice(_ names: [String]) -> String
}

extension ReadOnlyStorage {
  func persist(_ changes: [DefaultsChange]) throws {
    throw DefaultsError(.readOnlyStore, advice(changes.map(\.key)))
  }

  func apply(_ changes: [DefaultsChange]) {}
}

extension DefaultsError.Code {
  /// The code of a write to a store that a program cannot write, such as the environment.
  public static let readOnlyStore = Self(rawValue: "readOnlyStore")
}
