import Foundation
import NamespacedDefaults
import Testing

/// Stored Codables are shown as the JSON they are.
struct DefaultsToolJSONTests {
  private struct Profile: Codable, DefaultsSerializable, Equatable {
    var name = "Ada/L"
    var sizes = [0.5, 3]
  }

  private func sample() throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    let store = try FileStore(path: tool.store)
    DefaultsKey<Profile?>("profile", store: store).value = Profile()
    try store.set([
      "bytes": .data(Data("{}x".utf8)), "profiles": [.data(Data(#"{"name":"Ada"}"#.utf8))],
      "pretty": .data(Data("[ ]".utf8)),
      "text": .data(Data("\"a\"".utf8)),
    ])
    return tool
  }

  @Test func theyAreListed() throws {
    #expect(
      try sample().output("list") == #"""
        KEY       TYPE   VALUE
        bytes     data   3 bytes <7b7d78>
        pretty    data   3 bytes <5b205d>
        profile   json   {"name":"Ada\/L","sizes":[0.5,3]}
        profiles  array  [{"name":"Ada"}]
        text      data   3 bytes <226122>

        """#
    )
    #expect(
      try sample().output("list", "--format", "json") == #"""
        [
          {"key":"bytes","type":"data","value":"<7b7d78>"},
          {"key":"pretty","type":"data","value":"<5b205d>"},
          {"key":"profile","type":"json","value":{"name":"Ada/L","sizes":[0.5,3]}},
          {"key":"profiles","type":"array","value":[{"name":"Ada"}]},
          {"key":"text","type":"data","value":"<226122>"}
        ]

        """#
    )
  }

  @Test func theyAreReadByteForByte() throws {
    let tool = try sample()
    #expect(try tool.output("read", "profile") == #"{"name":"Ada\/L","sizes":[0.5,3]}"# + "\n")
    #expect(try tool.output("read", "pretty") == "<5b205d>\n")
    #expect(try tool.output("read", "profiles") == #"[{"name":"Ada"}]"# + "\n")
    #expect(try tool.shell("defaults write copy -json \"$(defaults read profile)\"") == .init())
    let store = try FileStore(path: tool.store)
    #expect(try store.value(forKey: "copy") == store.value(forKey: "profile"))
  }

  @Test func theyAreWritten() throws {
    let tool = try sample()
    #expect(try tool.output("write", "profile", "-json", #"{ "sizes": [1], "name": "Grace" }"#) == "")
    let key = DefaultsKey<Profile?>("profile", store: try FileStore(path: tool.store))
    #expect(key.value == Profile(name: "Grace", sizes: [1]))
  }

  @Test(arguments: [
    "{", "1", "\"a\"", #"{"a":null}"#, #"{"a":1,"a":2}"#, #"["\ud800"]"#, "", #"{}},"x":{"$json":{}"#, "{} {}", "NaN",
  ])
  func whatIsNoJSONThatCanBeStoredIsRefused(text: String) throws {
    let tool = try DefaultsToolHome()
    #expect(
      try tool.run("write", "a", "-json", text)
        == .init(
          errors: "Error: \"\(text)\" is not JSON: -json takes an object or an array, without null, without a name "
            + "twice in one object.\n",
          status: 64
        )
    )
  }

  @Test func theyAreExportedAndImported() throws {
    let tool = try sample()
    #expect(
      try tool.output("export", "--format", "json") == #"""
        {
          "bytes" : {
            "$data" : "e314"
          },
          "pretty" : {
            "$data" : "WyBd"
          },
          "profile" : {
            "$json" : {
              "name" : "Ada/L",
              "sizes" : [
                0.5,
                3
              ]
            }
          },
          "profiles" : [
            {
              "$json" : {
                "name" : "Ada"
              }
            }
          ],
          "text" : {
            "$json" : "a"
          }
        }

        """#
    )
    #expect(try tool.shell("defaults export --format json | defaults import - --store ./copy") == .init())
    let (store, copy) = (try FileStore(path: tool.store), try FileStore(path: tool.path + "/copy"))
    for name in try store.keys() { #expect(try copy.value(forKey: name) == store.value(forKey: name)) }
  }

  @Test func changesAreWatched() throws {
    let tool = try DefaultsToolHome()
    let watching = try tool.start("watch", "--count", "1")
    #expect(watching.nextErrorLine().hasPrefix("Watching "))
    _ = try tool.run("write", "a", "-json", #"{"b":1}"#)
    #expect(watching.finish() == .init(output: "a\t-\t{\"b\":1}\n"))
  }
}
