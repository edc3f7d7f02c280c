import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsLayers

/// What other users may put where a store keeps its lock and its new file.
@Suite struct JSONPlantedFilesTests {
  private static let isRoot = geteuid() == 0
  private let other: uid_t = 12_345

  /// Something in place of a file that the store makes for itself.
  enum Planted: CaseIterable { case linkToFile, linkToDirectory, danglingLink, directory, secondName, file }

  /// A directory that others may write.
  enum Shared: CaseIterable { case forAll, sticky, ofAnother }

  /// A directory with a store's file and one that nobody may lose.
  private func directory(_ shared: Shared, ofUser user: uid_t) throws -> (JSONDirectory, victim: String) {
    let directory = try JSONDirectory()
    let victim = directory.path + "/victim"
    try directory.write("{\"a\": 1}")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: victim))
    try #require(chmod(directory.path, shared == .sticky ? 0o1777 : 0o777) == 0)
    if Self.isRoot {
      for path in [directory.file, victim] { try #require(chown(path, user, user) == 0) }
      if shared == .ofAnother { try #require(chown(directory.path, other, other) == 0) }
    }
    return (directory, victim)
  }

  private func plant(_ planted: Planted, _ path: String, _ victim: String) throws {
    switch planted {
    case .linkToFile: try #require(symlink(victim, path) == 0)
    case .linkToDirectory: try #require(symlink("/tmp", path) == 0)
    case .danglingLink: try #require(symlink(victim + "/../nowhere", path) == 0)
    case .directory: try #require(mkdir(path, 0o777) == 0)
    case .secondName: return try #require(link(victim, path) == 0)
    case .file: try Data("{\"planted\": 1}".utf8).write(to: URL(fileURLWithPath: path))
    }
    if Self.isRoot { try #require(lchown(path, other, other) == 0 && (planted != .file || chmod(path, 0o666) == 0)) }
  }

  @Test(arguments: [".lock", ".new"], Shared.allCases) func whatIsPlantedIsRefused(_ suffix: String, _ shared: Shared)
    throws
  {
    for planted in Planted.allCases where Self.isRoot || planted != .file {
      let (directory, victim) = try directory(shared, ofUser: geteuid())
      let store = try directory.store()
      let path = directory.path + "/.tool.json" + suffix
      try plant(planted, path, victim)
      let error = #expect(throws: DefaultsError.self, "\(planted)") { try store.set(2, forKey: "a") }
      #expect(error?.code == .foreignFile && error?.path == path, "\(planted): \(String(describing: error))")
      let owner = Self.isRoot && planted != .secondName ? other : geteuid()
      #expect(error?.message.contains("of the user \(owner) is where") == true, "\(String(describing: error))")
      #expect(error?.message.contains("remove it") == true)
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
      #expect(try directory.text() == "{\"a\": 1}")
      #expect(try store.value(forKey: "a") == 1)
      try #require(remove(path) == 0)
      try store.set(3, forKey: "a")
      #expect(try directory.text() == "{\"a\": 3}")
    }
  }

  @Test(.enabled(if: isRoot, "only root can be somebody else"), arguments: [".lock", ".new"], Shared.allCases)
  func whatIsPlantedIsRefusedByAUser(_ suffix: String, _ shared: Shared) throws {
    for planted in Planted.allCases {
      let (directory, victim) = try directory(shared, ofUser: 65534)
      let path = directory.path + "/.tool.json" + suffix
      try plant(planted, path, victim)
      let lines = try JSONProcess(["user", "65534", "open-json", directory.file, "set", "a", "2", "get", "a"]).finish()
      let owner: uid_t = planted == .secondName ? 65534 : other
      #expect(lines.first?.hasPrefix("error: \(path) was left untouched: ") == true, "\(planted): \(lines)")
      #expect(lines.first?.contains("of the user \(owner) is where") == true, "\(planted): \(lines)")
      #expect(lines.last == "1")
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
      #expect(try directory.text() == "{\"a\": 1}")
    }
  }

  /// Where several users share the file, they share its lock too, and links are refused all the same.
  @Test(.enabled(if: isRoot, "only root can be somebody else")) func whoSharesTheStoreSharesItsFiles() throws {
    let (directory, victim) = try directory(.ofAnother, ofUser: 0)
    let lock = directory.path + "/.tool.json.lock"
    try plant(.file, lock, victim)
    let store = try JSONStore(path: directory.file, owners: .anyone)
    try store.set(2, forKey: "a")
    try #require(remove(lock) == 0)
    try plant(.linkToFile, lock, victim)
    let error = #expect(throws: DefaultsError.self) { try store.set(3, forKey: "a") }
    #expect(error?.code == .foreignFile)
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    #expect(try directory.text() == "{\"a\": 2}")
  }

  @Test(.enabled(if: isRoot, "only root can be somebody else")) func whoTakesThePlaceOfTheFileMeanwhileGetsNothing()
    throws
  {
    let (directory, _) = try directory(.forAll, ofUser: 0)
    let store = try directory.store()
    let owners = Collector<uid_t>()
    FileSystemChange.observe { change in
      guard change.path == directory.path + "/.tool.json.new" else { return }
      if case .creation = change.kind {
        try? directory.replace(by: "{\"a\": 1}")
        chown(directory.file, self.other, self.other)
      }
      var status = stat()
      if case .write = change.kind, stat(change.path, &status) == 0 { owners.append(status.st_uid) }
    } during: {
      let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "a") }
      #expect(error?.code == .foreignFile)
    }
    #expect(owners.all.allSatisfy { $0 == 0 })
  }
}
