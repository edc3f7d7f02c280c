#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Data {
  private static let jsonSizeLimit = 1 << 20
  private static let jsonDepthLimit = 100

  /// The JSON object or array in the data, where the same bytes can be made of it, as they can of a stored `Codable`.
  ///
  /// `nil` for a null inside, which has no stored form, and for more than 1 MiB.
  var storedJSON: PropertyListValue? {
    guard let first, count <= Self.jsonSizeLimit, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let value = try? JSONReader.value(of: self, depthLimit: Self.jsonDepthLimit),
      let bytes = try? encodeJSON(PropertyListTree(value)), bytes == self
    else { return nil }
    return value
  }
}
