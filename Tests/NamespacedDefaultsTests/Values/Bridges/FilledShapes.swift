import Foundation
import NamespacedDefaults

/// Types of a newer release, whose values an older one stored in an older shape.
enum Shapes {
  struct Account: Codable, Equatable, Sendable {
    var name = "Ada"
    var age = 18
    var nickname: String?
  }

  struct City: Codable, Equatable, Sendable {
    var name = "Paris"
    var country = "France"
  }

  struct Street: Codable, Equatable, Sendable {
    var name = "Rue"
    var city = City()
  }

  struct Home: Codable, Equatable, Sendable {
    var rooms = 2
    var street = Street()
    var second: City?
  }

  /// A type that names a value.
  struct Server: Codable, Hashable, Sendable, DefaultsFallback {
    var host = "localhost"
    var port = 80

    static let fallback = Server(host: "named", port: 443)
  }

  struct Fleet: Codable, Equatable, Sendable {
    var servers: [Server] = []
    var byName: [String: Server] = [:]
    var byNumber: [Int: Server] = [:]
    var all: Set<Server> = []
    var racks: [[Server]] = []
    var spare: Server?
  }

  struct Atlas: Codable, Equatable, Sendable {
    var cities: [City] = []
    var capitals: [String: City] = [:]
  }

  enum Drawing: Codable, Equatable, Sendable {
    case circle(radius: Double, color: String)
    case line(length: Double)
  }

  enum NamedDrawing: Codable, Equatable, Sendable, DefaultsFallback {
    case circle(radius: Double, color: String)
    case line(length: Double)

    static let fallback = NamedDrawing.circle(radius: 0, color: "black")
  }

  struct Paper: Codable, Equatable, Sendable {
    enum Size: String, Codable { case a4, a5 }

    var size = Size.a4
    var drawing = Drawing.line(length: 1)
  }

  /// A type that is stored as an array, as tuples are.
  struct Vector: Codable, Equatable, Sendable {
    var x = 0.0
    var y = 0.0
    var z = 0.0

    init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      x = try container.decode(Double.self)
      y = try container.decode(Double.self)
      z = try container.decode(Double.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for number in [x, y, z] { try container.encode(number) }
    }
  }

  /// A pair of structs that is stored as an array.
  struct Route: Codable, Equatable, Sendable {
    var from = City()
    var to = City(name: "Rome", country: "Italy")

    init() {}

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      from = try container.decode(City.self)
      to = try container.decode(City.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(from)
      try container.encode(to)
    }
  }

  /// `@unchecked Sendable`: nothing changes it after its creation.
  class Vehicle: Codable, Equatable, @unchecked Sendable {
    var wheels: Int
    var brand: String

    init(wheels: Int, brand: String) { (self.wheels, self.brand) = (wheels, brand) }

    static func == (left: Vehicle, right: Vehicle) -> Bool { left.parts == right.parts }

    var parts: [String] { ["\(wheels)", brand] }
  }

  /// `@unchecked Sendable`: as above.
  final class Truck: Vehicle, @unchecked Sendable {
    var load: Int

    init(wheels: Int, brand: String, load: Int) {
      self.load = load
      super.init(wheels: wheels, brand: brand)
    }

    private enum CodingKeys: String, CodingKey { case load }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      load = try container.decode(Int.self, forKey: .load)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(load, forKey: .load)
      try super.encode(to: container.superEncoder())
    }

    override var parts: [String] { super.parts + ["\(load)"] }
  }

  struct Renamed: Codable, Equatable, Sendable {
    var firstName = "Ada"
    var age = 18

    enum CodingKeys: String, CodingKey { case firstName = "first_name", age = "years" }
  }

  /// A struct around a value that is stored as that value.
  struct Box: Codable, Equatable, Sendable {
    var city = City()

    init() {}
    init(_ city: City) { self.city = city }
    init(from decoder: any Decoder) throws { city = try decoder.singleValueContainer().decode(City.self) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(city)
    }
  }

  /// A type whose members are in nested containers.
  struct Flat: Codable, Equatable, Sendable {
    var width = 1
    var height = 2
    var marks = [3, 4]

    init() {}
    init(_ width: Int, _ height: Int, _ marks: [Int]) { (self.width, self.height, self.marks) = (width, height, marks) }

    enum CodingKeys: CodingKey { case size, marks }
    enum SizeKeys: CodingKey { case width, height }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let size = try container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      width = try size.decode(Int.self, forKey: .width)
      height = try size.decode(Int.self, forKey: .height)
      var marks = try container.nestedUnkeyedContainer(forKey: .marks)
      self.marks = [try marks.decode(Int.self), try marks.decode(Int.self)]
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var size = container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      try size.encode(width, forKey: .width)
      try size.encode(height, forKey: .height)
      var marks = container.nestedUnkeyedContainer(forKey: .marks)
      for mark in self.marks { try marks.encode(mark) }
    }
  }

  /// A type that has an opinion of its own about what is missing.
  struct Opinionated: Codable, Equatable, Sendable {
    var name = "Ada"
    var age = 18

    init() {}
    init(name: String, age: Int) { (self.name, self.age) = (name, age) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      age = try container.decodeIfPresent(Int.self, forKey: .age) ?? -1
    }
  }

  struct Kinds: Codable, Equatable, Sendable {
    var bool = false
    var int8: Int8 = 1
    var int16: Int16 = 2
    var int32: Int32 = 3
    var int64: Int64 = 4
    var uint: UInt = 5
    var uint8: UInt8 = 6
    var uint16: UInt16 = 7
    var uint32: UInt32 = 8
    var uint64: UInt64 = 9
    var float: Float = 0.5
    var double = 1.5
    var text = "text"
    var added = "added"
  }

  struct Foreign: Codable, Equatable, Sendable {
    var date = Date(timeIntervalSinceReferenceDate: 1)
    var data = Data([1])
    var url = URL(string: "https://a.example")!
    var decimal = Decimal(string: "0.1")!
    var id = UUID(uuidString: "C0FFEE00-1234-4ABC-8DEF-0123456789AB")!
    var added = 1
  }

  /// A type whose values contain one another.
  struct Folder: Codable, Equatable, Sendable, DefaultsFallback {
    var name = ""
    var folders: [Folder] = []
    var color = "blue"

    static let fallback = Folder()
  }
}
