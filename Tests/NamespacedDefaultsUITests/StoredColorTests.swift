import Foundation
import NamespacedDefaults
import Testing

@testable import NamespacedDefaultsUI

/// The stored form of a color, which SwiftUI's `Color` has on Apple platforms.
@Suite struct StoredColorTests {
  /// A color as sindresorhus/Defaults stores it: the objects that are in the property list.
  struct Stored: Sendable, CustomTestStringConvertible {
    let objects: @Sendable () -> [Any]
    let color: StoredColor

    init(_ objects: @autoclosure @escaping @Sendable () -> [Any], _ space: String, _ components: [Double]) {
      self.objects = objects
      color = StoredColor(space: space, components: components)
    }

    var testDescription: String { color.space }
  }

  static let stored = [
    Stored(["kCGColorSpaceSRGB", [0.2, 0.4, 0.6, 1.0]], "kCGColorSpaceSRGB", [0.2, 0.4, 0.6, 1]),
    Stored(["kCGColorSpaceDisplayP3", [1.0, 0.0, 0.5, 0.25]], "kCGColorSpaceDisplayP3", [1, 0, 0.5, 0.25]),
    Stored(["kCGColorSpaceExtendedSRGB", [1.2, -0.1, 0.0, 1.0]], "kCGColorSpaceExtendedSRGB", [1.2, -0.1, 0, 1]),
    Stored(["kCGColorSpaceExtendedGray", [0.5, 1.0]], "kCGColorSpaceExtendedGray", [0.5, 1]),
    Stored(["kCGColorSpaceGenericCMYK", [0.0, 1.0, 0.0, 0.0, 1.0]], "kCGColorSpaceGenericCMYK", [0, 1, 0, 0, 1]),
  ]

  @Test(arguments: stored)
  func whatTheOtherLibraryStoresIsRead(_ stored: Stored) throws {
    let value = try PropertyListValue(propertyList: stored.objects())
    #expect(try StoredColor(fromPropertyList: value) == stored.color)
  }

  @Test(arguments: stored)
  func theSameObjectsAreStored(_ stored: Stored) throws {
    let objects = try #require(try stored.color.propertyListValue().propertyList as? NSArray)
    #expect(objects == NSArray(array: stored.objects()))
  }

  @Test func aKeyStoresAndReadsIt() throws {
    let store = InMemoryStore()
    let key = DefaultsKey<[StoredColor]>("palette", defaultValue: [], bridge: .colors, store: store)
    key.value = [Self.stored[0].color, Self.stored[3].color]
    #expect(
      store.value(forKey: "palette")
        == [["kCGColorSpaceSRGB", [0.2, 0.4, 0.6, 1.0]], ["kCGColorSpaceExtendedGray", [0.5, 1.0]]]
    )
    #expect(try key.read() == [Self.stored[0].color, Self.stored[3].color])
  }

  @Test func wholeNumbersAreComponents() throws {
    // A tool that writes JSON leaves out the point.
    let color = try StoredColor(fromPropertyList: ["kCGColorSpaceSRGB", [1, 0, 0, 1]])
    #expect(color == StoredColor(space: "kCGColorSpaceSRGB", components: [1, 0, 0, 1]))
  }

  @Test(
    arguments: [
      ("red", "takes the name of a color space and an array of components, found a string of 3 bytes"),
      ([], "takes the name of a color space and an array of components, found an array of 0 elements"),
      (["a"], "takes the name of a color space and an array of components, found an array of 1 element"),
      (["a", 1], "takes the name of a color space and an array of components, found an array of 2 elements"),
      ([1, [1]], "takes the name of a color space and an array of components, found an array of 2 elements"),
      (["a", [1], 2], "takes the name of a color space and an array of components, found an array of 3 elements"),
      (["a", [1, [2]]], "takes a number, found an array of 1 element"),
      (["a", ["red"]], "takes a number, found a string of 3 bytes"),
      (["a", [.double(.nan)]], "a component of the stored color is no finite number"),
      (["a", [1, .double(-.infinity)]], "a component of the stored color is no finite number"),
    ] as [(PropertyListValue, String)]
  )
  func anythingElseIsAnErrorThatSaysWhy(_ stored: PropertyListValue, _ message: String) throws {
    let error = try #require(throws: DefaultsError.self) { try StoredColor(fromPropertyList: stored) }
    #expect(error.code == .typeMismatch)
    #expect(error.message == message)
  }

  @Test(arguments: [.infinity, -.infinity, .nan] as [Double])
  func aColorThatCouldNotBeReadIsNotStored(_ component: Double) throws {
    let color = StoredColor(space: "kCGColorSpaceExtendedSRGB", components: [0, component, 0, 1])
    let error = try #require(throws: DefaultsError.self) { try color.propertyListValue() }
    #expect(error.code == .unencodableValue)
    #expect(error.message == "Color cannot be stored: a component is no finite number")
  }

  /// Core Graphics reads beyond the end of an array that is too short.
  @Test func aColorHasAsManyComponentsAsItsColorSpaceTakes() throws {
    let color = StoredColor(space: "kCGColorSpaceSRGB", components: [0.2, 0.4, 0.6, 1])
    #expect(try color.components(besidesOpacity: 3) == [0.2, 0.4, 0.6, 1])
    for (count, message) in [
      (1, "the stored color has 4 components, and its color space takes 2"),
      (2, "the stored color has 4 components, and its color space takes 3"),
      (4, "the stored color has 4 components, and its color space takes 5"),
      (nil, "the system has no color space of the stored color's name"),
    ] {
      let error = try #require(throws: DefaultsError.self) { try color.components(besidesOpacity: count) }
      #expect(error.code == .typeMismatch)
      #expect(error.message == message)
    }
  }
}

extension DefaultsBridge<[StoredColor]> {
  static var colors: Self {
    Self { colors in
      .array(try colors.map { try $0.propertyListValue() })
    } decode: { stored in
      guard case .array(let colors) = stored else { return [] }
      return try colors.map { try StoredColor(fromPropertyList: $0) }
    }
  }
}
