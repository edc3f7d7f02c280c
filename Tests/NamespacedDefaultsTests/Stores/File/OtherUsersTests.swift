import Foundation
import Testing

@testable import NamespacedDefaults

/// What other users may put where a store is opened.
///
/// Only root can make files of other users, so the tests are skipped for everyone else.
@Suite(.enabled(if: geteuid() == 0, "only root can make files of other users"))
struct OtherUsersTests {
  private let other: uid_t = 12_345
  /// A directory in which everyone may create files, and remove only their own.
  private let shared: TemporaryDirectory

  init() throws {
    shared = try TemporaryDirectory()
    try setMode(0o1777, shared.path)
  }

  private func setMode(_ mode: mode_t, _ path: String) throws {
    try #require(chmod(path, mode) == 0)
  }

  private func giveAway(_ path: String) throws {
    try #require(lchown(path, other, other) == 0)
  }

  private func makeLink(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private func expectForeign(
    _ path: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: DefaultsError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.code == .foreignFile, sourceLocation: sourceLocation)
    #expect(error?.path == path, sourceLocation: sourceLocation)
  }

  @Test func aLinkThatAnotherUserHasPutInPlaceOfTheFileIsNotFollowed() throws {
    let target = try TemporaryDirectory()
    let path = try canonicalPath(shared.file())
    try makeLink(path, to: target.file("planted"))
    try giveAway(path)
    expectForeign(path) { _ = try FileStore(path: path) }
    #expect(try target.names() == [])

    try FileStore(path: path, owners: .anyone).set(1, forKey: "a")
    #expect(try target.names() == ["planted"])
  }

  @Test func aLinkThatAnotherUserHasPutOnTheWayIsNotFollowed() throws {
    let target = try TemporaryDirectory()
    let directory = try canonicalPath(shared.path) + "/app"
    try makeLink(directory, to: target.path)
    try giveAway(directory)
    expectForeign(directory) { _ = try FileStore(path: directory + "/deep/settings.defaults") }
  }

  @Test func aLinkThatIsPutThereAfterTheStoreWasOpenedIsNotFollowed() throws {
    let target = try TemporaryDirectory()
    let directory = try canonicalPath(shared.path) + "/app"
    let store = try FileStore(path: directory + "/settings.defaults")
    try makeLink(directory, to: target.path)
    try giveAway(directory)
    expectForeign(directory) { try store.set(1, forKey: "token") }
    #expect(try target.names() == [])
  }

  @Test func theUsersOwnLinksAreFollowed() throws {
    let target = try TemporaryDirectory()
    try makeLink(shared.file(), to: target.file("own"))
    try FileStore(path: shared.file()).set(1, forKey: "a")
    #expect(try target.names() == ["own"])
  }

  @Test func aLinkInADirectoryThatNobodyElseMayWriteIsFollowed() throws {
    let target = try TemporaryDirectory()
    try makeLink(shared.file(), to: target.file("planted"))
    try giveAway(shared.file())
    try setMode(0o755, shared.path)
    try FileStore(path: shared.file()).set(1, forKey: "a")
    #expect(try target.names() == ["planted"])
  }

  @Test func aFileThatAnotherUserHasPutThereIsNotUsed() throws {
    try write([], toFile: shared.file())
    try setMode(0o666, shared.file())
    let store = try FileStore(path: shared.file())
    try giveAway(shared.file())
    let path = store.path
    expectForeign(path) { try store.set("secret", forKey: "token") }
    #expect(try bytes(ofFile: path) == [])

    // With something in it, it is not even read.
    let made = try TemporaryDirectory()
    try FileStore(path: made.file()).set(1, forKey: "a")
    try write(try bytes(ofFile: made.file()), toFile: path)
    expectForeign(path) { _ = try FileStore(path: path) }
    #expect(try FileStore(path: path, owners: .anyone).value(forKey: "a") == 1)
  }

  @Test func aFileOfAnotherUserIsReadWhereOnlyRootCouldHavePutIt() throws {
    try FileStore(path: shared.file()).set(1, forKey: "a")
    try giveAway(shared.file())
    try setMode(0o755, shared.path)
    #expect(try HelperProcess.run("open", shared.file(), "get", "a") == ["1"])
  }

