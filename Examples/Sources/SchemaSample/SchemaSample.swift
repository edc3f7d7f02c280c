import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Settings of every kind, for the check of their JSON Schema by `Tests/Schema/check`.
///
///     SchemaSample          prints the schema
///     SchemaSample FILE     writes a value of each setting to a JSON file, which may be there
@main
struct SchemaSample {
  enum Level: String, CaseIterable, DefaultsSerializable { case debug, info, warning }
  enum Size: Int, CaseIterable, Codable, DefaultsSerializable { case small = 1, large = 9 }

  struct Server: Codable, DefaultsSerializable {
    var host = "localhost"
    var port: UInt16 = 80
    var load = 1.0
    var size = Size.small
    var since = Date(timeIntervalSinceReferenceDate: 0)
    var timeout = Duration.seconds(3)
    var tags = ["a"]
    var limits = ["cpu": 2]
    var note: String?
  }

  struct Account: BoolDefaultSettable, StringDefaultSettable {
    enum BoolKey: String, CaseIterable { case isUserLoggedIn }
    enum StringKey: String, CaseIterable { case name }
  }

  static let settings: [any Setting] = [
    Sample("bool", false, true), Sample("int", 0, -7), Sample("byte", 0 as UInt8, 255),
    Sample("large", 0 as UInt64, .max),
    Sample("double", 0.5, 2), Sample("infinite", 0.5, -.infinity), Sample("decimal", Decimal(1), Decimal(2.5)),
    Sample("text", "", "a \"text\"\n"), Sample("url", URL?.none, URL(string: "https://example.org/a b")),
    Sample("file", URL?.none, URL(filePath: "/etc/hosts")), Sample("id", UUID?.none, UUID()),
    Sample("date", Date?.none, Date(timeIntervalSinceReferenceDate: 0.25)),
    Sample("far", Date.distantPast, Date(timeIntervalSinceReferenceDate: 1e12)),
    Sample("data", Data(), Data([0, 255])),
    Sample("json", Data(), Data(#"{"a":1}"#.utf8)), Sample("timeout", Duration.seconds(1), .milliseconds(5_400_250)),
    Sample("list", [0], [1, 2]), Sample("set", Set<String>(), ["a", "b"]), Sample("range", 1...2, 3...4),
    Sample("names", [String: Bool](), ["a": true]), Sample("numbers", [Int: [UInt8]](), [1: [2]]),
    Sample("log.level", Level.info, .warning), Sample("size", Size?.none, .large),
    Sample("server", Server(), Server(port: 443, note: "new")), Sample("n.server", Server(), Server(host: "b")),
    Sample("servers", [Server](), [Server()]), Sample("open", PropertyListValue.bool(true), ["a": [1, "b"]]),
    Sample(DefaultsKey("columns", defaultValue: 4).validating(.clamped(to: 1...12)), 12),
    Sample(DefaultsKey<Double?>("ratio").validating(.within(0...1)), 0.5),
    Sample(DefaultsKey("token", defaultValue: "").secret(), "hidden"),
    Sample(DefaultsKey("level", defaultValue: 1).renamed(from: "oldLevel"), 2), Sample("level.of", 1, 2),
  ]

  static func main() throws {
    guard CommandLine.arguments.count > 1 else {
      let audit = NamespaceAudit(Account.self, keys: settings.map(\.key))
      print(String(decoding: try audit.jsonSchema(), as: UTF8.self))
      return
    }
    try Defaults.withStore(try JSONStore(path: CommandLine.arguments[1])) {
      for setting in settings { try setting.write() }
      Account.set(true, forKey: .isUserLoggedIn)
      Account.set("Ann", forKey: .name)
    }
  }
}

/// A setting, and a value for it.
protocol Setting: Sendable {
  var key: DefaultsKeys { get }
  func write() throws
}

struct Sample<Value: DefaultsSerializable>: Setting {
  let typed: DefaultsKey<Value>
  let value: Value

  init(_ name: String, _ defaultValue: Value, _ value: Value) {
    self.init(DefaultsKey(name, defaultValue: defaultValue), value)
  }

  init(_ key: DefaultsKey<Value>, _ value: Value) { (typed, self.value) = (key, value) }

  var key: DefaultsKeys { typed }

  func write() throws { try typed.write(value) }
}
