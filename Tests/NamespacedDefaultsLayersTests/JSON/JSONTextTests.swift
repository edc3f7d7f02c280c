import NamespacedDefaults
import Testing

@testable import NamespacedDefaultsLayers

/// The text of a file after a change: what was changed, and not a byte more.
@Suite struct JSONTextTests {
  struct Edit: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let values: [String: PropertyListValue?]
    let result: String
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ values: [String: PropertyListValue?], _ result: String) {
      (self.name, self.text, self.values, self.result) = (name, text, values, result)
    }
  }

  static let changes = [
    Edit("a value alone changes", #"{ "a" :1 ,"b":  [ 2 ] }"#, ["a": 5], #"{ "a" :5 ,"b":  [ 2 ] }"#),
    Edit(
      "a comment in the line stays",
      "{\n  \"a\": 1, // one\n  \"b\": 2\n}\n",
      ["a": 5],
      "{\n  \"a\": 5, // one\n  \"b\": 2\n}\n"
    ),
    Edit("a comment before the value stays", "{\"a\": /* one */ 1}", ["a": 5], "{\"a\": /* one */ 5}"),
    Edit("no newline at the end stays none", "{\n  \"a\": 1\n}", ["a": 5], "{\n  \"a\": 5\n}"),
    Edit("line endings stay", "{\r\n\t\"a\": 1\r\n}\r\n", ["a": 5], "{\r\n\t\"a\": 5\r\n}\r\n"),
    Edit("a byte order mark stays", "\u{feff}{\"a\": 1}", ["a": 5], "\u{feff}{\"a\": 5}"),
    Edit("names without quotes stay", "{a: 1, 'b': 2,}", ["b": 5], "{a: 1, 'b': 5,}"),
    Edit(
      "an equal value stays as it is written",
      "{\"a\": 0x10, \"b\": 'x'}",
      ["a": 16, "b": "y"],
      "{\"a\": 0x10, \"b\": \"y\"}"
    ),
    Edit(
      "deeper members change where they stand",
      #"{"Server": {"tls": {"on": true}}}"#,
      ["Server.tls.on": false],
      #"{"Server": {"tls": {"on": false}}}"#
    ),
    Edit(
      "names with dots change where they stand",
      #"{"a": {"b.c": 1}, "d.e": 2}"#,
      ["a.b.c": 3, "d.e": 4],
      #"{"a": {"b.c": 3}, "d.e": 4}"#
    ),
    Edit("a null is filled in", #"{"a": null, "n": {"b": null}}"#, ["a": 1, "n.b": 2], #"{"a": 1, "n": {"b": 2}}"#),
    Edit(
      "members of an object that are equal stay",
      "{\n  \"p\": {\n    // who\n    \"name\":  'Ann',\n    \"age\": 3 // years\n  }\n}",
      ["p": ["name": "Ann", "age": 4]],
      "{\n  \"p\": {\n    // who\n    \"name\":  'Ann',\n    \"age\": 4 // years\n  }\n}"
    ),
  ]

  static let insertions = [
    Edit("a file that is new", "", ["Account.isOn": true], "{\n  \"Account\": {\n    \"isOn\": true\n  }\n}\n"),
    Edit("a comment alone", "// top", ["a": 1], "// top\n{\n  \"a\": 1\n}\n"),
    Edit("an empty object", "{}\n", ["a": 1], "{\n  \"a\": 1\n}\n"),
    Edit(
      "a comment before the first in its line",
      "{\n    \"l\": [\n        /* one */ 1\n    ]\n}",
      ["l": [1, 2]],
      "{\n    \"l\": [\n        /* one */ 1,\n        2\n    ]\n}"
    ),
    Edit(
      "a comment before the first member in its line",
      "{\n    /* one */ \"a\": 1\n}",
      ["n.b": 2],
      "{\n    /* one */ \"a\": 1,\n    \"n\": {\n        \"b\": 2\n    }\n}"
    ),
    Edit(
      "a list with a comment alone",
      "{\"l\": [\n    // none yet\n]}",
      ["l": [1, 2]],
      "{\"l\": [\n    // none yet\n    1,\n    2\n]}"
    ),
    Edit("an object with a comment", "{\n  // none yet\n}\n", ["a": 1], "{\n  // none yet\n  \"a\": 1\n}\n"),
    Edit(
      "comments of members that were removed",
      "{\n  \"n\": {\n    // about depth\n    // about agent\n  }\n}\n",
      ["n.depth": 3],
      "{\n  \"n\": {\n    // about depth\n    // about agent\n    \"depth\": 3\n  }\n}\n"
    ),
    Edit(
      "a comment behind the brace",
      "{\n  \"n\": {/* all */}, // n\n  \"b\": 1\n}\n",
      ["n.a": 3],
      "{\n  \"n\": {/* all */\n    \"a\": 3\n  }, // n\n  \"b\": 1\n}\n"
    ),
    Edit("lines", "{\n  \"a\": 1\n}\n", ["b": 2], "{\n  \"a\": 1,\n  \"b\": 2\n}\n"),
    Edit(
      "tabs",
      "{\n\t\"n\": {\n\t\t\"a\": 1\n\t}\n}\n",
      ["n.b": 2, "m.c": 3],
      "{\n\t\"n\": {\n\t\t\"a\": 1,\n\t\t\"b\": 2\n\t},\n\t\"m\": {\n\t\t\"c\": 3\n\t}\n}\n"
    ),
    Edit(
      "four spaces",
      "{\n    \"a\": 1\n}",
      ["n.b": [["c": 1]]],
      "{\n    \"a\": 1,\n    \"n\": {\n        \"b\": [\n            {\n                \"c\": 1\n            }\n        ]\n    }\n}"
    ),
    Edit(
      "Windows",
      "{\r\n  \"a\": 1\r\n}\r\n",
      ["n.b": 2],
      "{\r\n  \"a\": 1,\r\n  \"n\": {\r\n    \"b\": 2\r\n  }\r\n}\r\n"
    ),
    Edit(
      "one line",
      #"{"a": 1, "n": {"b": 2}}"#,
      ["n.c": 3, "m.d": 4],
      #"{"a": 1, "n": {"b": 2, "c": 3}, "m": {"d": 4}}"#
    ),
    Edit(
      "one line without spaces",
      #"{"a":1,"n":{"b":2}}"#,
      ["n.c": [1, 2], "m.d": 4],
      #"{"a":1,"n":{"b":2,"c":[1,2]},"m":{"d":4}}"#
    ),
    Edit("a comma after the last member", "{\n  \"a\": 1,\n}\n", ["b": 2], "{\n  \"a\": 1,\n  \"b\": 2,\n}\n"),
    Edit(
      "a comment after the last member",
      "{\n  \"a\": 1 // one\n}\n",
      ["b": 2],
      "{\n  \"a\": 1, // one\n  \"b\": 2\n}\n"
    ),
    Edit(
      "a comment after the last comma",
      "{\n  \"a\": 1, // one\n  // end\n}\n",
      ["b": 2],
      "{\n  \"a\": 1, // one\n  \"b\": 2,\n  // end\n}\n"
    ),
    Edit("a comment at the end of a short object", "{\"a\": 1 // one\n}", ["b": 2], "{\"a\": 1, // one\n  \"b\": 2\n}"),
  ]

  static let removals = [
    Edit("the first", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", ["a": nil], "{\n  \"b\": 2\n}\n"),
    Edit(
      "one in the middle, whose comment stays",
      "{\n  \"a\": 1,\n  \"b\": 2, // two\n  \"c\": 3\n}\n",
      ["b": nil],
      "{\n  \"a\": 1,\n  // two\n  \"c\": 3\n}\n"
    ),
    Edit(
      "a list, whose comments stay below one another",
      "{\n  \"a\": [\n    1, // one\n    2 // two\n  ],\n  \"b\": 2\n}\n",
      ["a": nil],
      "{\n  // one\n  // two\n  \"b\": 2\n}\n"
    ),
    Edit("the last, with the comma before it", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", ["b": nil], "{\n  \"a\": 1\n}\n"),
    Edit(
      "the last of a list that ends with a comma",
      "{\n  \"a\": 1,\n  \"b\": 2,\n}\n",
      ["b": nil],
      "{\n  \"a\": 1,\n}\n"
    ),
    Edit(
      "a comment above stays",
      "{\n  // about a\n  \"a\": 1,\n  \"b\": 2\n}\n",
      ["a": nil],
      "{\n  // about a\n  \"b\": 2\n}\n"
    ),
    Edit(
      "a comment above the last stays",
      "{\n  \"a\": 1,\n  /* b */\n  \"b\": 2\n}\n",
      ["b": nil],
      "{\n  \"a\": 1\n  /* b */\n}\n"
    ),
    Edit("in one line", #"{"a": 1, "b": 2, "c": 3}"#, ["b": nil], #"{"a": 1, "c": 3}"#),
    Edit("the first in one line", #"{"a": 1, "b": 2}"#, ["a": nil], #"{"b": 2}"#),
    Edit(
      "the last of a namespace",
      "{\n  \"n\": {\n    \"a\": 1\n  },\n  \"b\": 2\n}\n",
      ["n.a": nil],
      "{\n  \"b\": 2\n}\n"
    ),
    Edit(
      "of a namespace with a comment",
      "{\n  \"n\": {\n    // see below\n    \"a\": 1\n  }\n}\n",
      ["n.a": nil],
      "{\n  \"n\": {\n    // see below\n  }\n}\n"
    ),
    Edit("a comment to the end of the line", "{// all\n\"a\": 1, \"b\": 2}", ["a": nil], "{// all\n\"b\": 2}"),
    Edit(
      "one that shares its line, below a comment to the end of the line",
      "{\n  \"name\": \"a\",  // the name\n  \"port\": 1, \"tls\": true\n}\n",
      ["port": nil],
      "{\n  \"name\": \"a\",  // the name\n  \"tls\": true\n}\n"
    ),
    Edit(
      "the last one in a line, behind a comment to the end of the line",
      "{\n  \"a\": 1, // one\n  \"b\": 2 }\n",
      ["b": nil],
      "{\n  \"a\": 1 // one\n }\n"
    ),
    Edit("several at once", #"{"a": 1, "b": 2, "c": 3, "d": 4}"#, ["a": nil, "c": nil, "d": nil], #"{"b": 2}"#),
    Edit("what is not there", #"{"a": 1}"#, ["b": nil, "a.c": nil], #"{"a": 1}"#),
  ]

  static let lists = [
    Edit("one more", "{\"a\": [1, 2]}", ["a": [1, 2, 3]], "{\"a\": [1, 2, 3]}"),
    Edit("one at the front", "{\"a\": [1, 2]}", ["a": [0, 1, 2]], "{\"a\": [0, 1, 2]}"),
    Edit("one less", "{\"a\": [ 1, 2, 3 ]}", ["a": [1, 3]], "{\"a\": [ 1, 3 ]}"),
    Edit("none left", "{\"a\": [\n  1,\n  2\n]}", ["a": []], "{\"a\": []}"),
    Edit("the first one", "{\"a\": []}", ["a": [1, 2]], "{\"a\": [1, 2]}"),
    Edit(
      "comments and lines",
      "{\n  \"a\": [\n    \"x\", // first\n    // about y\n    'y',\n    \"z\", // last\n  ]\n}\n",
      ["a": ["x", "n", "y", "w"]],
      "{\n  \"a\": [\n    \"x\", // first\n    \"n\",\n    // about y\n    'y',\n    \"w\", // last\n  ]\n}\n"
    ),
    Edit(
      "the last one, whose comment stays",
      "{\n  \"a\": [\n    1, // one\n    2 // two\n  ]\n}\n",
      ["a": [1]],
      "{\n  \"a\": [\n    1 // one\n    // two\n  ]\n}\n"
    ),
    Edit(
      "a member of an element",
      "{\"a\": [{\"x\": 1, /* y */ \"y\": 2}, {\"x\": 3}]}",
      ["a": [["x": 1, "y": 5], ["x": 3]]],
      "{\"a\": [{\"x\": 1, /* y */ \"y\": 5}, {\"x\": 3}]}"
    ),
    Edit(
      "a list that becomes another value keeps its comments",
      "{\"a\": [1, // one\n 2], \"b\": 3}",
      ["a": 5],
      "{\"a\": 5 // one\n, \"b\": 3}"
    ),
  ]

  @Test(arguments: lists) func aListKeepsWhatDidNotChange(_ edit: Edit) throws {
    #expect(try edited(edit.text, edit.values) == edit.result)
  }

  /// The other reader of the file need not know the white space of JSON5.
  @Test(arguments: ["\u{a0}", "\u{feff}", "\u{2028}", "\u{3000}", "\u{b}"]) func allWhiteSpaceIsSkipped(space: String)
    throws
  {
    let contents = try JSONContents(Array("{\(space)a\(space):\(space)1\(space),\(space)\"b\": 2\(space)}".utf8))
    #expect(contents.values == ["a": 1, "b": 2])
  }

  @Test(arguments: changes) func aChangeLeavesTheRest(_ edit: Edit) throws {
    #expect(try edited(edit.text, edit.values) == edit.result)
  }

  @Test(arguments: insertions) func aNewMemberLooksLikeItsNeighbours(_ edit: Edit) throws {
    #expect(try edited(edit.text, edit.values) == edit.result)
  }

  @Test(arguments: removals) func aRemovalTakesCommaAndLine(_ edit: Edit) throws {
    #expect(try edited(edit.text, edit.values) == edit.result)
  }

  static let errors: [(text: String, place: String, reason: String)] = [
    ("{\n  \"a\": 1\n  \"b\": 2\n}", "3:3", "expected ',' or '}'"),
    ("{\n  \"żółw\" 2\n}", "2:10", "expected ':'"),
    ("{\"a\": 1,, \"b\": 2}", "1:9", "expected a name or '}'"),
    ("{\"a\": 1", "1:8", "expected ',' or '}', and the file ends"),
    ("{\"a\": ", "1:7", "expected a value, and the file ends"),
    ("{\"a\": hunter2}", "1:7", "expected a value"),
    ("{\"a\": 007}", "1:7", "expected a value"),
    ("{\"a\": [1, 2}", "1:12", "expected ',' or ']'"),
    ("{\"a\": 1} 2", "1:10", "expected the end of the file"),
    ("[1]", "1:1", "expected '{'"),
    ("\u{feff}x", "1:1", "expected a value"),
    ("{\"a\": \"b\n\"}", "1:7", "the string is not closed in its line"),
    ("{\"a\": \"b", "1:7", "the string is not closed"),
    ("{\"a\": \"\\q\"}", "1:8", "an escape that is not known"),
    ("{\"a\": \"\\ud800\"}", "1:8", "half a surrogate pair"),
    ("{\"a\": \"\u{1}\"}", "1:8", "a control character in a string"),
    ("{\n /* \"a\": 1}", "2:2", "the comment is not closed"),
    ("{ / }", "1:3", "expected a comment"),
    ("{\"a\": 1,\n \"a\": 2}", "2:2", "\"a\" is there already, in line 1"),
    ("{\"a\": {\"b\": 1},\n \"a.b\": 2}", "2:2", "\"a.b\" is there already, in line 1"),
    ("{\"a\": {\"b\": {\"c\": 1}},\n \"a.b\": {\"d\": 2}}", "2:2", "\"a.b\" is there already, in line 1"),
    ("{\"a\": {\"b.c\": 1,\n \"b\": {\n\"c\": 2}}}", "3:1", "\"a.b.c\" is there already, in line 1"),
    ("{\"a\": [{\"b\": 1,\n \"b\": 2}]}", "2:2", "\"b\" is there already, in line 1"),
    ("{\"a\": \"\0\"}", "1:8", "a NUL byte"), ("\0\0\0", "1:1", "a NUL byte"),
    ("{\0\"\0", "1:1", "the text is UTF-16; save it as UTF-8"),
    ("\0{\0\"", "1:1", "the text is UTF-16; save it as UTF-8"),
    ("{\n  \\u0061: 1}", "2:3", "an escape in a name without quotation marks; put the name in some"),
    ("{a\\u0062: 1}", "1:3", "an escape in a name without quotation marks; put the name in some"),
    ("{\"a\": " + String(repeating: "[", count: 200), "1:137", "more than 131 collections nest"),
  ]

  @Test(arguments: errors) func anErrorHasItsPlace(_ text: String, _ place: String, _ reason: String) throws {
    let bytes = Array(text.utf8)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONContents(bytes) }
    let found = try #require(error).place(in: bytes)
    #expect("\(found.line):\(found.column)" == place)
    #expect(error?.reason == reason)
  }

  @Test func bytesThatAreNotUTF8HaveTheirPlace() throws {
    let bytes = Array("{\n\"ż\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONContents(bytes) }
    let found = try #require(error).place(in: bytes)
    #expect("\(found.line):\(found.column)" == "2:7")
    #expect(error?.reason == "a byte that is not UTF-8")
  }
}
