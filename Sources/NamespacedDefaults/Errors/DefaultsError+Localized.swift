public import NamespacedDefaultsFoundation

extension DefaultsError: LocalizedError {
  /// The message, which `localizedDescription` returns too.
  public var errorDescription: String? { message }
}
