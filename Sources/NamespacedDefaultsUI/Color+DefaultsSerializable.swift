#if canImport(SwiftUI)
  import CoreGraphics
  import Foundation  // bridges the names of color spaces
  public import NamespacedDefaults
  public import SwiftUI

  /// A color can be stored: `DefaultsKey<Color>("accent", defaultValue: .blue)`.
  ///
  /// The stored form is an array of the name of the color space and an array of the components, opacity included.
  ///
  /// **A color that adapts does not adapt any more when it is read.** `.primary`, `.red` and the colors of an asset
  /// catalog look different in a dark view, and have no components of their own. They are stored as they look in
  /// `EnvironmentValues()`, the environment of no view. To store a color as a view shows it, resolve it there:
  /// `Color(color.resolve(in: environment))`. The default of a key is not stored, so it goes on adapting.
  extension Color: DefaultsSerializable {
    /// Returns the name of the color space and the components.
    ///
    /// - Returns: The stored form.
    /// - Throws: `DefaultsError.Code.unencodableValue` if a component is infinite or NaN.
    public func propertyListValue() throws -> PropertyListValue? {
      try storedColor.propertyListValue()
    }

    /// Returns the color of a stored form.
    ///
    /// It also reads the archive of an `NSColor` or a `UIColor`.
    ///
    /// - Parameter stored: The stored form.
    /// - Returns: The color.
    /// - Throws: `DefaultsError.Code.typeMismatch`, or the error of `NSKeyedUnarchiver`.
    public static func value(fromPropertyList stored: PropertyListValue) throws -> Color {
      if case .data = stored { return try Color(fromArchive: stored) }
      let color = try StoredColor(fromPropertyList: stored)
      let space = CGColorSpace(name: color.space as CFString)
      let components = try color.components(besidesOpacity: space?.numberOfComponents).map { CGFloat($0) }
      guard let space, let color = CGColor(colorSpace: space, components: components) else {
        throw DefaultsError.typeMismatch(expected: "Color", found: stored)
      }
      return Color(cgColor: color)
    }

    private var storedColor: StoredColor {
      // Only what can be read again: a color space of a profile has no name, and the components of a pattern are not all.
      if let color = cgColor, color.pattern == nil, let components = color.components,
        let name = color.colorSpace?.name, CGColorSpace(name: name)?.numberOfComponents == components.count - 1
      {
        return StoredColor(space: name as String, components: components.map { Double($0) })
      }
      let color = resolve(in: EnvironmentValues())
      return StoredColor(
        space: CGColorSpace.extendedSRGB as String,
        components: [color.red, color.green, color.blue, color.opacity].map { Double($0) }
      )
    }
  }

  /// The components of a color can be stored, as JSON: `DefaultsKey<Color.Resolved?>("accent")`.
  extension Color.Resolved: DefaultsSerializable {}
#endif
