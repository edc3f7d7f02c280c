import NamespacedDefaults
import Testing

@testable import NamespacedDefaultsLayers

/// Which member of the file a stored name is.
@Suite struct JSONNameTests {
  static let written: [(values: [String: PropertyListValue], text: String)] = [
    (["launchCount": 3], #"{"launchCount": 3}"#),
    (["Account.isOn": true], #"{"Account": {"isOn": true}}"#),
    (["User.7.name": "Ann"], #"{"User.7": {"name": "Ann"}}"#),
    (["a": 1, "a.b": 2], #"{"a": 1, "a.b": 2}"#),
    (["profile": ["name": "Ann"]], #"{"profile": {"$value": {"name": "Ann"}}}"#),
    (["n.profile": ["name": "Ann"]], #"{"n": {"profile": {"name": "Ann"}}}"#),
    (["": 1], #"{"": 1}"#),
    ([".": 1], #"{"": {"": 1}}"#),
    (["..": 1], #"{".": {"": 1}}"#),
    (["a.": 1, ".b": 2], #"{"": {"b": 2}, "a": {"": 1}}"#),
    (["$value": 1, "n.$value": 2], #"{"\u0024value": 1, "n": {"\u0024value": 2}}"#),
    // The dot and the accent are one character.
    (["a.\u{301}x": 1], #"{"a": {"\#u{301}x": 1}}"#), (["a": 1, "a.\u{301}": 2], #"{"a": 1, "a.\#u{301}": 2}"#),
    (["a.b": 1, "a.b.c": 2], #"{"a": {"b": 1, "b.c": 2}}"#),
    (["a\u{0}\"\\\n": 1], #"{"a\u0000\"\\\n": 1}"#),
  ]

  @Test(arguments: written) func aNewNameHasOnePlace(_ values: [String: PropertyListValue], _ text: String) throws {
    #expect(try edited("{\"-\": 0}", values.mapValues { $0 }) == "{\"-\": 0, " + text.dropFirst())
    let contents = try JSONContents(Array(text.utf8))
    #expect(contents.values == values)
  }

  /// What people may write, the values in the list, and some that are found by their names alone.
  static let read: [(text: String, list: [String: PropertyListValue], others: [String: PropertyListValue])] = [
    (#"{"Account.isOn": true}"#, ["Account.isOn": true], [:]),
    (
      #"{"Server": {"tls": {"on": true}}}"#, ["Server.tls": ["on": true]],
      ["Server.tls.on": true, "Server": ["tls": ["on": true]]]
    ),
    (#"{"profile": {"name": "Ann"}}"#, ["profile.name": "Ann"], ["profile": ["name": "Ann"]]),
    (#"{"a": {"b": 1, "$value": 2}}"#, ["a": 2, "a.b": 1], [:]),
    (#"{"a": {"$value": 2}}"#, ["a": 2], [:]),
    (#"{"a": {"\u0024value": 2}}"#, ["a.$value": 2], [:]),
    (#"{"a": {"b": {"c": 1}, "b.d": 2}}"#, ["a.b": ["c": 1], "a.b.d": 2], ["a.b.c": 1]),
    (#"{"a": null, "n": {"b": null}, "m": {}}"#, [:], ["m": [:]]),
    (#"{"n": {"a": {"b": null, "c": 1}}}"#, ["n.a": ["c": 1]], [:]),
  ]

  @Test(arguments: read) func whatPeopleWriteIsFound(
    _ text: String,
    _ list: [String: PropertyListValue],
    _ others: [String: PropertyListValue]
  ) throws {
    let contents = try JSONContents(Array(text.utf8))
    #expect(contents.values == list)
    for (name, value) in list.merging(others, uniquingKeysWith: { first, _ in first }) {
      #expect(contents.value(forKey: name) == value, "\(name)")
    }
    for name in ["x", "a.x", "n.b", "Account", ""] where list[name] == nil && others[name] == nil {
      if name != "Account" || !text.contains("Account\"") { #expect(contents.values[name] == nil, "\(name)") }
    }
  }

  static let changes: [(text: String, values: [String: PropertyListValue?], result: String)] = [
    // A namespace is not replaced by a value that is none.
    (#"{"a": {"b": 2}}"#, ["a": 1], #"{"a": {"b": 2, "$value": 1}}"#),
    // What is left of the object is not its value.
    (#"{"a": {"b": 2, "$value": 1}}"#, ["a": nil], #"{"a": {"b": 2, "$value": null}}"#),
    (#"{"a": {"b": 2, "$value": null}}"#, ["a.b": nil], #"{}"#),
    // A value that becomes an object does not become a namespace.
    (#"{"a": 5}"#, ["a": ["x": 1]], #"{"a": {"$value": {"x": 1}}}"#),
    // An object that a person wrote in place of a dictionary is one.
    (#"{"a": {"x": 1}}"#, ["a": ["x": 2]], #"{"a": {"x": 2}}"#),
    // A name goes into the deepest object that is there.
    (
      #"{"Server": {"tls": {"on": true}}}"#, ["Server.tls.port": 1, "Server.log.level": 2, "Server.tls.x.y": 3],
      #"{"Server": {"tls": {"on": true, "port": 1, "x.y": 3}, "log.level": 2}}"#
    ),
    (#"{"a": {"b": {"c": null}}}"#, ["a.b.c": 1], #"{"a": {"b": {"c": 1}}}"#),
    (#"{"a": {"b": 1}}"#, ["a.b.c": 2], #"{"a": {"b": 1, "b.c": 2}}"#),
    (#"{"a": {"b": {"c": 1}}, "d": 2}"#, ["a.b.c": nil], #"{"d": 2}"#),
    (#"{"a": {"b": 1}}"#, ["a.b": nil, "a.c": 2], #"{"a": {"c": 2}}"#),
    // A value that has the name of the namespace stays.
    (#"{"a": 1}"#, ["a.b": 2], #"{"a": 1, "a.b": 2}"#),
    (#"{"a": 1}"#, ["a.b": ["c": 2]], #"{"a": 1, "a.b": {"$value": {"c": 2}}}"#),
    // Nor is a name there twice.
    (#"{"n.a.b": 1}"#, ["n.a": ["b": 2]], #"{"n.a.b": 1, "n": {"a": {"$value": {"b": 2}}}}"#),
    (#"{"n.a.b.c": 1}"#, ["n.a": ["b": ["c": 2]]], #"{"n.a.b.c": 1, "n": {"a": {"$value": {"b": {"c": 2}}}}}"#),
    (#"{"a": {"x": 1}, "a.b": 1}"#, ["a": ["b": 2, "x": 1]], #"{"a": {"$value": {"b": 2, "x": 1}}, "a.b": 1}"#),
    // What is in the value of an object's own name has none.
    (#"{"a": {"$value": {"b": 1}}}"#, ["a.b": 2], #"{"a": {"$value": {"b": 1}, "b": 2}}"#),
    (#"{"a": {"b": 2, "$value": {"b": 1}}}"#, ["a.b": nil], #"{"a": {"$value": {"b": 1}}}"#),
    (#"{"a": {"$data": "AQ=="}}"#, ["a.b": 2], #"{"a": {"$data": "AQ=="}, "a.b": 2}"#),
  ]

  @Test(arguments: changes) func oneNameTakesNothingFromAnother(
    _ text: String,
    _ values: [String: PropertyListValue?],
    _ result: String
  ) throws {
    #expect(try edited(text, values) == result)
  }
}
