import Foundation
import Testing

/// An export may hold secrets, as the store does that it comes from.
struct DefaultsToolFileModeTests {
  private func sample() throws -> DefaultsToolHome {
    let tool = try DefaultsToolHome()
    _ = try tool.run("write", "token", "secret")
    return tool
  }

  private let json = "{\n  \"token\" : \"secret\"\n}\n"

  private func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  @Test func aNewFileIsItsOwnersAlone() throws {
    let tool = try sample()
    #expect(try tool.shell("umask 0; defaults export new.json") == .init())
    #expect(try mode(of: tool.path + "/new.json") == 0o600)
    #expect(try String(contentsOfFile: tool.path + "/new.json", encoding: .utf8) == json)
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.path).sorted() == ["app.defaults", "new.json"])
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o666])
  func aFileThatIsThereKeepsItsMode(mode: Int) throws {
    let tool = try sample()
    let path = tool.path + "/old.json"
    try Data("old".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    #expect(try tool.shell("umask 077; defaults export old.json") == .init())
    #expect(try self.mode(of: path) == mode)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == json)
  }

  private static let hasLists = FileManager.default.fileExists(atPath: "/usr/bin/setfacl")

  /// Its bits of the group are the most that anyone in the list may do, and the group may do less.
  @Test(.enabled(if: hasLists, "setfacl is in the package acl"), arguments: ["", "setfacl -d -m u:12346:rw .; "])
  func aFileThatIsThereKeepsItsAccessControlList(directory: String) throws {
    let tool = try sample()
    let list = "# file: old.json\nuser::rw-\nuser:12345:rw-\ngroup::---\nmask::rw-\nother::---\n\n"
    let script = "umask 077; echo old > old.json; setfacl -m u:12345:rw old.json; defaults export old.json; "
    #expect(
      try tool.shell("\(directory)\(script)getfacl -n old.json | grep -v -e owner: -e '# group:'")
        == .init(output: list)
    )
  }

  @Test(.enabled(if: hasLists, "setfacl is in the package acl")) func aFileWithoutAListGetsNoneOfItsDirectory() throws {
    let tool = try sample()
    let script = "echo old > old.json; chmod 640 old.json; setfacl -d -m u:12346:rw .; defaults export old.json; "
    let list = "user::rw-\ngroup::r--\nother::---\n\n"
    #expect(try tool.shell(script + "getfacl -c old.json") == .init(output: list))
  }

  /// The file behind it may have other lines, and may get more.
  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) func theOutputIsWrittenOn(name: String) throws {
    let script = "(echo before; defaults export \(name) --format json; echo after) > log; cat log"
    #expect(try sample().shell(script) == .init(output: "before\n\(json)after\n"))
  }

  @Test func aLinkStaysALink() throws {
    let tool = try sample()
    try Data().write(to: URL(filePath: tool.path + "/target.json"))
    try FileManager.default.createSymbolicLink(atPath: tool.path + "/link.json", withDestinationPath: "target.json")
    #expect(try tool.output("export", "link.json") == "")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: tool.path + "/link.json") == "target.json")
    #expect(try String(contentsOfFile: tool.path + "/target.json", encoding: .utf8) == json)
  }

  /// What is left alone keeps its bytes, whether it is reached by a link or there itself.
  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"), arguments: [0o777, 0o1777])
  func whatAnotherUserMayHavePutThereIsLeftAlone(mode: Int) throws {
    let tool = try sample()
    let shared = tool.path + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
    try #require(chmod(shared, mode_t(mode)) == 0)
    for path in [tool.path + "/precious.json", shared + "/file.json"] {
      try Data("precious".utf8).write(to: URL(filePath: path))
    }
    try FileManager.default.createSymbolicLink(atPath: shared + "/link.json", withDestinationPath: "../precious.json")
    try FileManager.default.createSymbolicLink(atPath: shared + "/on-the-way", withDestinationPath: "..")
    for name in ["file.json", "link.json", "on-the-way"] {
      try #require(lchown("\(shared)/\(name)", 12345, 12345) == 0)
    }
    for name in ["file.json", "link.json", "on-the-way/precious.json"] {
      let outcome = try tool.run("export", shared + "/" + name)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("belongs to another user (12345), who may have put it there; remove it"))
    }
    for path in [tool.path + "/precious.json", shared + "/file.json"] {
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }
  }

  @Test func aPipeIsWrittenInto() throws {
    // Opened by the shell too, so that nobody waits for the other end; no device is tried, for a mistake would replace it.
    let script = "mkfifo pipe; exec 3<> pipe; defaults export pipe --format json; test -p pipe && head -n 3 <&3"
    #expect(try sample().shell(script) == .init(output: json))
  }

  @Test func whatCannotBeWrittenLeavesTheFileAsItWas() throws {
    let tool = try sample()
    try Data("old".utf8).write(to: URL(filePath: tool.path + "/old.json"))
    // A limit of nothing at all, which is a signal to be ignored, stands for a full disk.
    let outcome = try tool.shell("trap '' XFSZ; ulimit -f 0; defaults export old.json")
    #expect(
      outcome == .init(errors: "Error: Could not write \(realPath(tool.path))/old.json: File too large\n", status: 2)
    )
    #expect(try String(contentsOfFile: tool.path + "/old.json", encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.path).sorted() == ["app.defaults", "old.json"])
  }
}
