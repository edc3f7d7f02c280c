import NamespacedDefaults
import NamespacedDefaultsMigration

/// Data that are JSON, as a Codable is stored.
///
/// Which data those are, and which bytes JSON is stored as, is the library's to say: it writes them so in an export.
struct StoredJSON {
  let data: Data
  let tree: JSONTree

  /// The JSON object or array in data, or `nil`.
  init?(_ data: Data) {
    // Nothing else can be JSON, and most data need not be looked at any further.
    guard let first = data.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let export = try? InMemoryStore(["": .data(data)]).export(as: .json),
      let tree = try? JSONDecoder().decode([String: [String: JSONTree]].self, from: export)[""]?["$json"]
    else { return nil }
    self.data = data
    self.tree = tree
  }

  /// The JSON of a text, or `nil` where it is no object or array that can be stored.
  init?(text: String) {
    let store = InMemoryStore()
    // A text that ends the object and begins another one gives a second name.
    guard (try? store.import(Data("{\"\":{\"$json\":\(text)}}".utf8), as: .json)) == [""],
      case .data(let data)? = store.value(forKey: "")
    else { return nil }
    self.init(data)
  }

  var text: String { String(decoding: data, as: UTF8.self) }
}

/// A value of JSON, but null, which has no stored form.
enum JSONTree: Codable {
  case bool(Bool)
  case integer(Int64)
  case unsignedInteger(UInt64)
  case double(Double)
  case text(String)
  case array([JSONTree])
  case object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsignedInteger(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONTree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsignedInteger(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