  @Test func aCopyOfADamagedFileBelongsToWhomTheFileBelongs() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file()
    do {
      let store = try FileStore(path: path)
      try store.set("first", forKey: "a")
      try store.set("second", forKey: "b")
    }
    try giveAway(path)
    try setMode(0o640, path)
    let file = try OpenFile(path: path, for: .reading)
    try file.write([try bytes(ofFile: path)[136] ^ 0xFF], at: 136)
    try Defaults.withProblemHandler({ _ in }) { try FileStore(path: path, owners: .anyone).set("third", forKey: "c") }
    let copy = try #require(try FileStatus(path: path + ".damaged-1"))
    #expect(copy.owner == other && copy.group == other && copy.permissions == 0o640)
  }

  /// The name is known to whoever may read the file.
  @Test(arguments: [0o777, 0o1777], ["file", "link", "dangling link", "directory", "second name"])
  func whatAnotherUserPutsInPlaceOfACompactionIsRefused(mode: Int, planted: String) throws {
    try setMode(mode_t(mode), shared.path)
    let directory = try canonicalPath(shared.path)
    let store = try FileStore(path: directory + "/test.defaults")
    try store.set(1, forKey: "a")
    let (path, victim) = (store.locked.newPath, directory + "/victim")
    try write(Array("precious".utf8), toFile: victim)
    switch planted {
    case "file": try write([], toFile: path)
    case "link": try makeLink(path, to: victim)
    case "dangling link": try makeLink(path, to: directory + "/nowhere")
    case "directory": try #require(mkdir(path, 0o777) == 0)
    default: try #require(link(victim, path) == 0)
    }
    if planted != "second name" { try giveAway(path) }
    expectForeign(path) { try store.compact() }
    #expect(try bytes(ofFile: victim) == Array("precious".utf8))
    #expect(try store.value(forKey: "a") == 1)
    try #require(remove(path) == 0)
    try store.compact()
  }

  #if os(Linux)
    /// There root is a user like any other, whom nobody knows.
    @Test func whereTheOwnerIsNotMappedThatIsSaid() throws {
      try write([], toFile: shared.file())
      try setMode(0o666, shared.file())
      try giveAway(shared.file())
      let command = ["unshare", "--user", "--map-root-user", HelperProcess.executable.path]
      guard run("unshare", "--user", "--map-root-user", "true") else { return }
      let lines = try output(of: command + ["open", shared.file(), "set", "a", "1"])
      let reason = "it is a file of root or of another user whom the user namespace of this process does not map"
      #expect(lines.first?.contains("belongs to another user (65534)") == true, "\(lines)")
      #expect(lines.first?.hasSuffix("; or \(reason)") == true, "\(lines)")
      let known = try HelperProcess.run("open", shared.file(), "set", "a", "1")
      #expect(known.first?.contains("user namespace") == false, "\(known)")
    }

    private func output(of command: [String]) throws -> [String] {
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return text.split(separator: "\n").map(String.init)
    }
  #endif

  @Test func aLinkInPlaceOfTheCopyOfADamagedFileIsNotFollowed() throws {
    let target = try TemporaryDirectory()
    let path = try canonicalPath(shared.path) + "/test.defaults"
    do {
      let store = try FileStore(path: path)
      try store.set("first", forKey: "a")
      try store.set("second", forKey: "b")
    }
    let file = try OpenFile(path: path, for: .reading)
    try file.write([try bytes(ofFile: path)[136] ^ 0xFF], at: 136)
    try makeLink(path + ".damaged-1", to: target.file("planted"))
    try giveAway(path + ".damaged-1")
    try Defaults.withProblemHandler({ _ in }) { try FileStore(path: path).set("third", forKey: "c") }
    #expect(try target.names() == [])
    #expect(try FileStatus(ofLinkOr: path + ".damaged-1")?.isLink == true)
    #expect(try FileStatus(ofLinkOr: path + ".damaged-2")?.isRegular == true)
  }

  @Test func rootHasItsOwnHomeAndNotThatOfAnotherUser() throws {
    try giveAway(shared.path)
    #expect(anotherOwner(of: shared.path) == Int(other))
    #expect(anotherOwner(of: shared.path + "/not/there") == Int(other))
    #expect(anotherOwner(of: "/etc/not/there") == nil)
    for variable in ["HOME", "XDG_CONFIG_HOME"] {
      let place = try HelperProcess.run("place", environment: [variable: shared.path])
      #expect(place.count == 1 && !place[0].hasPrefix(shared.path), "\(variable): \(place)")
    }
    #expect(try HelperProcess.run("place", environment: ["HOME": "/etc"]) == ["/etc/.config"])
  }

  @Test(arguments: [
    (["HOME": ""], "HOME, because DIRECTORY belongs to another user (USER)"),
    (["HOME": "/etc", "XDG_CONFIG_HOME": "/a"], "XDG_CONFIG_HOME, because DIRECTORY/a belongs to another user (USER)"),
    (
      ["HOME": "/", "XDG_CONFIG_HOME": "/a"],
      "XDG_CONFIG_HOME, because DIRECTORY/a belongs to another user (USER), nor HOME, because DIRECTORY/ belongs to "
        + "another user (USER)"
    ),
  ])
  func rootIsToldWhichVariableItDoesNotFollow(endings: [String: String], reason: String) throws {
    try giveAway(shared.path)
    let environment = endings.mapValues { $0 == "/etc" ? $0 : shared.path + $0 }
    // A name that only this test has, because the store may be in the home of root.
    let name = "NamespacedDefaultsTests.\(UInt64.random(in: 0 ... .max))"
    let command = ["print-problems", "open-named", name, "open-named", name, "get", "a"]
    let lines = try HelperProcess.run(arguments: command, environment: environment)
    let reason = reason.replacingOccurrences(of: "DIRECTORY", with: shared.path)
      .replacingOccurrences(of: "USER", with: "\(other)")
    let beginning = "problem: ignoredVariable: root does not follow \(reason): the settings are in /"
    let remedy =
      "to use the directory, run as that user, make it root's, or open the file by its path with owners: .anyone"
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix(beginning) == true, "\(lines)")
    #expect(lines.first?.hasSuffix("/.config/\(name).defaults; \(remedy)") == true, "\(lines)")
    #expect(lines.last == "none")
  }

  @Test func rootIsToldWhereItsHomeIs() throws {
    try giveAway(shared.path)
    let lines = try HelperProcess.run(
      "print-problems",
      "open",
      "~/not/there",
      "get",
      "a",
      environment: ["HOME": shared.path]
    )
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("problem: ignoredVariable: root does not follow HOME, because ") == true, "\(lines)")
    #expect(lines.first?.contains("/not/there; ") == true, "\(lines)")
  }
}
