import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// A value that an older release stored, read as the type of a newer one.
struct ShapeChange: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let stored: String
  /// Reads a stored form, and returns whether the value is the expected one; throws what the key throws.
  let matches: @Sendable (PropertyListValue) throws -> Bool
  let isRead: Bool

  /// A change of a type whose key has a default; `nil` is expected where the value stays an error.
  init<New: Codable & Equatable & Sendable>(_ change: String, _ stored: String, default value: New, _ expected: New?) {
    self.init(change, stored, DefaultsKey("x", defaultValue: value, bridge: .jsonData), expected)
  }

  /// A change of a type whose key has no default.
  init<New: Codable & Equatable & Sendable>(_ change: String, _ stored: String, _ expected: New?) {
    self.init(change, stored, DefaultsKey<New?>("x", bridge: .jsonData), expected.map { $0 })
  }

  private init<Value: Equatable>(_ change: String, _ stored: String, _ key: DefaultsKey<Value>, _ expected: Value?) {
    testDescription = change
    self.stored = stored
    isRead = expected != nil
    matches = { try key.decode($0) == expected }
  }
}

/// Members that a stored value lacks come from the key's default, or from a value that the type names.
@Suite struct FilledValuesTests {
  typealias Account = Shapes.Account
  typealias Home = Shapes.Home
  typealias Street = Shapes.Street
  typealias City = Shapes.City
  typealias Server = Shapes.Server
  typealias Fleet = Shapes.Fleet

  static let rome = City(name: "Rome", country: "Italy")
  static let account = Account(name: "Default", age: 18, nickname: "D")
  static let home = Home(rooms: 3, street: Street(name: "Way", city: City(name: "Bonn", country: "Germany")))

