#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Data {
  private static let jsonSizeLimit = 1 << 20
  // A decoder takes 512 levels, of which an export needs some for itself.
  private static let jsonDepthLimit = 100

  /// The JSON object or array in the data, where the same bytes can be made of it, as they can of a stored `Codable`.
  ///
  /// `nil` for a null inside, which has no stored form, and for more than 1 MiB.
  var storedJSON: PropertyListValue? {
    guard let first, count <= Self.jsonSizeLimit, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let tree = try? JSONDecoder().decode(PropertyListTree.self, from: self),
      !tree.value.isDeeper(than: Self.jsonDepthLimit), let bytes = try? encodeJSON(tree), bytes == self
    else { return nil }
    return tree.value
  }
}

extension PropertyListValue {
  fileprivate func isDeeper(than levels: Int) -> Bool {
    switch self {
    case .array(let elements): levels == 0 || elements.contains { $0.isDeeper(than: levels - 1) }
    case .dictionary(let members): levels == 0 || members.values.contains { $0.isDeeper(than: levels - 1) }
    default: false
    }
  }
}
