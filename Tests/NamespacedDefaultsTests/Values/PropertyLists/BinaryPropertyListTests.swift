import Foundation
import Testing

@testable import NamespacedDefaults
import NamespacedDefaultsMigration

@Suite struct BinaryPropertyListTests {
  /// Returns a binary property list of these objects, the first of which is its root; references take one byte.
  private func list(_ objects: [[UInt8]]) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return Data(bytes)
  }

  private func value(_ objects: [UInt8]...) throws -> PropertyListValue {
    try BinaryPropertyList.root(of: list(objects)).value
  }

  private func expectRefusal(_ reason: String, _ objects: [UInt8]..., sourceLocation: SourceLocation = #_sourceLocation)
  {
    let error = #expect(throws: Refusal.self, sourceLocation: sourceLocation) {
      try BinaryPropertyList.root(of: list(objects)).value
    }
    #expect(error?.description == reason, sourceLocation: sourceLocation)
  }

  @Test func whatFoundationWritesIsRead() throws {
    let written: [String: Any] = [
      "bool": true, "small": 5, "byte": 200, "negative": -1, "large": Int64.min, "unsigned": UInt64.max,
      "double": 0.1, "date": Date(timeIntervalSinceReferenceDate: 1.5), "data": Data([1, 2]),
      "ascii": "abc", "unicode": "Žluťoučký 🐎", "long": String(repeating: "x", count: 300),
      "array": [1, [2, "abc"]], "empty": [String: Any](),
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: written, format: .binary, options: 0)
    #expect(
      try BinaryPropertyList.root(of: data).value == [
        "bool": true, "small": 5, "byte": 200, "negative": -1, "large": .integer(.min),
        "unsigned": .unsignedInteger(.max),
        "double": 0.1, "date": .date(Date(timeIntervalSinceReferenceDate: 1.5)), "data": .data(Data([1, 2])),
        "ascii": "abc", "unicode": "Žluťoučký 🐎", "long": .string(String(repeating: "x", count: 300)),
        "array": [1, [2, "abc"]], "empty": [:],
      ]
    )
  }

  @Test func scalarsOfEverySizeAreRead() throws {
    #expect(try value([0x11, 0xFF, 0xFE]) == 65_534)
    #expect(try value([0x12, 0xFF, 0xFF, 0xFF, 0xFF]) == 4_294_967_295)
    #expect(try value([0x22, 0x3F, 0xC0, 0, 0]) == 1.5)
    #expect(try value([0x72, 0xC3, 0xA9]) == "é")
  }

  @Test func whatNoSettingCanHoldIsRefused() {
    expectRefusal("it has a set, which no setting can hold", [0xC1, 1], [0x09])
    expectRefusal("it has a set, which no setting can hold", [0xB0])
    expectRefusal("it has a null, which no setting can hold", [0xA1, 1], [0x00])
    expectRefusal("a reference of a keyed archive, which no setting can hold", [0x80, 5])
    expectRefusal("it has an object of an unknown kind", [0xE0])
    expectRefusal("a number has more than 64 bits", [0x14] + [UInt8](repeating: 1, count: 16))
    expectRefusal("a string is not Unicode", [0x61, 0xD8, 0x00])
    expectRefusal("a string is not Unicode", [0x51, 0xFF])
  }

  @Test func namesAreStringsAndStandOnce() {
    expectRefusal("a name in a dictionary is no string", [0xD1, 1, 1], [0x09])
    expectRefusal("it has a name twice in one dictionary", [0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x51, 0x61], [0x09])
  }

  @Test func lengthsAndReferencesThatLeadOutsideAreRefused() {
    expectRefusal("it refers to an object that does not exist", [0xA1, 9])
    expectRefusal("an object lies outside of it", [0x4F, 0x11, 0xFF, 0xFF])
    expectRefusal("an object has a wrong length", [0x4F, 0x13] + [UInt8](repeating: 0xFF, count: 8))
    expectRefusal("an object has a wrong length", [0x6F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7))
  }

  @Test func anArrayInItselfIsRefused() {
    expectRefusal("its objects refer to each other too often", [0xA1, 0])
    expectRefusal("more than 128 collections nest", [0xA1, 0], [UInt8](repeating: 0x0F, count: 500))
  }

  /// Ten arrays of ten references each to the next one would become ten thousand million values.
  @Test func sharedArraysAreNotExpandedWithoutBound() {
    var objects = (1...10).map { [0xAA] + [UInt8](repeating: UInt8($0), count: 10) }
    objects.append([0x09])
    #expect(throws: Refusal("its objects refer to each other too often")) {
      try BinaryPropertyList.root(of: list(objects))
    }
  }

  /// Two thousand references to one string of 64 KiB.
  @Test func aSharedStringIsNotExpandedWithoutBound() {
    let text = [0x5F, 0x12, 0, 1, 0, 0] + [UInt8](repeating: 0x61, count: 65_536)
    let references = [0xAF, 0x11, 0x07, 0xD0] + [UInt8](repeating: 1, count: 2_000)
    var data = list([references, text])
    #expect(throws: Refusal("its objects refer to each other too often")) {
      try BinaryPropertyList.root(of: data)
    }
    data = list([[0xA2, 1, 1], text])
    #expect(throws: Never.self) { try BinaryPropertyList.root(of: data) }
  }

  @Test func everyCutAndEveryChangedByteIsReadOrRefused() throws {
    let written: [String: Any] = ["a": [1, "two", Data([3])], "b": ["c": 4.5]]
    let data = try PropertyListSerialization.data(fromPropertyList: written, format: .binary, options: 0)
    for count in 0..<data.count {
      #expect(throws: Refusal.self) { try BinaryPropertyList.root(of: data.prefix(count)) }
    }
    for index in data.indices {
      for byte in 0...UInt8.max {
        var changed = data
        changed[index] = byte
        _ = try? BinaryPropertyList.root(of: changed).value
      }
    }
  }

  @Test func anImportRefusesThemAll() throws {
    let set = try #require(
      Data(base64Encoded: "YnBsaXN0MDDRAAEAAlFhwQABAAAACAAAAA0AAAAPAAAAAAAABAIAAAAAAAAAAwAAAAAAAAAAAAAAAAAAABI=")
    )
    let error = #expect(throws: DefaultsImportError.self) { try InMemoryStore().import(set, as: .propertyList) }
    #expect(
      error?.description == "nothing was imported: the binary property list is refused: "
        + "it has a set, which no setting can hold"
    )
    expectMismatch(URL.self, .data(set))
  }
}