  static let changes: [ShapeChange] = [
    // What is missing comes from the default.
    .init("added property", #"{"name":"Ada"}"#, default: account, Account(name: "Ada", age: 18)),
    .init("two added properties", #"{"nickname":"A"}"#, default: account, Account(name: "Default", nickname: "A")),
    .init("added optional", #"{"name":"Ada","age":3}"#, default: account, Account(name: "Ada", age: 3)),
    .init("added nested struct", #"{"rooms":7}"#, default: home, Home(rooms: 7, street: home.street)),
    .init(
      "added property of a nested struct",
      #"{"rooms":7,"street":{"name":"S","city":{"name":"Rom"}}}"#,
      default: home,
      Home(rooms: 7, street: Street(name: "S", city: City(name: "Rom", country: "Germany")))
    ),
    .init(
      "added properties at every depth",
      #"{"street":{"city":{"name":"Rom"}}}"#,
      default: home,
      Home(rooms: 3, street: Street(name: "Way", city: City(name: "Rom", country: "Germany")))
    ),
    .init(
      "added property of an optional struct",
      #"{"rooms":1,"street":{},"second":{"name":"Rom"}}"#,
      default: Home(rooms: 3, street: home.street, second: rome),
      Home(rooms: 1, street: home.street, second: City(name: "Rom", country: "Italy"))
    ),
    .init(
      "added array and dictionary",
      #"{"byNumber":{},"all":[],"racks":[]}"#,
      default: Fleet(servers: [Server()], byName: ["a": Server()]),
      Fleet(servers: [Server()], byName: ["a": Server()])
    ),
    .init("removed property", #"{"name":"Ada","age":3,"shoe":40}"#, default: account, Account(name: "Ada", age: 3)),
    .init("removed and added property", #"{"name":"Ada","shoe":40}"#, default: account, Account(name: "Ada")),
    .init("renamed property", #"{"name":"Ada","years":3}"#, default: account, Account(name: "Ada", age: 18)),
    .init(
      "names of its own",
      #"{"first_name":"Bob"}"#,
      default: Shapes.Renamed(),
      Shapes.Renamed(firstName: "Bob", age: 18)
    ),
    .init("empty object", "{}", default: Account(name: "Default"), Account(name: "Default")),
    .init("empty nested object", #"{"rooms":1,"street":{}}"#, default: home, Home(rooms: 1, street: home.street)),
    .init(
      "added raw value",
      #"{"drawing":{"line":{"length":2}}}"#,
      default: Shapes.Paper(size: .a5),
      Shapes.Paper(size: .a5, drawing: .line(length: 2))
    ),
    .init(
      "added associated value",
      #"{"circle":{"radius":2}}"#,
      default: Shapes.Drawing.circle(radius: 1, color: "red"),
      .circle(radius: 2, color: "red")
    ),
    .init("longer tuple", "[1,2]", default: Shapes.Vector(7, 8, 9), Shapes.Vector(1, 2, 9)),
    .init("shorter tuple", "[1,2,3,4]", default: Shapes.Vector(7, 8, 9), Shapes.Vector(1, 2, 3)),
    .init(
      "longer tuple of structs",
      #"[{"name":"Nice"}]"#,
      default: Shapes.Route(),
      {
        var route = Shapes.Route()
        route.from.name = "Nice"
        return route
      }()
    ),
    .init(
      "added property of a subclass",
      #"{"super":{"wheels":6,"brand":"B"}}"#,
      default: Shapes.Truck(wheels: 4, brand: "D", load: 9),
      Shapes.Truck(wheels: 6, brand: "B", load: 9)
    ),
    .init(
      "added property of a superclass",
      #"{"load":3,"super":{"wheels":6}}"#,
      default: Shapes.Truck(wheels: 4, brand: "D", load: 9),
      Shapes.Truck(wheels: 6, brand: "D", load: 3)
    ),
    .init(
      "struct in a single value",
      #"{"name":"Rom"}"#,
      default: Shapes.Box(rome),
      Shapes.Box(City(name: "Rom", country: "Italy"))
    ),
    .init(
      "nested containers",
      #"{"size":{"width":5},"marks":[6]}"#,
      default: Shapes.Flat(),
      Shapes.Flat(5, 2, [6, 4])
    ),
    .init(
      "a default in the type itself",
      #"{"age":null}"#,
      default: Shapes.Opinionated(name: "Default", age: 3),
      Shapes.Opinionated(name: "Default", age: -1)
    ),
    .init(
      "what the type itself fills in",
      "{}",
      default: Shapes.Opinionated(name: "Default", age: 3),
      Shapes.Opinionated(name: "Default", age: -1)
    ),
    .init(
      "numbers of each kind",
      #"""
      {"bool":true,"int8":-128,"int16":-32768,"int32":-2147483648,"int64":-9223372036854775808,"uint":1,"uint8":255,
       "uint16":65535,"uint32":4294967295,"uint64":18446744073709551615,"float":0.5,"double":0.1,"text":"t"}
      """#,
      default: Shapes.Kinds(),
      Shapes.Kinds(
        bool: true,
        int8: .min,
        int16: .min,
        int32: .min,
        int64: .min,
        uint: 1,
        uint8: .max,
        uint16: .max,
        uint32: .max,
        uint64: .max,
        float: 0.5,
        double: 0.1,
        text: "t"
      )
    ),
    .init(
      "numbers of each kind, added",
      #"{"bool":true}"#,
      default: Shapes.Kinds(int8: 5, uint64: .max, float: 0.1),
      Shapes.Kinds(bool: true, int8: 5, uint64: .max, float: 0.1)
    ),
    .init("object in a box", #"{"value":{"name":"Ada"}}"#, default: account, Account(name: "Ada", age: 18)),

    // What is missing comes from the value that the type names.
    .init("key without a default", #"{"host":"h"}"#, Server(host: "h", port: 443)),
    .init("the key's default comes first", #"{"host":"h"}"#, default: Server(), Server(host: "h", port: 80)),
    .init("empty object, key without a default", "{}", Server(host: "named", port: 443)),
    .init(
      "elements of an array",
      #"[{"host":"h"},{"port":1}]"#,
      [Server(host: "h", port: 443), Server(host: "named", port: 1)]
    ),
    .init(
      "elements of an array with a default",
      #"[{"host":"h"}]"#,
      default: [Server()],
      [Server(host: "h", port: 443)]
    ),
    .init(
      "values of a dictionary",
      #"{"a":{"host":"h"}}"#,
      default: ["a": Server()],
      ["a": Server(host: "h", port: 443)]
    ),
    .init(
      "collections inside",
      #"{"servers":[{"host":"1"}],"byName":{"a":{"host":"2"}},"byNumber":{"7":{"host":"3"}},"all":[{"host":"4"}],"racks":[[{"host":"5"}],[]]}"#,
      default: Fleet(servers: [Server()], byName: ["a": Server()]),
      Fleet(
        servers: [Server(host: "1", port: 443)],
        byName: ["a": Server(host: "2", port: 443)],
        byNumber: [7: Server(host: "3", port: 443)],
        all: [Server(host: "4", port: 443)],
        racks: [[Server(host: "5", port: 443)], []]
      )
    ),
    .init(
      "optional struct that the default lacks",
      #"{"servers":[],"byName":{},"byNumber":{},"all":[],"racks":[],"spare":{"host":"h"}}"#,
      default: Fleet(),
      Fleet(spare: Server(host: "h", port: 443))
    ),
    .init(
      "associated value of another case than the default's",
      #"{"circle":{"radius":2}}"#,
      default: Shapes.NamedDrawing.line(length: 1),
      .circle(radius: 2, color: "black")
    ),
    .init(
      "values that contain one another",
      #"{"folders":[{"folders":[{"name":"c"}]}],"name":"a"}"#,
      default: Shapes.Folder(color: "red"),
      Shapes.Folder(name: "a", folders: [Shapes.Folder(name: "", folders: [Shapes.Folder(name: "c")])], color: "red")
    ),

    // What stays an error.
    .init("key without a default, type without a value", #"{"name":"Ada"}"#, Account?.none),
    .init(
      "elements of a type without a value",
      #"{"cities":[{"name":"Rom"}],"capitals":{}}"#,
      default: Shapes.Atlas(cities: [rome]),
      nil
    ),
    .init(
      "values of a type without a value",
      #"{"cities":[],"capitals":{"a":{"name":"Rom"}}}"#,
      default: Shapes.Atlas(capitals: ["a": rome]),
      nil
    ),
    .init(
      "associated value of another case",
      #"{"circle":{"radius":2}}"#,
      default: Shapes.Drawing.line(length: 1),
      nil
    ),
    .init("the only property renamed", #"{"title":"Ada"}"#, default: account, nil),
    .init("the only property of a nested struct renamed", #"{"rooms":1,"street":{"title":"S"}}"#, default: home, nil),
    .init("unknown case", #"{"size":"a6"}"#, default: Shapes.Paper(), nil),
    .init("member of another type", #"{"name":7}"#, default: account, nil),
    .init("member of another type, at a depth", #"{"street":{"city":{"name":[]}}}"#, default: home, nil),
    .init("number that does not fit", #"{"int8":128}"#, default: Shapes.Kinds(), nil),
    .init("null", #"{"name":null}"#, default: account, nil),
    .init("null in place of a struct", #"{"street":null}"#, default: home, nil),
    .init("null in an array", #"{"servers":[null]}"#, default: Fleet(), nil),
    .init("array in place of an object", #"[{"name":"Ada"}]"#, default: account, nil),
    .init("object in place of an array", #"{"servers":{"host":"h"}}"#, default: Fleet(), nil),
    .init("text in place of an object", #""Ada""#, default: account, nil),
    .init("no JSON", #"{"name":"Ada""#, default: account, nil),
  ]

  @Test(arguments: changes)
  func aValueOfAnOlderShapeIsRead(change: ShapeChange) throws {
    var forms: [PropertyListValue] = [.data(Data(change.stored.utf8)), .string(change.stored)]
    // A property list has no null.
    if let tree = try? JSONReader.value(of: Data(change.stored.utf8)) {
      forms.append(tree)
      if tree.array != nil || tree.dictionary != nil {
        let encoder = PropertyListEncoder()
        for format in [PropertyListDecoder.PropertyListFormat.binary, .xml] {
          encoder.outputFormat = format
          forms.append(.data(try encoder.encode(PropertyListTree(tree))))
        }
      }
    }
    for form in forms {
      if change.isRead {
        #expect(try change.matches(form), "\(form)")
      } else {
        #expect(throws: (any Error).self, "\(form)") { try change.matches(form) }
      }
    }
  }

  @Test func numbersAndDatesKeepEveryDigit() throws {
    let json = #"""
      {"date":-0.1,"data":"AQID","url":"https:\/\/b.example","decimal":0.12345678901234567890123456789012345678,
       "id":"7B1B3F5A-0F0E-4C55-8E8C-0B0B0B0B0B0B"}
      """#
    let value = try DefaultsKey("x", defaultValue: Shapes.Foreign(), bridge: .jsonData).decode(.string(json))
    #expect(
      value
        == Shapes.Foreign(
          date: Date(timeIntervalSinceReferenceDate: -0.1),
          data: Data([1, 2, 3]),
          url: try #require(URL(string: "https://b.example")),
          decimal: try #require(Decimal(string: "0.12345678901234567890123456789012345678")),
          id: try #require(UUID(uuidString: "7B1B3F5A-0F0E-4C55-8E8C-0B0B0B0B0B0B")),
          added: 1
        )
    )
  }

  @Test func aDictionaryKeepsItsDatesAndData() throws {
    let key = DefaultsKey("x", defaultValue: Shapes.Foreign(), bridge: .dictionary)
    var expected = Shapes.Foreign()
    expected.date = Date(timeIntervalSinceReferenceDate: 0.1)
    expected.data = Data([7])
    #expect(
      try key.decode(["date": .date(Date(timeIntervalSinceReferenceDate: 0.1)), "data": .data(Data([7]))]) == expected
    )
  }

  @Test func whatIsMissingComesFromADateOfTheDefault() throws {
    let key = DefaultsKey("x", defaultValue: Shapes.Foreign(), bridge: .jsonString)
    var expected = Shapes.Foreign()
    expected.added = 2
    #expect(try key.decode(#"{"added":2}"#) == expected)
  }

  @Test func theErrorIsThatOfTheMemberThatIsWrongAndNotOfOneThatIsFilledIn() {
    let key = DefaultsKey("x", defaultValue: Self.home, bridge: .jsonData)
    let message = "takes a text at street.city.name, found an integer"
    #expect(throws: DefaultsError(.typeMismatch, message)) {
      try key.decode(#"{"street":{"city":{"name":1}}}"#)
    }
  }

  /// On the stack that threads have on Apple platforms, which is smaller than elsewhere.
  @Test(arguments: [(depth: 60, isRead: true), (65, false), (200, false), (100_000, false)])
  func valuesNestToABound(depth: Int, isRead: Bool) {
    let json = String(repeating: #"{"folders":["#, count: depth) + String(repeating: "]}", count: depth)
    let result = Lockbox<Bool?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let key = DefaultsKey<Shapes.Folder?>("x", bridge: .jsonString)
      result.change { $0 = (try? key.decode(.string(json))) != nil }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    #expect(result.value == isRead)
  }

  @Test func aDefaultThatHasNoFormIsNoObstacle() throws {
    let key = DefaultsKey("x", defaultValue: Shapes.Kinds(double: .nan), bridge: .dictionary)
    #expect(try key.decode(["bool": true]).int8 == 1)
    let json = DefaultsKey("x", defaultValue: Shapes.Kinds(double: .nan), bridge: .jsonData)
    #expect(throws: DefaultsError.self) { try json.decode(["bool": true, "text": 1]) }
  }

  @Test func aTypeReadsItselfAsItIs() {
    #expect(throws: DefaultsError.self) { try decodeStored(Stored.self, from: #"{"host":"h"}"#) }
    #expect(PropertyListValue.string(#"{"host":"h"}"#).decoded(as: Stored.self) == Stored(host: "h", port: 1))
  }

  struct Stored: Codable, Equatable, DefaultsSerializable, DefaultsFallback {
    var host: String
    var port: Int

    static let fallback = Stored(host: "named", port: 1)
  }

  @Test func elementsThatAreStoredOneByOneAreFilled() throws {
    let key = DefaultsKey("x", defaultValue: [Stored(host: "default", port: 9)])
    let expected = [Stored(host: "a", port: 1), Stored(host: "named", port: 2)]
    #expect(try key.decode([#"{"host":"a"}"#, .data(Data(#"{"port":2}"#.utf8))]) == expected)
    #expect(try key.decode([["host": "a"], ["port": 2]]) == expected)
    let named = DefaultsKey<[String: Stored]>("x", defaultValue: [:])
    #expect(try named.decode(["a": ["host": "b"]]) == ["a": Stored(host: "b", port: 1)])
  }
}
