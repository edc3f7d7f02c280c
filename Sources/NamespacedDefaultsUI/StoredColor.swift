import NamespacedDefaults

/// The stored form of a color: the name of its color space and its components, the last of which is the opacity.
struct StoredColor: Equatable {
  let space: String
  let components: [Double]
}

extension StoredColor {
  /// Creates a color from what is stored.
  ///
  /// - Parameter stored: An array of the name and of an array of the components.
  /// - Throws: ``DefaultsError/Code/typeMismatch``.
  init(fromPropertyList stored: PropertyListValue) throws {
    guard case .array(let parts) = stored, parts.count == 2,
      case .string(let space) = parts[0], case .array(let numbers) = parts[1]
    else {
      throw DefaultsError.typeMismatch(expected: "the name of a color space and an array of components", found: stored)
    }
    self.init(space: space, components: try numbers.map { try .value(fromPropertyList: $0) })
    guard isFinite else { throw DefaultsError(.typeMismatch, "a component of the stored color is no finite number") }
  }

  /// Returns the stored form.
  ///
  /// - Returns: An array of the name and of an array of the components.
  /// - Throws: ``DefaultsError/Code/unencodableValue`` if a component is infinite or NaN.
  func propertyListValue() throws -> PropertyListValue {
    guard isFinite else { throw DefaultsError.notEncodable(type: "Color", reason: "a component is no finite number") }
    return .array([.string(space), .array(components.map { .double($0) })])
  }

  /// Returns the components, of which the system reads as many as the color space takes.
  ///
  /// - Parameter count: The number of components that a color of the color space has besides its opacity; `nil` if the
  ///   system has no color space of this name.
  /// - Returns: The components, one more than `count`.
  /// - Throws: ``DefaultsError/Code/typeMismatch`` if there are more or fewer.
  func components(besidesOpacity count: Int?) throws -> [Double] {
    guard let count else {
      throw DefaultsError(.typeMismatch, "the system has no color space of the stored color's name")
    }
    guard components.count == count + 1 else {
      throw DefaultsError(
        .typeMismatch,
        "the stored color has \(components.count) components, and its color space takes \(count + 1)"
      )
    }
    return components
  }

  private var isFinite: Bool { components.allSatisfy(\.isFinite) }
}
