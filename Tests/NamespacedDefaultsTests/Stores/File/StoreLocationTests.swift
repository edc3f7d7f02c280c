import Foundation
import Testing

@testable import NamespacedDefaults

@Suite struct StoreLocationTests {
  private func directory(
    of place: FileStore.Place = .config,
    _ environment: [String: String],
    home: String? = "/home/me"
  ) throws -> String {
    try StoreLocation.directory(of: place) { name throws(DefaultsError) in
      environment[name]
    } home: { () throws(DefaultsError) in
      guard let home else { throw .noHomeDirectory }
      return home
    }
  }

  @Test func theDirectoriesFollowTheXDGSpecification() throws {
    #expect(try directory(["XDG_CONFIG_HOME": "/c"]) == "/c")
    #expect(try directory([:]) == "/home/me/.config")
    #expect(try directory(["XDG_CONFIG_HOME": "relative"]) == "/home/me/.config")
    #expect(try directory(["XDG_CONFIG_HOME": ""], home: "/") == "/.config")
    #expect(try directory(of: .state, ["XDG_STATE_HOME": "/s"]) == "/s")
    #expect(try directory(of: .state, [:]) == "/home/me/.local/state")
    #expect(try directory(of: .data, ["XDG_DATA_HOME": "/d"]) == "/d")
    #expect(try directory(of: .data, [:]) == "/home/me/.local/share")
    #expect(try directory(of: .systemConfig, ["XDG_CONFIG_DIRS": "/a:/b"]) == "/a")
    #expect(try directory(of: .systemConfig, [:], home: nil) == "/etc/xdg")
  }

  @Test(
    arguments: [
      (.config, "XDG_CONFIG_HOME", "/x/build-12:30:05"), (.state, "XDG_STATE_HOME", "/x/build-12:30:05"),
      (.data, "XDG_DATA_HOME", "/x/build-12:30:05"), (.systemConfig, "XDG_CONFIG_DIRS", "/x/build-12"),
      (.config, "CONFIGURATION_DIRECTORY", "/x/build-12"), (.state, "STATE_DIRECTORY", "/x/build-12"),
    ] as [(FileStore.Place, String, String)]
  )
  func onlyListsAreSplit(place: FileStore.Place, variable: String, path: String) throws {
    #expect(try directory(of: place, [variable: "/x/build-12:30:05"]) == path)
    #expect(try directory(of: place, [variable: ":"], home: "/") == directory(of: place, [:], home: "/"))
  }

  #if !canImport(Darwin)
    @Test func aProcessHasTheDirectoryThatItsVariableNames() throws {
      let lines = try HelperProcess.run("place", environment: ["XDG_CONFIG_HOME": "/x/build-12:30:05"])
      #expect(lines == ["/x/build-12:30:05"])
    }
  #endif

  @Test func aServiceHasTheDirectoriesThatSystemdGivesIt() throws {
    #expect(try directory(["CONFIGURATION_DIRECTORY": "/etc/tool:/etc/more"], home: nil) == "/etc/tool")
    #expect(try directory(of: .state, ["STATE_DIRECTORY": "/var/lib/tool"], home: nil) == "/var/lib/tool")
    #expect(try directory(["XDG_CONFIG_HOME": "/c", "CONFIGURATION_DIRECTORY": "/etc/tool"]) == "/c")
  }

