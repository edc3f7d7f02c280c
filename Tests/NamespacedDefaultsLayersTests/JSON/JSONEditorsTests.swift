import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NamespacedDefaults
@testable import NamespacedDefaultsLayers

/// What other programs do to the file, at any moment of a write.
@Suite struct JSONEditorsTests {
  /// A way in which a program saves a file.
  enum Save: String, CaseIterable {
    /// Empties the file and writes it: `>` of a shell, `cp`, `vim` with `backupcopy=yes`.
    case inPlace
    /// Renames another file over it: `mv`, `sed -i`, most editors.
    case replacing
    /// Renames the file away and creates it anew: `vim` with `backupcopy=no`.
    case renamingAway
    /// Renames a link, as Kubernetes does with `..data`.
    case elsewhere

    func save(_ text: String, _ directory: JSONDirectory) throws {
      switch self {
      case .inPlace: try directory.write(text)
      case .replacing: try directory.replace(by: text)
      case .renamingAway:
        _ = rename(directory.file, directory.file + "~")
        try directory.write(text)
      case .elsewhere:
        let version = directory.path + "/version.\(UInt64.random(in: 0...(.max)))"
        try FileManager.default.createDirectory(atPath: version, withIntermediateDirectories: false)
        try Data(text.utf8).write(to: URL(fileURLWithPath: version + "/tool.json"))
        try FileManager.default.createSymbolicLink(atPath: version + ".link", withDestinationPath: version)
        try #require(rename(version + ".link", directory.path + "/data") == 0)
        if FileManager.default.fileExists(atPath: directory.file) { return }
        try FileManager.default.createSymbolicLink(atPath: directory.file, withDestinationPath: "data/tool.json")
      }
    }
  }

