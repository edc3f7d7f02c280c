import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import TestSupport
import Testing

/// Settings whose directory goes while a program runs.
@Suite struct VanishedDirectoryTests {
  enum Kind: CaseIterable { case json, directory }

  /// What becomes of the directory.
  enum End: CaseIterable { case gone, another, parentGone, linkedElsewhere }

  /// A store in a directory, to which a link leads.
  private struct Place {
    let directory: ValueDirectory
    let kind: Kind

    init(_ kind: Kind) throws {
      (self.directory, self.kind) = (try ValueDirectory(), kind)
      try directory.makeDirectory("volume/settings")
      try directory.makeDirectory("elsewhere")
      try directory.link("link", to: "volume/settings")
      try write("7", into: "volume/settings")
    }

    var file: String { kind == .json ? "tool.json" : "a" }

    func write(_ value: String, into path: String) throws {
      try directory.write(kind == .json ? "{\"a\": \(value)}" : value, to: "\(path)/\(file)")
    }

    func store() throws -> any DefaultsStore {
      let path = "\(directory.path)/link"
      switch kind {
      case .json: return try JSONStore(path: "\(path)/tool.json", durability: .processKill)
      case .directory: return try DirectoryStore(url: URL(fileURLWithPath: path))
      }
    }

    func end(_ end: End) throws {
      switch end {
      case .gone, .another: try #require(rename("\(directory.path)/volume/settings", "\(directory.path)/kept") == 0)
      case .parentGone: try #require(rename("\(directory.path)/volume", "\(directory.path)/kept") == 0)
      case .linkedElsewhere:
        try directory.remove("link")
        try directory.link("link", to: "elsewhere")
      }
      if end == .another { try directory.makeDirectory("volume/settings") }
    }

    func takeBack(_ end: End) throws {
      switch end {
      case .gone, .another:
        if end == .another { try directory.remove("volume/settings") }
        try #require(rename("\(directory.path)/kept", "\(directory.path)/volume/settings") == 0)
      case .parentGone: try #require(rename("\(directory.path)/kept", "\(directory.path)/volume") == 0)
      case .linkedElsewhere:
        try directory.remove("link")
        try directory.link("link", to: "volume/settings")
      }
    }
  }

  private func problems(during body: (Collector<DefaultsProblem>) throws -> Void) rethrows {
    let problems = Collector<DefaultsProblem>()
    try Defaults.withProblemHandler({ problems.append($0) }) { try body(problems) }
  }

  @Test(arguments: Kind.allCases, End.allCases) func theLastValuesStay(_ kind: Kind, end: End) throws {
    let place = try Place(kind)
    // Else the file would be read again in any case, for it might have been changed since.
    while try FileStamp(path: "\(place.directory.path)/link/\(place.file)")?.isRecent == true { usleep(1000) }
    let store = try place.store()
    let key = DefaultsKey("a", defaultValue: 0, store: store)
    #expect(key.value == 7)
    try problems { problems in
      try place.end(end)
      for _ in 1...3 {
        let error = #expect(throws: DefaultsError.self) { try store.synchronize() }
        #expect(error?.code == .unreadableFile)
        #expect(key.value == 7)
        #expect(try key.read() == 7)
        #expect(throws: DefaultsAuditError.self) { try NamespaceAudit(keys: [key]).validate() }
        #expect(throws: DefaultsError.self) { try store.set(8, forKey: "a") }
      }
      #expect(problems.all.map(\.kind) == [.failedRead])
      try place.takeBack(end)
      try store.synchronize()
      #expect(key.value == 7)
      #expect(try NamespaceAudit(keys: [key]).validate() == [])
      // It is a problem of its own when they go again.
      try place.end(end)
      #expect(throws: DefaultsError.self) { try store.synchronize() }
      #expect(problems.all.map(\.kind) == [.failedRead, .failedRead])
    }
  }

  @Test(arguments: Kind.allCases, End.allCases) func observersHearOfWhatIsWrittenAlone(_ kind: Kind, end: End) throws {
    let place = try Place(kind)
    let store = try place.store()
    let heard = Collector<Int>()
    let observation = DefaultsKey("a", defaultValue: 0, store: store).observe { heard.append($0.newValue) }
    try place.end(end)
    #expect(throws: DefaultsError.self) { try store.synchronize() }
    try place.takeBack(end)
    try store.synchronize()
    try place.write("8", into: "volume/settings")
    #expect(waitUntil { heard.all.last == 8 })
    #expect(heard.all == [8])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Kind.allCases) func theFileOfAnotherDirectoryCounts(_ kind: Kind) throws {
    let place = try Place(kind)
    let key = DefaultsKey("a", defaultValue: 0, store: try place.store())
    #expect(key.value == 7)
    try place.write("9", into: "elsewhere")
    try place.end(.linkedElsewhere)
    #expect(waitUntil { key.value == 9 })
  }

  @Test(arguments: Kind.allCases) func aFileThatIsRemovedFromItsDirectoryHasNoValue(_ kind: Kind) throws {
    let place = try Place(kind)
    let store = try place.store()
    let key = DefaultsKey("a", defaultValue: 0, store: store)
    #expect(key.value == 7)
    try place.directory.remove("volume/settings/\(place.file)")
    #expect(waitUntil { key.value == 0 })
    try store.synchronize()
  }

  /// As a link to a file on another volume, which is removed, and not the file.
  @Test func aLinkThatIsRemovedFromItsDirectoryHasNoValue() throws {
    let place = try Place(.json)
    let path = "\(place.directory.path)/tool.json"
    try place.directory.link("tool.json", to: "volume/settings/tool.json")
    let store = try JSONStore(path: path, durability: .processKill)
    let key = DefaultsKey("a", defaultValue: 0, store: store)
    #expect(key.value == 7)
    try place.directory.remove("tool.json")
    #expect(waitUntil { key.value == 0 })
  }

  #if !os(Windows)
    @Test(.enabled(if: geteuid() == 0, "only root can change the root"))
    func aProcessThatChangesItsRootKeepsTheValues() throws {
      let place = try Place(.json)
      let path = "\(place.directory.path)/link/tool.json"
      let process = try JSONProcess(
        ["open-json", path, "get", "a", "print-problems", "chroot", "\(place.directory.path)/elsewhere"]
          + ["synchronize", "get", "a"]
      )
      let lines = process.finish()
      #expect(lines.count == 4)
      #expect([lines.first, lines.last] == ["7", "7"])
      #expect(lines.dropFirst().first?.hasPrefix("problem: failedRead: \(path) has gone") == true, "\(lines)")
    }
  #endif
}
