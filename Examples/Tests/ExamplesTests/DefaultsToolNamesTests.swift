import Foundation
import NamespacedDefaults
import Testing

/// `read-type`, `rename`, `find` and `domains`.
struct DefaultsToolNamesTests {
  @Test(
    arguments: [
      (true, "bool"), (3, "int"), (.unsignedInteger(.max), "int"), (0.5, "float"), ("text", "string"),
      (.date(Date(timeIntervalSinceReferenceDate: 0)), "date"), (.data(Data([0x0f])), "data"),
      (.data(Data(#"{"name":"Ada"}"#.utf8)), "json"), ([1], "array"), (["a": 1], "dict"),
    ] as [(PropertyListValue, String)]
  )
  func theTypeOfAValueIsRead(value: PropertyListValue, type: String) throws {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set(value, forKey: "a.b")
    #expect(try tool.output("read-type", "a.b") == type + "\n")
    #expect(
      try tool.run("read-type", "a")
        == .init(errors: "Error: There is no key \"a\". \"defaults list\" shows what there is.\n", status: 1)
    )
  }

  // MARK: rename

  private func sample(_ values: [String: PropertyListValue]) throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    try FileStore(path: tool.store).set(values.mapValues(Optional.some))
    return tool
  }

  private func values(in tool: DefaultsToolHome) throws -> [String: PropertyListValue] {
    let store = try FileStore(path: tool.store)
    return try store.keys().reduce(into: [:]) { $0[$1] = try store.value(forKey: $1) }
  }

  @Test func aKeyIsRenamed() throws {
    let tool = try sample(["loginCount": 3, "other": 1])
    #expect(try tool.output("rename", "loginCount", "Account.loginCount") == "")
    #expect(try values(in: tool) == ["Account.loginCount": 3, "other": 1])
    #expect(try tool.output("rename", "other", "other") == "")
    #expect(try values(in: tool) == ["Account.loginCount": 3, "other": 1])
  }

  @Test(arguments: [("Login", "Account"), ("Login.", "Account."), ("Login.", "Account")])
  func aNamespaceIsRenamed(old: String, new: String) throws {
    let tool = try sample(["Login.a": 1, "Login.7.b": 2, "LoginHistory.a": 3])
    #expect(try tool.output("rename", old, new) == "")
    #expect(try values(in: tool) == ["Account.a": 1, "Login.7.b": 2, "LoginHistory.a": 3])
  }

  @Test func theNamespacesOfInstancesComeAlongWhereAskedFor() throws {
    let tool = try sample(["Login.a": 1, "Login.7.b": 2, "LoginHistory.a": 3])
    #expect(try tool.output("rename", "Login.*", "Account") == "")
    #expect(try values(in: tool) == ["Account.a": 1, "Account.7.b": 2, "LoginHistory.a": 3])
    #expect(try tool.output("delete", "Account.") == "")
    #expect(try values(in: tool) == ["Account.7.b": 2, "LoginHistory.a": 3])
  }

  @Test func aNamespaceMovesIntoItself() throws {
    let tool = try sample(["A.a": 1, "A.A.a": 2])
    #expect(try tool.output("rename", "A.*", "A.A") == "")
    #expect(try values(in: tool) == ["A.A.a": 1, "A.A.A.a": 2])
  }

  @Test func aNameThatIsTakenIsNotOverwrittenUnlessItMayBe() throws {
    let tool = try sample(["Login.a": 1, "Login.b": 2, "Account.b": 3])
    #expect(
      try tool.run("rename", "Login", "Account")
        == .init(
          errors: "Error: There is a value of the name \"Account.b\" already. With --replace it is overwritten.\n",
          status: 1
        )
    )
    #expect(try values(in: tool) == ["Login.a": 1, "Login.b": 2, "Account.b": 3])
    #expect(try tool.output("rename", "Login", "Account", "--replace") == "")
    #expect(try values(in: tool) == ["Account.a": 1, "Account.b": 2])
  }

