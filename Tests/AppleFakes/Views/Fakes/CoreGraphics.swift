import Foundation

typealias CFString = String

/// A color space; one of a profile has no name.
final class CGColorSpace {
  static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
  private static let known = [extendedSRGB: 3, "kCGColorSpaceDisplayP3": 3, "kCGColorSpaceGenericGray": 1]

  let name: CFString?
  let numberOfComponents: Int

  init?(name: CFString) {
    guard let count = Self.known[name] else { return nil }
    (self.name, numberOfComponents) = (name, count)
  }

  init(profileWith count: Int) { (name, numberOfComponents) = (nil, count) }
}

final class CGPattern {}

/// A color, which reads as many components as its space takes, and the opacity.
final class CGColor {
  let colorSpace: CGColorSpace?
  let components: [CGFloat]?
  let pattern: CGPattern?

  init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    colorSpace = space
    self.components = Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1))
    pattern = nil
  }

  /// A color whose components are not those of its space.
  init(space: CGColorSpace, _ components: [CGFloat]) {
    (colorSpace, self.components, pattern) = (space, components, nil)
  }

  /// A pattern, whose components are those of the color that it is drawn with.
  init(pattern: CGPattern, colorSpace: CGColorSpace, components: [CGFloat]) {
    (self.pattern, self.colorSpace, self.components) = (pattern, colorSpace, components)
  }
}
