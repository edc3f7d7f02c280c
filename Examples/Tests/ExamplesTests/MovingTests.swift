import Foundation
import NamespacedDefaults
import NamespacedDefaultsSync
import NamespacedDefaultsTesting
import Testing

@testable import MovedFromDefaults

/// The scripts that move a program from other libraries, run on samples in `Fixtures/Moving`.
///
/// What they must make of them is the code of targets of its own, which is compiled and run.
@Suite(.isolatedDefaults)
struct MovingTests {
  @Test(arguments: ["FromDefaults", "FromSwiftyUserDefaults"])
  func theScriptMakesTheCodeThatIsCompiledHere(sample: String) throws {
    let program = try MovedProgram(sample)
    let result = try program.run()
    let count = program.names.count
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    let files = count == 1 ? "1 file" : "\(count) files"
    #expect(result.errors.hasSuffix("Rewrote \(count) of \(files); 0 places to look at by hand.\n"))
    for name in program.names {
      let moved = examples.appending(path: "Sources/Moved/\(sample)/\(name)")
      #expect(try program.text(name) == String(contentsOf: moved, encoding: .utf8), "\(name)")
    }
  }

  @Test(arguments: ["FromDefaults", "FromSwiftyUserDefaults", "Left/FromDefaults", "Left/FromSwiftyUserDefaults"])
  func aSecondRunChangesNothing(sample: String) throws {
    let program = try MovedProgram(sample)
    let first = try program.run()
    let texts = try program.names.map(program.text)
    let second = try program.run()
    #expect(try program.names.map(program.text) == texts)
    #expect(second.errors.contains("Rewrote 0 of "))
    // What is left is printed again, and the mirror is not.
    let notes = { (errors: String) in errors.split(separator: "\n").filter { $0.contains(".swift:") } }
    #expect(notes(second.errors) == notes(first.errors))
    #expect(!second.errors.contains("These keys were in iCloud"))
  }

  @Test(arguments: ["FromDefaults", "FromSwiftyUserDefaults"])
  func aDryRunWritesNothing(sample: String) throws {
    let program = try MovedProgram(sample)
    let texts = try program.names.map(program.text)
    let dates = try program.names.map(program.modificationDate)
    let result = try program.run("--dry-run")
    #expect(try program.names.map(program.text) == texts)
    #expect(try program.names.map(program.modificationDate) == dates)
    for name in program.names { #expect(result.output.contains("--- \(name)\n+++ \(name)\n@@ ")) }
    // The difference makes of the files what the script makes of them.
    try program.patch(with: result.output)
    for name in program.names {
      let moved = examples.appending(path: "Sources/Moved/\(sample)/\(name)")
      #expect(try program.text(name) == String(contentsOf: moved, encoding: .utf8), "\(name)")
    }
  }

  @Test func aDryRunPrintsADifference() throws {
    let program = try MovedProgram("FromDefaults", names: ["Pages.swift"])
    let result = try program.run("--dry-run")
    #expect(
      result.output == """
        --- Pages.swift
        +++ Pages.swift
        @@ -1,4 +1,5 @@
         import Foundation
        +import NamespacedDefaults
         
         // The program has `typealias Defaults = _Defaults` in another file.
         func nextPage() -> Int {

        """
    )
    #expect(result.errors == "Would rewrite 1 of 1 file; 0 places to look at by hand.\n")
  }

