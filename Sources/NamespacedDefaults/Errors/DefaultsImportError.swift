#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An error of an import that was refused.
///
/// Nothing was written.
public struct DefaultsImportError: Error, Sendable, Equatable {
  /// The kind of an error.
  ///
  /// A later version may add more codes.
  public struct Code: Hashable, Sendable {
    private let name: String

    /// The data as a whole cannot be read.
    public static let malformed = Code(name: "malformed")
    /// Some values cannot be imported.
    public static let refused = Code(name: "refused")
  }

  /// The code of the error, by which a program can decide what to do.
  public let code: Code
  /// The reasons why values were refused, by the names of the values; empty for other codes.
  public let reasons: [String: String]
  private let message: String

  static func malformed(_ reason: String) -> Self {
    Self(code: .malformed, reasons: [:], message: "nothing was imported: \(reason)".printableMessage)
  }

  static func refused(_ reasons: [String: String]) -> Self {
    let lines = reasons.sorted { $0.key < $1.key }.map { "  \($0.key.debugDescription): \($0.value)".printableMessage }
    let message = (["nothing was imported, because of"] + lines).joined(separator: "\n")
    return Self(code: .refused, reasons: reasons, message: message)
  }
}

extension DefaultsImportError: CustomStringConvertible {
  /// One sentence, or a line for each refused value in the order of the names.
  public var description: String { message }
}

extension DefaultsImportError: LocalizedError {
  /// The description, which `localizedDescription` returns too.
  public var errorDescription: String? { description }
}