  @Test func whatIsNotThereIsNotRenamed() throws {
    let tool = try sample(["a": 1])
    let message = "Error: There is no key or namespace \"b\". \"defaults list\" shows what there is.\n"
    #expect(try tool.run("rename", "b", "c") == .init(errors: message, status: 1))
    #expect(try tool.run("rename", "a", "") == .init(errors: "Error: The new name is empty.\n", status: 64))
    #expect(try values(in: tool) == ["a": 1])
  }

  @Test func aNamespaceOfInstancesAloneIsNamed() throws {
    let tool = try sample(["User.7.isAdmin": true, "User.12.isAdmin": true, "Users.a": 1])
    let message = """
      Error: There is nothing in the namespace "User" itself, but in those inside it, such as "User.12.isAdmin". \
      Did you mean "User.*"?

      """
    for command in [["read", "User"], ["list", "User."], ["delete", "User"], ["rename", "User", "Person"]] {
      #expect(try tool.run(executable: tool.executable, command) == .init(errors: message, status: 1))
    }
    #expect(try tool.output("read", "User.*") == "User.12.isAdmin = true\nUser.7.isAdmin = true\n")
  }

  // MARK: find

  @Test(arguments: [
    ("LOGINC", ["Account.loginCount"]), ("ada/l", ["Account.profile"]),
    ("tag", ["tags", "z"]), ("14", ["size"]), ("true", ["on"]), ("żółw", ["tags"]), ("2001-01", ["seen"]),
  ])
  func aTextIsFoundInKeysAndValues(text: String, keys: [String]) throws {
    let tool = try sample([
      "Account.loginCount": 3, "Account.profile": .data(Data(#"{"name":"Ada\/L"}"#.utf8)), "on": true, "size": 14,
      "tags": ["ŻÓŁW"], "z": [["Tag": 1]], "seen": .date(Date(timeIntervalSinceReferenceDate: 0)),
      "raw": .data(Data([0x14])),
    ])
    let lines = try tool.output("find", text).split(separator: "\n").dropFirst()
    #expect(lines.map { $0.prefix { $0 != " " } } == keys.map { $0[...] })
  }

  @Test func whatIsFoundIsListed() throws {
    let tool = try sample(["Account.name": "Ada", "b": "x"])
    #expect(try tool.output("find", "ada") == "KEY           TYPE    VALUE\nAccount.name  string  \"Ada\"\n")
    #expect(
      try tool.output("find", "ada", "--format", "json")
        == "[\n  {\"key\":\"Account.name\",\"type\":\"string\",\"value\":\"Ada\"}\n]\n"
    )
    #expect(try tool.run("find", "nothing") == .init(status: 1))
    #expect(try tool.run("find", "").status == 64)
  }

  // MARK: domains

  #if !canImport(Darwin)  // There a name is a suite of UserDefaults, and stores are paths.
    @Test func theStoresInTheDirectoryOfSettingsAreListed() throws {
      let tool = try DefaultsToolHome()
      #expect(try tool.output("domains") == "")
      let directory = tool.path + "/.config"
      for name in ["b", "a c", "tool/settings"] {
        try FileStore(path: "\(directory)/\(name).defaults").set("Ada", forKey: "name")
      }
      try Data().write(to: URL(filePath: directory + "/other.plist"))
      try FileManager.default.createDirectory(atPath: directory + "/d.defaults", withIntermediateDirectories: true)
      let paths = ["a c", "b", "\(directory)/tool/settings.defaults"]
      #expect(try tool.output("domains") == paths.map { $0 + "\n" }.joined())
      for path in paths { #expect(try tool.output("read", "name", "--store", path) == "Ada\n") }
    }

    @Test func allOfThemAreSearched() throws {
      let tool = try DefaultsToolHome()
      for name in ["one", "two"] { _ = try tool.run("write", "name", "Ada", "--store", name) }
      try Data("not a store".utf8).write(to: URL(filePath: tool.path + "/.config/broken.defaults"))
      let path = realPath(tool.path + "/.config/broken.defaults")
      #expect(
        try tool.run("find", "--all", "ada")
          == .init(
            output: "STORE  KEY   TYPE    VALUE\none    name  string  \"Ada\"\ntwo    name  string  \"Ada\"\n",
            errors: "Warning: \(path) was left untouched: "
              + "it is not a defaults file, or its header is damaged beyond reading\n"
          )
      )
    }
  #endif
}
