import Foundation
import NamespacedDefaults
import Testing

/// Colors as they are stored.
@Suite struct ColorTests {
  private let resolved = Color.Resolved(red: 0.125, green: 0.25, blue: 0.5, opacity: 1)
  private let storedResolved: PropertyListValue = ["kCGColorSpaceExtendedSRGB", [0.125, 0.25, 0.5, 1.0]]

  private func color(_ space: CGColorSpace, _ components: [CGFloat]) throws -> Color {
    Color(cgColor: try #require(CGColor(colorSpace: space, components: components)))
  }

  @Test(
    arguments: [
      ("kCGColorSpaceDisplayP3", [0.125, 0.25, 0.5, 0.75]), ("kCGColorSpaceGenericGray", [0.5, 0.25]),
      ("kCGColorSpaceExtendedSRGB", [1.5, -0.5, 0, 1]),
    ] as [(String, [CGFloat])]
  )
  func aColorKeepsItsSpaceAndItsComponents(_ name: String, _ components: [CGFloat]) throws {
    let color = try color(try #require(CGColorSpace(name: name)), components)
    let stored = try color.propertyListValue()
    #expect(stored == [.string(name), .array(components.map { .double($0) })])
    #expect(try Color.value(fromPropertyList: try #require(stored)) == color)
  }

  @Test func aColorThatAdaptsIsStoredAsInALightView() throws {
    let dark = Color.Resolved(red: 1, green: 1, blue: 1, opacity: 1)
    #expect(try Color(light: resolved, dark: dark).propertyListValue() == storedResolved)
  }

  @Test func whatCannotBeReadAgainIsStoredAsItLooks() throws {
    let rgb = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let pattern = CGColor(pattern: CGPattern(), colorSpace: rgb, components: [1, 0, 0, 1])
    #expect(try Color(cgColor: pattern).propertyListValue() == storedResolved)
    #expect(try color(CGColorSpace(profileWith: 3), [1, 0, 0, 1]).propertyListValue() == storedResolved)
    let short = CGColor(space: rgb, [1, 1])
    #expect(try Color(cgColor: short).propertyListValue() == storedResolved)
  }

  @Test(
    arguments: [
      ["kCGColorSpaceUnknown", [0.5, 1.0]], ["kCGColorSpaceGenericGray", [0.5, 0.5, 1.0]],
      ["kCGColorSpaceDisplayP3", [0.5, 1.0]], 1,
    ] as [PropertyListValue]
  )
  func whatIsNoColorIsRefused(_ stored: PropertyListValue) {
    let error = #expect(throws: DefaultsError.self) { try Color.value(fromPropertyList: stored) }
    #expect(error?.code == .typeMismatch)
  }

  @Test func theArchiveOfAColorIsReadToo() throws {
    let color = UIColor()
    #expect(try Color.value(fromPropertyList: .data(try archive(color))).uiColor === color)
    #expect(throws: (any Error).self) { try Color.value(fromPropertyList: .data(try archive(ArchivedObject()))) }
  }
}