  @Test func withoutAHomeThereIsAClearError() {
    #expect(throws: DefaultsError.noHomeDirectory) { try directory([:], home: nil) }
    #expect(
      "\(DefaultsError.noHomeDirectory)"
        == "there is no directory for settings: the user has no home; set HOME, or XDG_CONFIG_HOME to an absolute path"
    )
  }

  @Test(arguments: ["", ".", "..", "a//b", "/a", "a/", "./a", "a/../b", "../x", "/", "a\0b"])
  func namesThatLeadElsewhereAreRefused(name: String) {
    #expect(throws: DefaultsError.invalidStoreName(name)) { try FileStore(name: name) }
  }

  @Test(arguments: ["open-named", "open-json-named"])
  func aWrongNameIsAnErrorWithoutAHomeToo(command: String) throws {
    let lines = try HelperProcess.run(command, "../x", command, "x", environment: ["HOME": "relative"])
    #expect(
      lines == ["error: \(DefaultsError.invalidStoreName("../x"))", "error: HOME is no absolute path: set it to one"]
    )
  }

  @Test(arguments: ["app", "a.b", ".hidden", "my app", "ü", "-x", "a..b", "..a", "...", "tool/settings"])
  func otherNamesAreFileNames(name: String) throws {
    #expect(try StoreLocation.path(forName: name, in: "/c") == "/c/\(name).defaults")
  }

  @Test(
    arguments: [
      ("", "it is empty"), ("a\0b", "it holds NUL"),
      ("~nobody/x", #"only "~/" is a home directory; for a file of that name begin with "./""#),
      ("/not-there/../x", "it leads back out of a directory that does not exist"),
    ]
  )
  func pathsThatAreNoneAreRefused(path: String, reason: String) {
    let error = #expect(throws: DefaultsError.self) { try FileStore(path: path) }
    #expect(error?.code == .invalidStoreName)
    #expect(error?.message == "\(path.debugDescription.printable) cannot be the path of a store: \(reason)")
  }

  @Test func onePathHasOneForm() throws {
    let directory = try TemporaryDirectory()
    let real = try canonicalPath(directory.path)
    try FileManager.default.createDirectory(atPath: directory.path + "/d", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/link", withDestinationPath: "d")
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/dangling", withDestinationPath: "d/target")
    for path in ["d/../d/x", "link/x", "d//x", "d/x/", "./d/./x"] {
      #expect(try canonicalPath(directory.path + "/" + path) == real + "/d/x")
    }
    #expect(try canonicalPath(directory.path + "/dangling") == real + "/d/target")
    for path in ["not/yet/there", "not//yet/there", "not/yet/there/", "not/./yet/./there"] {
      #expect(try canonicalPath(directory.path + "/" + path) == real + "/not/yet/there")
    }
  }

  @Test func linksInACircleAreAnError() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/a", withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/b", withDestinationPath: "a")
    #expect(throws: DefaultsError.self) { try FileStore(path: directory.path + "/a") }
  }

  @Test func twoSpellingsOfADirectoryThatIsMissingAreOneStore() throws {
    let directory = try TemporaryDirectory()
    let first = try FileStore(path: directory.path + "/m/./x//")
    let second = try FileStore(path: directory.path + "//m/x")
    #expect(first.file === second.file)
    try first.set(1, forKey: "a")
    #expect(try FileStore(path: directory.path + "/m/x").value(forKey: "a") == 1)
  }

  @Test func aTildeIsTheHomeDirectory() throws {
    let home = try TemporaryDirectory()
    let lines = try HelperProcess.run("open", "~/a/b.defaults", "set", "a", "1", environment: ["HOME": home.path])
    #expect(lines == ["ok"])
    #expect(FileManager.default.fileExists(atPath: home.path + "/a/b.defaults"))
  }

  /// Only the first component of a path may stand for it.
  @Test func aTildeElsewhereIsAName() throws {
    let directory = try TemporaryDirectory()
    let root = try canonicalPath(directory.path)
    #expect(try FileStore(path: directory.path + "/~/a").path == root + "/~/a")
    #expect(try FileStore(url: URL(filePath: directory.path + "/~/a")).path == root + "/~/a")
    let current = try canonicalPath(".")
    #expect(try FileStore(path: "./~/a").path == current + "/~/a")
    for url in ["file:~/a", "file:~a"] {
      guard let url = URL(string: url) else { continue }
      #expect(try FileStore(url: url).path == current + "/" + url.path(percentEncoded: false))
    }
  }

  @Test func aURLNamesAFile() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(url: URL(filePath: directory.path + "/a b%.defaults"))
    #expect(store.path == (try canonicalPath(directory.path)) + "/a b%.defaults")
    #expect(throws: DefaultsError.self) { try FileStore(url: #require(URL(string: "https://a.b/c"))) }
  }
}
