import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

// The article on members, rules and formats.

struct Reader: Codable, DefaultsSerializable {
  var font = Font()
  var bookmark: Int?

  struct Font: Codable, Sendable { var name = "Serif", size = 14.0 }
}

extension DefaultsKeys {
  static let reader = DefaultsKey("reader", defaultValue: Reader())
  static let readerFontSize = reader[\.font.size]
  static let guest = DefaultsKey<Reader?>("guest")
  static let guestBookmark = guest[\.bookmark]  // DefaultsKey<Int?>
}

func enlarge() {
  Defaults[.readerFontSize] += 1
}

extension DefaultsKeys {
  static let columns = DefaultsKey("columns", defaultValue: 4)
    .validating(.clamped(to: 1...12))
    .described(as: "The number of columns of the grid.")
  // What is not in the range is refused.
  static let port = DefaultsKey("port", defaultValue: 8080)
    .validating(.within(1024...65535))
  static let server = DefaultsKey("server", defaultValue: "localhost")
    .validating(.hostName)
}

extension DefaultsValidation<String> {
  static var hostName: Self {
    Self("a host name") { name in
      guard !name.isEmpty, !name.contains("/") else {
        throw DefaultsError(.invalidValue, "this is no host name")
      }
      return name.lowercased()
    }
  }
}

struct Version: RawRepresentable, DefaultsSerializable {
  var major: Int
  var minor: Int

  init?(rawValue: String) {
    let parts = rawValue.split(separator: ".").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    (major, minor) = (parts[0], parts[1])
  }

  var rawValue: String { "\(major).\(minor)" }
}

struct Playlist: Collection, Codable, DefaultsSerializable {
  var songs: [String] = []
  var startIndex: Int { 0 }
  var endIndex: Int { songs.count }
  subscript(position: Int) -> String { songs[position] }
  func index(after index: Int) -> Int { index + 1 }

  func propertyListValue() throws -> PropertyListValue? {
    try songs.propertyListValue()
  }
  static func value(
    fromPropertyList stored: PropertyListValue
  ) throws -> Self {
    Playlist(songs: try [String].value(fromPropertyList: stored))
  }
}

extension DefaultsKeys {
  static let lastVersion = DefaultsKey<Version?>("lastVersion")  // "2.1"
  // Stored as ["Emily", …].
  static let favorites = DefaultsKey("favorites", defaultValue: Playlist())
  // Stored as a dictionary of its members.
  static let window = DefaultsKey<Reader.Font>(
    "font",
    defaultValue: .init(),
    bridge: .dictionary
  )
}

extension DefaultsBridge where Value: Codable {
  static func sealed(
    seal: @escaping @Sendable (Data) throws -> Data,
    open: @escaping @Sendable (Data) throws -> Data
  ) -> Self {
    Self {
      .data(try seal(JSONEncoder().encode($0)))
    } decode: {
      try JSONDecoder().decode(
        Value.self,
        from: open(Data.value(fromPropertyList: $0))
      )
    }
  }
}

/// The article's code does what it says.
@Suite(.isolatedDefaults)
struct ComposingKeysTests {
  @Test func everyBlockIsCompiledHere() throws {
    let file = try MarkdownFile(article: "ComposingKeys")
    #expect(file.blocks.count == 4)
    try file.expectBlocks(in: "ComposingKeysTests.swift")
  }

  @Test func membersAreKeys() {
    enlarge()
    #expect(Defaults[.reader].font.size == 15)
    #expect(Defaults[.guestBookmark] == nil)
    Defaults[.guest] = Reader()
    Defaults[.guestBookmark] = 7
    #expect(Defaults[.guest]?.bookmark == 7)
  }

  @Test func rulesHold() {
    Defaults[.columns] = 50
    #expect(Defaults[.columns] == 12)
    #expect(throws: DefaultsError.self) { try DefaultsKeys.port.write(80) }
    Defaults[.server] = "Example.ORG"
    #expect(Defaults[.server] == "example.org")
    #expect(throws: DefaultsError.self) { try DefaultsKeys.server.write("") }
  }

  @Test func formatsAreReadable() throws {
    Defaults[.favorites].songs.append("Emily")
    #expect(try Defaults.store.value(forKey: "favorites") == ["Emily"])
    Defaults[.lastVersion] = Version(rawValue: "2.1")
    #expect(try Defaults.store.value(forKey: "lastVersion") == "2.1")
    #expect(Defaults[.lastVersion]?.minor == 1)
    Defaults[.window].size = 20.5
    #expect(try Defaults.store.value(forKey: "font") == ["name": "Serif", "size": 20.5])
    #expect(Defaults[.window].size == 20.5)
  }

  @Test func sealedValuesComeBack() throws {
    let reversed: @Sendable (Data) -> Data = { Data($0.reversed()) }
    let key = DefaultsKey("secret", defaultValue: Reader(), bridge: .sealed(seal: reversed, open: reversed))
    key.value.bookmark = 3
    #expect(key.value.bookmark == 3)
    let stored = try Defaults.store.value(forKey: "secret")?.decoded(as: Data.self)
    #expect(stored?.first == UInt8(ascii: "}"))
  }
}