  @Test func whatWasInICloudIsOneMirror() throws {
    #expect(
      try MovedProgram("FromDefaults").run().errors == """

        These keys were in iCloud. Import NamespacedDefaultsSync, make the mirror at the start of the program, and hold it:

        let mirror = Defaults.mirror(
          .scheme, .fontSize, .bookmarks,
          to: UbiquitousStore.default
        )

        Rewrote 3 of 3 files; 0 places to look at by hand.

        """
    )
    // As printed, to another store.
    let mirror = Defaults.mirror(
      .scheme,
      .fontSize,
      .bookmarks,
      to: InMemoryStore()
    )
    mirror.cancel()
  }

  @Test func whatDefaultsHasAloneIsPrinted() throws {
    #expect(
      try MovedProgram("Left/FromDefaults").run().errors == """
        FromDefaults.swift:5: await Defaults.iCloud.waitForSyncCompletion()
            write `try mirror.synchronize()`, of the mirror of the keys that were in iCloud
        FromDefaults.swift:6: Defaults.iCloud.add(.scheme)
            write `let mirror = Defaults.mirror(…, to: UbiquitousStore.default)` with these keys, and hold it
        FromDefaults.swift:8: let changes = Defaults.publisher(.scheme).map { ($0.oldValue, $0.newValue) }
            write `DefaultsKeys.name.publisher`, which publishes values, the current one first; \
        for the old value `Defaults.observe(.name) { change in … }`
        FromDefaults.swift:9: let blob = DefaultsKey<Data>("blob", defaultValue: Data(), externalStorage: true)
            delete it; what is stored is not read, so copy it first to a key without it
        FromDefaults.swift:16: keys.forEach { $0.reset() }
            write `remove()` if it is a key
        FromDefaults.swift:17: keys[0].reset()
            write `remove()` if it is a key
        FromDefaults.swift:18: print(suite[.scheme], group[keys[0]], UserDefaults.standard[keys[0]], \
        UserDefaults(suiteName: "a")![.scheme])
            write `DefaultsAdapter(store: …)[key]`, with a `UserDefaultsStore` of the suite
        FromDefaults.swift:19: suite.removeAll()
            write `DefaultsAdapter(store: …).removeAll()`, with a `UserDefaultsStore` of the suite
        FromDefaults.swift:29: observation = Defaults.observe(.scheme, initial: true) { change in self.count += 1 }\
        .tieToLifetime(of: self)
            hold the observation in a property of its owner
        FromDefaults.swift:29: observation = Defaults.observe(.scheme, initial: true) { change in self.count += 1 }\
        .tieToLifetime(of: self)
            write `{ @MainActor [weak self] change in … }`: a handler that uses `self` names its actor
        Rewrote 1 of 1 file; 10 places to look at by hand.

        """
    )
  }

  @Test func anObservationIsNoProtocol() throws {
    let program = try MovedProgram("Left/FromDefaults")
    _ = try program.run()
    let text = try program.text(program.names[0])
    #expect(text.contains("  var observations: [DefaultsObservation] = []\n"))
  }

  @Test func whatSwiftyUserDefaultsHasAloneIsPrinted() throws {
    #expect(
      try MovedProgram("Left/FromSwiftyUserDefaults").run().errors == """
        FromSwiftyUserDefaults.swift:15: struct FrogBridge: DefaultsBridge {
            write the functions `propertyListValue()` and `value(fromPropertyList:)` of the type that is stored
        FromSwiftyUserDefaults.swift:19: class Frog: NSObject, NSCoding, DefaultsSerializable {}
            write `final class`, with `let` only, or a `struct`: values are Sendable
        FromSwiftyUserDefaults.swift:19: class Frog: NSObject, NSCoding, DefaultsSerializable {}
            write `NSSecureCoding`
        FromSwiftyUserDefaults.swift:21: func count() { Defaults.visits++ }
            write `+= 1` or `-= 1`
        Rewrote 1 of 1 file; 4 places to look at by hand.

        """
    )
  }

  @Test func aDryRunPrintsTheLinesOfTheFilesAsTheyAre() throws {
    let program = try MovedProgram("Left/FromDefaults")
    try program.write(
      "import DefaultsMacros\nimport Defaults\nimport SwiftUI\n\n@ObservableDefault(.a) var a: Int\n",
      to: program.names[0]
    )
    #expect(try program.run("--dry-run").errors.hasPrefix("FromDefaults.swift:5: @ObservableDefault(.a) var a: Int\n"))
    #expect(try program.run().errors.hasPrefix("FromDefaults.swift:4: @ObservableDefault(.a) var a: Int\n"))
  }

  @Test(arguments: ["from-defaults", "from-swiftyuserdefaults"])
  func otherCodeStays(script: String) throws {
    let program = try MovedProgram("Unchanged", script: script)
    let text = try program.text("Plan.swift")
    #expect(try program.run().errors == "Rewrote 0 of 1 file; 0 places to look at by hand.\n")
    #expect(try program.text("Plan.swift") == text)
  }

  @Test func theEndsOfLinesStay() throws {
    let program = try MovedProgram("Unchanged", script: "from-defaults")
    let code = "import Defaults\r\n\r\nextension Defaults.Keys {\r\n  static let a = Key(\"a\", default: 1)\r\n}\r\n"
    let moved =
      "import NamespacedDefaults\r\n\r\nextension DefaultsKeys {\r\n"
      + "  static let a = DefaultsKey(\"a\", defaultValue: 1)\r\n}\r\n"
    try program.write(code, to: "Plan.swift")
    _ = try program.run()
    #expect(try program.text("Plan.swift") == moved)
  }

  @Test(arguments: ["from-defaults", "from-swiftyuserdefaults"])
  func whatItCannotDoIsAnError(script: String) throws {
    let program = try MovedProgram("Unchanged", script: script)
    #expect(try program.run(files: []).status == 2)
    #expect(try program.run("--quickly").errors.hasPrefix("There is no option --quickly.\n\nusage: \(script) "))
    let missing = try program.run(files: ["Plan.swift", "Missing.swift"])
    #expect(missing.status == 1)
    #expect(missing.errors.hasPrefix("Missing.swift: No such file or directory\n"))
    #expect(try program.run("--help").output.hasPrefix("usage: \(script) [--dry-run] FILE…\n"))
  }

  // MARK: The moved programs

  @Test func theProgramMovedFromDefaultsKeepsItsSettings() throws {
    let store = InMemoryStore(["scheme": "dark", "shelf": "5F4DCC3B-5AA7-4B1C-9A32-1F6E3D2C1B0A", "page.plan": 7])
    Defaults.withStore(store) {
      #expect(Defaults[.scheme] == .dark)
      #expect(Defaults[.shelf]?.id.uuidString == "5F4DCC3B-5AA7-4B1C-9A32-1F6E3D2C1B0A")
      Defaults[.shelf] = Shelf(id: UUID())
      #expect(Defaults["shelf"].string == Defaults[.shelf]?.id.uuidString)
      #expect(Defaults[.fontSize] == 12)
      #expect(Defaults[.bookmarks] == ["default: 1, iCloud: true": [Bookmark(page: 1)]])
      #expect(Defaults[page(of: "plan")] == 7)
      #expect(!Defaults[isOpen("plan")])
      #expect(nextPage() == 1)
      #expect(Defaults[.extra].decoded() == 1)
      #expect(names == [.scheme, .fontSize])
      #expect(describe() == #"Defaults.Keys says "scheme" and Defaults.reset(: dark, false"#)
    }
  }

  @Test(.timeLimit(.minutes(60))) @MainActor
  func theObserversOfTheProgramMovedFromDefaultsAreCalled() async {
    let reader = Reader()
    reader.start()
    Defaults[.scheme] = .dark
    while reader.log != ["theme light", "theme dark"] { await Task.yield() }
    reader.stop()
    reader.pages = 3
    #expect(Defaults[.pages] == 3)
  }

  #if UserDefaults
    @Test func theProgramMovedFromSwiftyUserDefaultsRuns() throws {
      let printed = try TemporaryHome().run("MovedFromSwiftyUserDefaults")
      #expect(printed == "0\nserved 1\n1\n2 Cake [\"Ann\", \"Ann\"] sour 0\n")
    }
  #endif
}

