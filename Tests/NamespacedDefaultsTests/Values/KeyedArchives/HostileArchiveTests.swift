#if UserDefaults
  import Foundation
  import Testing

  @testable import NamespacedDefaults

  /// Archives that no archiver makes, of which each differs from a sound one in one thing.
  @Suite struct HostileArchiveTests {
    #if !canImport(Darwin)
      /// An object in an array in an archived pond; others follow it.
      struct Content: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let className: String
        let members: [(String, Part)]
        var others: [Part] = []
        let isSound: Bool

        init(_ name: String, _ className: String, _ members: [(String, Part)], _ others: [Part] = [], isSound: Bool) {
          testDescription = name
          (self.className, self.members, self.others, self.isSound) = (className, members, others, isSound)
        }

        /// The number of the first of the other objects.
        static let other = 8
      }

      static let contents: [Content] = [
        Content("a date", "NSDate", [("NS.time", .double(1))], isSound: true),
        Content("a date without a time", "NSDate", [], isSound: false),
        Content("a date whose time is a text", "NSDate", [("NS.time", .text("1"))], isSound: false),
        Content("a date whose time is a whole number", "NSDate", [("NS.time", .integer(1))], isSound: false),
        Content("a date whose time is another object", "NSDate", [("NS.time", .reference(0))], isSound: false),
        Content("a text", "NSMutableString", [("NS.string", .text("a"))], isSound: true),
        Content("a text without characters", "NSMutableString", [], isSound: false),
        Content("a text that is a number", "NSMutableString", [("NS.string", .integer(1))], isSound: false),
        Content("a text that is data", "NSString", [("NS.string", .data([0x61]))], isSound: false),
        Content("a text that is another object", "NSString", [("NS.string", .reference(7))], isSound: false),
        Content("data", "NSMutableData", [("NS.data", .data([1]))], isSound: true),
        Content("data that is a text", "NSMutableData", [("NS.data", .text("a"))], isSound: false),
        Content("a UUID", "NSUUID", [("NS.uuidbytes", .data(Array(0..<16)))], isSound: true),
        Content("a UUID of fifteen bytes", "NSUUID", [("NS.uuidbytes", .data(Array(0..<15)))], isSound: false),
        Content(
          "a URL",
          "NSURL",
          [("NS.relative", .reference(Content.other)), ("NS.base", .reference(0))],
          [.text("a:b")],
          isSound: true
        ),
        Content("a URL without a text", "NSURL", [("NS.base", .reference(0))], isSound: false),
        Content(
          "a URL whose text is none",
          "NSURL",
          [("NS.relative", .reference(Content.other)), ("NS.base", .reference(0))],
          [.integer(1)],
          isSound: false
        ),
        Content(
          "a URL whose base is a text",
          "NSURL",
          [("NS.relative", .reference(Content.other)), ("NS.base", .reference(Content.other + 1))],
          [.text("a:b"), .text("c:d")],
          isSound: false
        ),
        Content(
          "a URL whose base is an array",
          "NSURL",
          [("NS.relative", .reference(Content.other)), ("NS.base", .reference(3))],
          [.text("a:b")],
          isSound: false
        ),
        Content(
          "a URL that is its own base",
          "NSURL",
          [("NS.relative", .reference(Content.other)), ("NS.base", .reference(5))],
          [.text("a:b")],
          isSound: false
        ),
      ]

      @Test(arguments: contents) func anObjectHasTheMembersOfItsClass(content: Content) throws {
        let objects: [Part] =
          [
            .text("$null"),
            .dictionary([("$class", .reference(2)), ("content", .reference(3))]), .type(NSStringFromClass(Pond.self)),
            .dictionary([("$class", .reference(4)), ("NS.objects", .array([.reference(5)]))]), .type("NSArray"),
            .dictionary([("$class", .reference(6))] + content.members), .type(content.className),
            .text("unused"),
          ] + content.others
        let pond = try? DefaultsBridge<Pond>.keyedArchive.decode(.data(archive(of: objects)))
        #expect((pond?.content.count == 1) == content.isSound)
      }
    #endif

    /// The root and the bases of a URL, each with its class.
    private func url(bases: Int, class name: String = "NSURL", of last: Part? = nil) -> Data {
      var objects: [Part] = [.text("$null"), .text("b"), .text("https://a.example/"), .type(name), .type("NSURL")]
      let first = objects.count
      for index in 0...bases {
        let isLast = index == bases
        objects.append(
          .dictionary([
            ("$class", .reference(isLast && bases > 0 ? 3 : 4)), ("NS.relative", .reference(isLast ? 2 : 1)),
            ("NS.base", isLast ? last ?? .reference(0) : .reference(first + index + 1)),
          ])
        )
      }
      return archive(of: objects, root: first)
    }

    @Test func basesOfAURLAreReadToABound() {
      #expect(URL(archive: url(bases: 0))?.absoluteString == "https://a.example/")
      #expect(URL(archive: url(bases: 1))?.absoluteString == "https://a.example/b")
      #expect(URL(archive: url(bases: 7))?.absoluteString == "https://a.example/b")
      #expect(URL(archive: url(bases: 8)) == nil)
    }

    @Test func aBaseOfAURLIsAURL() {
      #expect(URL(archive: url(bases: 1, class: "NSDate")) == nil)
      #expect(URL(archive: url(bases: 1, of: .reference(1))) == nil)
      #expect(URL(archive: url(bases: 1, of: .reference(99))) == URL(archive: url(bases: 1)))
    }

    @Test func aURLThatIsItsOwnBaseIsRefused() {
      #expect(URL(archive: url(bases: 0, of: .reference(5))) == nil)
      #expect(URL(archive: url(bases: 2, of: .reference(6))) == nil)
    }
  }

  /// A part of a binary property list, with the references that only archives have.
  enum Part: Sendable {
    case text(String), data([UInt8]), integer(UInt32), double(Double), reference(Int), array([Part])
    case dictionary([(String, Part)])

    /// The description of a class.
    static func type(_ name: String) -> Part {
      .dictionary([("$classname", .text(name)), ("$classes", .array([.text(name), .text("NSObject")]))])
    }
  }

  /// Returns a keyed archive of objects.
  private func archive(of objects: [Part], root: Int = 1) -> Data {
    var encoded: [[UInt8]] = []
    func header(_ kind: UInt8, _ count: Int) -> [UInt8] {
      count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 0xF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)]
    }
    func bytes(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
    /// Returns the number of the part, which stands behind those that it contains.
    func add(_ part: Part) -> Int {
      let content: [UInt8] =
        switch part {
        case .text(let text): header(5, text.utf8.count) + Array(text.utf8)
        case .data(let data): header(4, data.count) + data
        case .integer(let number): [0x12] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        case .double(let number):
          [0x23] + (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (56 - 8 * $0)) }
        case .reference(let number): [0x80, UInt8(number)]
        case .array(let parts): header(0xA, parts.count) + parts.map(add).flatMap(bytes)
        case .dictionary(let members):
          header(0xD, members.count) + members.map { add(.text($0.0)) }.flatMap(bytes)
            + members.map { add($0.1) }.flatMap(bytes)
        }
      encoded.append(content)
      return encoded.count - 1
    }
    let top = add(
      .dictionary([
        ("$archiver", .text("NSKeyedArchiver")), ("$version", .integer(100_000)),
        ("$top", .dictionary([("root", .reference(root))])), ("$objects", .array(objects)),
      ])
    )
    var list = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in encoded {
      offsets += bytes(list.count)
      list += object
    }
    let table = list.count
    list += offsets + [0, 0, 0, 0, 0, 0, 2, 2]
    for number in [encoded.count, top, table] { list += Array(repeating: 0, count: 6) + bytes(number) }
    return Data(list)
  }
#endif
