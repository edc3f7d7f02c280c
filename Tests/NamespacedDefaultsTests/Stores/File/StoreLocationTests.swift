import Foundation
import Testing

@testable import NamespacedDefaults

@Suite struct StoreLocationTests {
  private func directory(_ environment: [String: String]) throws -> String {
    try StoreLocation.configurationDirectory { environment[$0] }
  }

  @Test func theDirectoryFollowsTheXDGSpecification() throws {
    #expect(try directory(["XDG_CONFIG_HOME": "/etc/xdg", "HOME": "/home/me"]) == "/etc/xdg")
    #expect(try directory(["HOME": "/home/me"]) == "/home/me/.config")
    #expect(try directory(["XDG_CONFIG_HOME": "relative", "HOME": "/home/me"]) == "/home/me/.config")
    #expect(try directory(["XDG_CONFIG_HOME": "", "HOME": "/"]) == "/.config")
  }

  @Test func withoutAHomeThereIsAClearError() {
    #expect(throws: DefaultsError.noHomeDirectory) { try directory([:]) }
    #expect(throws: DefaultsError.noHomeDirectory) { try directory(["HOME": ""]) }
    #expect(
      "\(DefaultsError.noHomeDirectory)"
        == "there is no directory for settings: set HOME, or XDG_CONFIG_HOME to an absolute path"
    )
  }

  @Test(arguments: ["", ".", "..", "a..b", "a/b", "../x", "/", "a\0b"])
  func namesThatLeadElsewhereAreRefused(name: String) {
    #expect(throws: DefaultsError.invalidStoreName(name)) { try FileStore(name: name) }
  }

  @Test(arguments: ["app", "a.b", ".hidden", "my app", "ü", "-x"]) func otherNamesAreFileNames(name: String) throws {
    #expect(try StoreLocation.path(forName: name, in: "/c") == "/c/\(name).defaults")
  }

  @Test(arguments: ["", "a\0b"]) func pathsThatAreNoneAreRefused(path: String) {
    #expect(throws: DefaultsError.invalidStoreName(path)) { try FileStore(path: path) }
  }

  @Test func onePathHasOneForm() throws {
    let directory = try TemporaryDirectory()
    let real = try canonicalPath(directory.path)
    try FileManager.default.createDirectory(atPath: directory.path + "/d", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/link", withDestinationPath: "d")
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/dangling", withDestinationPath: "d/target")
    for path in ["d/../d/x", "link/x", "d//x"] {
      #expect(try canonicalPath(directory.path + "/" + path) == real + "/d/x")
    }
    #expect(try canonicalPath(directory.path + "/dangling") == real + "/d/target")
    #expect(try canonicalPath(directory.path + "/not/yet/there") == real + "/not/yet/there")
  }

  @Test func linksInACircleAreAnError() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/a", withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/b", withDestinationPath: "a")
    #expect(throws: DefaultsError.self) { try FileStore(path: directory.path + "/a") }
  }
}