  @Test(arguments: Save.allCases) func whatAnotherProgramHasSavedIsRead(_ way: Save) throws {
    let directory = try JSONDirectory()
    try way.save(#"{"a": 1}"#, directory)
    let store = try directory.store()
    let key = DefaultsKey<Int>("a", defaultValue: 0, store: store)
    #expect(key.value == 1)
    try way.save(#"{"a": 2}"#, directory)
    // Nobody observes, and nothing is written: the cached value lasts until the clock ticks.
    #expect(waitUntil { key.value == 2 })
    try way.save(#"{"a": 3}"#, directory)
    try store.synchronize()
    #expect(try store.value(forKey: "a") == 3)
  }

  /// Each of the files is whole, so that a read may take any that was there since it began.
  @Test func aFileThatIsReplacedWithoutAPauseIsRead() throws {
    let directory = try JSONDirectory()
    let padding = String(repeating: " ", count: 10_000)
    try directory.write(#"{"a": 0}"#)
    let store = try directory.store()
    let saved = Atomic(0)
    let isEnded = Atomic(false)
    let editor = DispatchQueue(label: "editor")
    editor.async {
      var number = 0
      while !isEnded.load(ordering: .acquiring) {
        number += 1
        try? directory.replace(by: #"{"a": \#(number)\#(padding)}"#)
        saved.store(number, ordering: .releasing)
      }
    }
    defer {
      isEnded.store(true, ordering: .releasing)
      editor.sync {}
    }
    for _ in 0..<50 {
      let number = saved.load(ordering: .acquiring)
      usleep(10_000)  // a tick of the clock
      let found = try store.value(forKey: "a").map(Int.value(fromPropertyList:))
      #expect((found ?? -1) >= number)
    }
  }

  /// Some file systems set the size of a file to 0 before its times, so that the times of an empty file say nothing.
  @Test func anEmptyFileIsTakenOnceItHasStayedSo() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"a": 1}"#)
    let store = try directory.store()
    #expect(try store.value(forKey: "a") == 1)
    try directory.write("")
    usleep(150_000)
    #expect(try store.value(forKey: "a") == 1)
    #expect(try waitUntil { try store.value(forKey: "a") == nil })
  }

  @Test(arguments: [Save.inPlace, .replacing, .renamingAway]) func aWriteIsMadeOnWhatWasSaved(_ way: Save) throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"a": 1}"#)
    let store = try directory.store()
    try way.save("{\n  // mine\n  \"a\": 2\n}\n", directory)
    try store.update("a") { value in
      #expect(value == 2)
      value = 3
    }
    #expect(try directory.text() == "{\n  // mine\n  \"a\": 3\n}\n")
  }

  /// At each change that the write makes in the file system, someone saves; what was saved and what is written are there.
  @Test(arguments: [Save.inPlace, .replacing, .renamingAway], 1...12) func nothingIsLost(_ way: Save, _ number: Int)
    throws
  {
    let directory = try JSONDirectory()
    try directory.write(#"{"a": 1, "b": 1}"#)
    let store = try directory.store()
    let count = Atomic(0)
    try FileSystemChange.observe { change in
      guard change.path.hasPrefix(directory.path), count.add(1, ordering: .relaxed).newValue == number else { return }
      try? way.save(#"{"a": 1, "b": 2 /* mine */}"#, directory)
    } during: {
      try store.set(5, forKey: "a")
    }
    let isSaved = count.load(ordering: .relaxed) >= number
    // Who saves what it has read before the write takes the write back, as with any other program.
    let text = try directory.text()
    #expect(!isSaved || text.contains("\"b\": 2 /* mine */"), "\(text)")
    let isAfterTheWrite = text == #"{"a": 1, "b": 2 /* mine */}"#
    #expect(isAfterTheWrite || text == #"{"a": 5, "b": \#(isSaved ? "2 /* mine */" : "1")}"#, "\(text)")
    if isAfterTheWrite { #expect(number > 4, "the write was not made yet") }
    #expect(try directory.names.filter { $0 != "tool.json~" } == [".tool.json.lock", "tool.json"])
  }

  @Test(arguments: [Save.inPlace, .replacing, .renamingAway]) func aValueThatWasSavedMeanwhileIsNotOverwritten(
    _ way: Save
  ) throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"a": 1}"#)
    let store = try directory.store()
    let error = #expect(throws: DefaultsError.self) {
      try store.update("a") { value in
        try way.save(#"{"a": 7}"#, directory)
        value = 2
      }
    }
    #expect(error?.code == .overwrittenFile)
    #expect(try directory.text() == #"{"a": 7}"#)
    #expect(try store.value(forKey: "a") == 7)
    try store.set(8, forKey: "a")
    #expect(try directory.text() == #"{"a": 8}"#)
  }

  #if os(Linux)
    /// It has opened the file and not written yet, so that nothing in the file tells.
    @Test func aProgramThatIsAboutToWriteInPlaceIsAwaited() throws {
      let directory = try JSONDirectory()
      try directory.write(#"{"a": 1, "b": 1}"#)
      let store = try directory.store()
      let editor = FileHandle(forUpdatingAtPath: directory.file)
      let attempts = Atomic(0)
      try FileSystemChange.observe { change in
        guard case .exchange = change.kind, change.path.hasPrefix(directory.path) else { return }
        // The first exchange is taken back by the second.
        guard attempts.add(1, ordering: .relaxed).newValue == 3 else { return }
        try? editor?.truncate(atOffset: 0)
        try? editor?.write(contentsOf: Data(#"{"a": 1, "b": 2}"#.utf8))
        try? editor?.close()
      } during: {
        try store.set(5, forKey: "a")
      }
      #expect(try directory.text() == #"{"a": 5, "b": 2}"#)
      #expect(attempts.load(ordering: .relaxed) >= 3)
    }

    @Test func aProgramThatKeepsTheFileOpenIsNotAwaitedForEver() throws {
      let directory = try JSONDirectory()
      try directory.write(#"{"a": 1}"#)
      let other = FileHandle(forUpdatingAtPath: directory.file)
      try directory.store().set(2, forKey: "a")
      #expect(try directory.text() == #"{"a": 2}"#)
      try other?.close()
    }
  #endif

  @Test func whatTwoHaveSavedIsThatOfTheLast() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"a": 1, "b": 1}"#)
    let store = try directory.store()
    let attempts = Atomic(0)
    try FileSystemChange.observe { change in
      guard case .exchange = change.kind, change.path.hasPrefix(directory.path) else { return }
      let attempt = attempts.add(1, ordering: .relaxed).newValue
      if attempt <= 2 { try? directory.replace(by: #"{"a": 1, "b": \#(attempt + 1)}"#) }
    } during: {
      try store.set(5, forKey: "a")
    }
    #expect(try directory.text() == #"{"a": 5, "b": 3}"#)
    #expect(try directory.names == [".tool.json.lock", "tool.json"])
  }

  @Test func aFileThatIsCreatedMeanwhileIsNotReplaced() throws {
    let directory = try JSONDirectory()
    let store = try directory.store()
    let isSaved = Atomic(false)
    try FileSystemChange.observe { change in
      guard case .rename = change.kind, change.path.hasPrefix(directory.path) else { return }
      if !isSaved.exchange(true, ordering: .relaxed) { try? directory.write(#"{"b": 2}"#) }
    } during: {
      try store.set(5, forKey: "a")
    }
    #expect(try directory.text() == #"{"b": 2, "a": 5}"#)
  }

  /// Between its two steps an editor leaves no file, an empty one or a half of one.
  @Test(arguments: [nil, "", "{\"a\": 1, \"b"]) func aFileThatIsBeingSavedKeepsItsValues(_ between: String?) throws {
    // A busy machine may take longer between the two steps than a save may, which shows nothing.
    while try !save(between) {}
  }

  /// Saves a file three times in two steps, of which the store takes no first one for all.
  ///
  /// - Returns: Whether that took no longer than a save may take; if not, nothing is expected.
  private func save(_ between: String?) throws -> Bool {
    let directory = try JSONDirectory()
    try directory.write(#"{"a": 1}"#)
    let store = try directory.store()
    let heard = Collector<DefaultsChange>()
    let observation = store.observe { heard.append($0) }
    let problems = Collector<DefaultsProblem>()
    var isQuick = true
    try Defaults.withProblemHandler({ problems.append($0) }) {
      for round in 0..<3 {
        let start = ContinuousClock.now
        if let between { try directory.write(between) } else { #expect(unlink(directory.file) == 0) }
        let first = try store.value(forKey: "a")
        usleep(20_000)
        let second = try store.value(forKey: "a")
        try directory.write("{\"a\": \(2 + round)}")
        // The thread that watches the file looks at it meanwhile.
        isQuick = isQuick && ContinuousClock.now - start < .milliseconds(90)
        guard isQuick else { return }
        #expect(first == .int(1 + round) && second == first)
        #expect(try waitUntil { try store.value(forKey: "a") == .int(2 + round) })
      }
    }
    guard isQuick else { return false }
    #expect(waitUntil { heard.all.count == 3 })
    #expect(heard.all.map(\.newValue) == [2, 3, 4])
    #expect(problems.all.isEmpty)
    withExtendedLifetime(observation) {}
    return true
  }

  @Test func aDeletedFileIsAnEmptyStore() throws {
    let directory = try JSONDirectory()
    try directory.write(#"{"a": 1}"#)
    let store = try directory.store()
    #expect(try store.value(forKey: "a") == 1)
    #expect(unlink(directory.file) == 0)
    #expect(try waitUntil { try store.value(forKey: "a") == nil })
    try store.set(2, forKey: "a")
    #expect(try directory.text() == "{\n  \"a\": 2\n}\n")
  }

  @Test func aFileThatDoesNotParseKeepsTheLastGoodValues() throws {
    let directory = try JSONDirectory()
    try directory.write("{\n  \"a\": 1\n}\n")
    let store = try directory.store()
    let problems = Collector<DefaultsProblem>()
    let sentence = "\(directory.file):3:3: expected ',' or '}'; the file was left untouched"
    try Defaults.withProblemHandler({ problems.append($0) }) {
      let broken = "{\n  \"a\": 2\n  \"b\": 1\n}\n"
      for round in 1...2 {
        try directory.replace(by: broken)
        let error = #expect(throws: DefaultsError.self) { try store.set(3, forKey: "a") }
        #expect(error?.code == .unreadableFile)
        #expect(error?.message == sentence)
        for _ in 0..<50 {
          #expect(try store.value(forKey: "a") == .int(round))
          usleep(1000)
        }
        #expect(
          problems.all.map { "\($0.kind) \($0.error)" } == Array(repeating: "failedRead \(sentence)", count: round)
        )
        #expect(throws: DefaultsError.self) { try store.synchronize() }
        #expect(throws: DefaultsError.self) { try directory.store() }
        #expect(try directory.text() == broken)
        try directory.replace(by: "{\"a\": \(round + 1)}")
        #expect(try waitUntil { try store.value(forKey: "a") == .int(round + 1) })
      }
      try store.set(9, forKey: "a")
    }
    #expect(try directory.text() == "{\"a\": 9}")
    #expect(problems.all.count == 2)
  }

  @Test func aFileThatNeverParsedCannotBeOpened() throws {
    let directory = try JSONDirectory()
    try directory.write("{\n  \"a\" 1\n}\n")
    let error = #expect(throws: DefaultsError.self) { try directory.store() }
    #expect(error?.message == "\(directory.file):2:7: expected ':'; the file was left untouched")
    try directory.write("{}")
    #expect(try directory.store().keys() == [])
  }

  @Test func aPlaceThatIsNoFileIsRefused() throws {
    let directory = try JSONDirectory()
    let error = #expect(throws: DefaultsError.self) { try JSONStore(path: directory.path) }
    #expect(error?.code == .unreadableFile)
  }

  /// The commands themselves, as a shell runs them.
  @Test(arguments: [
    "sed -i 's/1/2/' tool.json", "sed 's/1/2/' tool.json > new && mv new tool.json",
    "sed 's/1/2/' tool.json > new && cp new tool.json",
    "echo '{\"a\": 2}' > tool.json",
  ])
  func whatAShellDoesIsHeard(_ command: String) throws {
    let directory = try JSONDirectory()
    try directory.write("{\"a\": 1}\n")
    let store = try directory.store()
    let heard = Collector<DefaultsChange>()
    let observation = store.observe("a") { heard.append($0) }
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = URL(fileURLWithPath: directory.path)
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    #expect(waitUntil { !heard.all.isEmpty })
    #expect(heard.all == [DefaultsChange(key: "a", oldValue: 1, newValue: 2)])
    try store.set(3, forKey: "a")
    #expect(try directory.text().contains("\"a\": 3"))
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: JSONEditorsTests.Save.allCases) func aSaveIsHeardByObservers(_ way: Save) throws {
    let directory = try JSONDirectory()
    try way.save(#"{"a": 1, "p": {"x": 1}}"#, directory)
    let store = try directory.store()
    let heard = Collector<DefaultsChange>()
    let observations = ["a", "p"].map { store.observe($0) { heard.append($0) } }
    for round in 2...4 {
      // What a watch does when it begins would find the save too.
      usleep(50_000)
      try way.save(#"{"a": \#(round), "p": {"x": \#(round)}}"#, directory)
      #expect(waitUntil { heard.all.count == 2 * (round - 1) }, "round \(round): \(heard.all)")
    }
    #expect(heard.all.filter { $0.key == "a" }.map(\.newValue) == [2, 3, 4])
    #expect(heard.all.filter { $0.key == "p" }.map(\.newValue) == [["x": 2], ["x": 3], ["x": 4]])
    withExtendedLifetime(observations) {}
  }
}