private let examples = URL(filePath: #filePath).appending(path: "../../..").standardized

/// A copy of a sample, in a directory of its own.
private final class MovedProgram {
  let names: [String]
  private let script: String
  private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  /// Copies the files of a sample: of a directory, or one file.
  init(_ sample: String, names: [String]? = nil, script: String? = nil) throws {
    let fixture = examples.appending(path: "Tests/ExamplesTests/Fixtures/Moving/\(sample)")
    let isDirectory = FileManager.default.fileExists(atPath: fixture.path)
    let origin = isDirectory ? fixture : fixture.deletingLastPathComponent()
    self.names =
      try isDirectory
      ? names ?? FileManager.default.contentsOfDirectory(atPath: fixture.path).sorted()
      : [fixture.lastPathComponent + ".swift"]
    self.script = script ?? (sample.hasSuffix("FromDefaults") ? "from-defaults" : "from-swiftyuserdefaults")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for name in self.names {
      try FileManager.default.copyItem(at: origin.appending(path: name), to: directory.appending(path: name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  func text(_ name: String) throws -> String {
    try String(contentsOf: directory.appending(path: name), encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: directory.appending(path: name))
  }

  func modificationDate(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: directory.appending(path: name).path)[.modificationDate] as? Date
  }

  /// Runs the script on the files.
  func run(_ option: String..., files: [String]? = nil) throws -> (status: Int32, output: String, errors: String) {
    try run(examples.appending(path: "Moving/\(script)"), option + (files ?? names))
  }

  /// Applies a difference to the files.
  func patch(with difference: String) throws {
    try write(difference, to: "difference")
    let result = try run(URL(filePath: "/usr/bin/env"), ["git", "apply", "-p0", "difference"])
    #expect(result.status == 0, "\(result)")
  }

  private func run(_ program: URL, _ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = directory
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, complaint)
  }
}
