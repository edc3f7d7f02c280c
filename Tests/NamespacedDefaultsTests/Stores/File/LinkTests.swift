import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Links on the way to a file that lead elsewhere while the store is open, as those of Kubernetes and of deployments do.
@Suite struct LinkTests {
  private let directory: TemporaryDirectory

  /// Two versions of a file, with `a` at 1 and at 2, and two links to the first one.
  init() throws {
    directory = try TemporaryDirectory()
    for version in [1, 2] {
      try FileStore(path: path(of: "v\(version)")).set(.integer(Int64(version)), forKey: "a")
    }
    for link in ["current", "other"] { try turn(link, to: "v1") }
  }

  private func path(of name: String) -> String { directory.path + "/\(name)/test.defaults" }

  /// Lets a link lead elsewhere, at once for every reader.
  private func turn(_ link: String, to target: String) throws {
    let new = directory.file(link + ".new")
    try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: target)
    #expect(rename(new, directory.file(link)) == 0)
  }

  @Test func aLinkIsFollowedAgainWhenTheStoreSynchronizes() throws {
    let store = try FileStore(path: path(of: "current"))
    #expect(try store.value(forKey: "a") == .integer(1))
    try turn("current", to: "v2")
    try FileManager.default.removeItem(atPath: directory.file("v1"))
    try store.synchronize()
    #expect(try store.value(forKey: "a") == .integer(2))
    try store.compact()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("v2")) == ["test.defaults"])
  }

  @Test func aWriteGoesWhereTheLinkLeads() throws {
    let store = try FileStore(path: path(of: "current"))
    #expect(try store.value(forKey: "a") == .integer(1))
    let former = try bytes(ofFile: path(of: "v1"))
    try turn("current", to: "v2")
    try store.set(.integer(3), forKey: "b")
    #expect(try HelperProcess.run("open", path(of: "v2"), "get", "a", "get", "b") == ["2", "3"])
    #expect(try bytes(ofFile: path(of: "v1")) == former, "it is still the file of others")
  }

  @Test func aFileIsMadeInTheDirectoryToWhichALinkLeadsNow() throws {
    let store = try FileStore(path: path(of: "current"))
    try turn("current", to: "v3")
    let error = #expect(throws: DefaultsError.self) { try store.set(.integer(3), forKey: "a") }
    #expect(error?.systemCode == ENOENT)
    #expect(try directory.names() == ["current", "other", "v1", "v2"])
    #expect(mkdir(directory.file("v3"), 0o700) == 0)
    try store.set(.integer(3), forKey: "a")
    #expect(try HelperProcess.run("open", path(of: "v3"), "get", "a") == ["3"])
  }

  @Test func storesOfOneFileGoApartWhereTheirLinksDo() throws {
    let stores = try ["current", "other"].map { try FileStore(path: path(of: $0)) }
    try stores[0].set(.integer(5), forKey: "a")
    #expect(try stores[1].value(forKey: "a") == .integer(5))
    try turn("other", to: "v2")
    for store in stores { try store.synchronize() }
    #expect(try stores.map { try $0.value(forKey: "a") } == [.integer(5), .integer(2)])
  }

  @Test func aWriteWithinOneOfTheSameFileByAnotherLinkThrowsAtOnce() throws {
    let stores = try ["current", "other"].map { try FileStore(path: path(of: $0)) }
    let error = #expect(throws: DefaultsError.self) {
      try stores[0].update("a") { _ in try stores[1].set(.integer(5), forKey: "b") }
    }
    #expect(error?.code == .lockTimeout)
    #expect(error?.message.contains(path(of: "current")) == true)
  }

  #if os(Linux)
    @Test func observersAreCalledWhenALinkLeadsElsewhere() throws {
      // Beside the way to the file, whose directories are watched for the file's own sake.
      #expect(mkdir(directory.file("links"), 0o700) == 0)
      try turn("links/current", to: "../v1")
      let store = try FileStore(path: path(of: "links/current"))
      #expect(try store.value(forKey: "a") == .integer(1))
      let changes = Collector<DefaultsChange>()
      let observation = store.observe { changes.append($0) }
      // The watch has begun when a change of the file is heard.
      #expect(try HelperProcess.run("open", path(of: "v1"), "set", "b", "1") == ["ok"])
      #expect(changes.waitFor { $0.key == "b" })
      try turn("links/current", to: "../v2")
      #expect(changes.waitFor { $0.key == "a" && $0.newValue == .integer(2) })
      observation.cancel()
    }
  #endif
}
