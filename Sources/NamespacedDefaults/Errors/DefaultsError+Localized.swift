#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DefaultsError: LocalizedError {
  /// The message, which `localizedDescription` returns too.
  public var errorDescription: String? { message }
}
