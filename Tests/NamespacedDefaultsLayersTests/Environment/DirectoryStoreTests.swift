import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsLayers
import TestSupport
import Testing

/// Settings in a directory with a file for each value.
@Suite struct DirectoryStoreTests {
  private func problems(during body: () throws -> Void) rethrows -> [DefaultsProblem] {
    let problems = Lockbox<[DefaultsProblem]>([])
    try Defaults.withProblemHandler({ problem in problems.change { $0.append(problem) } }, operation: body)
    return problems.value
  }

  // MARK: Values

  @Test(arguments: [
    ("8", "8"), ("8\n", "8"), ("8\r\n", "8"), ("8\n\n", "8\n"), (" 8 \n", " 8 "), ("8\r", "8\r"), ("\n", ""), ("", ""),
    ("a\nb\n", "a\nb"), ("e\u{301}", "e\u{301}"), ("\u{FEFF}8\n", "8"), ("\u{FEFF}", ""), ("a\u{FEFF}", "a\u{FEFF}"),
  ])
  func oneLineEndIsNoPartOfTheText(file: String, text: String) throws {
    let directory = try ValueDirectory(["Server.workers": file])
    #expect(try directory.store().value(forKey: "Server.workers") == .string(text))
  }

  @Test func whatIsNoTextIsData() throws {
    let directory = try ValueDirectory()
    try directory.write(Data([0xFF, 0x0A]), to: "key")
    #expect(try directory.store().value(forKey: "key") == .data(Data([0xFF, 0x0A])))
  }

  @Test func aTextIsReadByTheTypeOfTheKey() throws {
    let directory = try ValueDirectory(["isOn": "yes\n", "pause": "1h30m\n", "ports": "80, 443\n"])
    let store = try directory.store()
    #expect(try DefaultsKey<Bool>("isOn", defaultValue: false, store: store).read())
    #expect(try DefaultsKey<Duration>("pause", defaultValue: .zero, store: store).read() == .seconds(5400))
    #expect(try DefaultsKey<[Int]>("ports", defaultValue: [], store: store).read() == [80, 443])
  }

  @Test(arguments: [
    "0123456789abcdef", "AAE=\n", "<0fbd77>", "[1,2]", "{\"a\": 1}\r\n", "\u{FEFF}a", "", "\n", "secret",
  ])
  func dataAreTheBytesOfTheFile(text: String) throws {
    let directory = try ValueDirectory(["key": text])
    let layers = LayeredStore([EnvironmentStore(prefix: "P", environment: ["P_OTHER": "AAE="]), try directory.store()])
    for store in [try directory.store() as any DefaultsStore, layers] {
      let key = DefaultsKey<Data>("key", defaultValue: Data([9]), store: store)
      #expect(try key.read() == Data(text.utf8))
      #expect(key.value == Data(text.utf8))
      #expect(try DefaultsKey<Data?>("key", store: store).read() == Data(text.utf8))
      #expect(try NamespaceAudit(keys: [key, DefaultsKey<Data?>("other", store: store)]).validate() == [])
      #expect(try DefaultsKey<Data?>("new", store: store).renamed(from: "key").read() == Data(text.utf8))
    }
    #expect(try DefaultsKey<Data?>("other", store: layers).read() == Data([0, 1]))
  }

  @Test func anObserverGetsTheBytesOfBothFiles() throws {
    let directory = try ValueDirectory(["key": "AAE=\n"])
    let heard = Lockbox<[[Data?]]>([])
    let observation = DefaultsKey<Data?>("key", store: try directory.store()).observe { change in
      heard.change { $0.append([change.oldValue, change.newValue]) }
    }
    try directory.replace("key", by: "AQI=\n")
    #expect(waitUntil { !heard.value.isEmpty })
    #expect(heard.value == [[Data("AAE=\n".utf8), Data("AQI=\n".utf8)]])
    observation.cancel()
  }

  #if os(Linux)
    /// The size of a file of /proc reads 0.
    @Test func aFileWithoutASizeIsReadWhole() throws {
      let type = try String(contentsOfFile: "/proc/sys/kernel/ostype", encoding: .utf8).dropLast()
      let store = try DirectoryStore(url: URL(fileURLWithPath: "/proc/sys/kernel"))
      #expect(type.count > 1)
      #expect(try store.value(forKey: "ostype") == .string(String(type)))
    }
  #endif

  @Test func itListsTheFilesThatAreSettings() throws {
    let directory = try ValueDirectory(["a": "1", "Server.workers": "2", ".hidden": "3", "..x": "4"])
    try directory.write("5", to: "NamespacedDefaults.migration.step")
    try directory.makeDirectory("inner")
    #expect(try directory.store().keys().sorted() == ["Server.workers", "a"])
    #expect(try directory.store().value(forKey: ".hidden") == nil)
    #expect(try directory.store().value(forKey: "inner") == nil)
    #expect(try directory.store().value(forKey: "NamespacedDefaults.migration.step") == nil)
  }

  @Test func linksAreFollowed() throws {
    let (directory, other) = (try ValueDirectory(), try ValueDirectory(["x": "1"]))
    try directory.link("a", to: other.path + "/x")
    try directory.link("gone", to: other.path + "/y")
    #expect(try directory.store().keys() == ["a"])
    #expect(try directory.store().value(forKey: "a") == "1")
  }

  // MARK: What cannot be read

  @Test func aFileThatCannotBeReadIsAnErrorOfItsNameAlone() throws {
    let directory = try ValueDirectory(["good": "1", "large": String(repeating: "x", count: 1 << 20 + 1)])
    try #require(mkfifo(directory.path + "/pipe", 0o600) == 0)
    let store = try directory.store()
    for (name, reason) in [("large", "has 1048577 bytes"), ("pipe", "it is a pipe")] {
      let error = try #require(throws: DefaultsError.self) { try store.value(forKey: name) }
      #expect(error.message.contains("\(directory.path)/\(name)") && error.message.contains(reason))
    }
    #expect(try store.value(forKey: "good") == "1")
    #expect(try store.keys().sorted() == ["good", "large", "pipe"])
  }

  @Test func theSizeOfAllIsLimited() throws {
    let megabyte = String(repeating: "x", count: 1 << 20)
    let directory = try ValueDirectory(Dictionary(uniqueKeysWithValues: (10...26).map { ("f\($0)", megabyte) }))
    let store = try directory.store()
    #expect(try store.value(forKey: "f25") == .string(megabyte))
    #expect(throws: DefaultsError.self) { try store.value(forKey: "f26") }
  }

  @Test func aFileThatIsTooLargeDoesNotCountForTheSizeOfAll() throws {
    let directory = try ValueDirectory(["large": String(repeating: "x", count: 17 << 20), "small": "1"])
    let store = try directory.store()
    #expect(throws: DefaultsError.self) { try store.value(forKey: "large") }
    #expect(try store.value(forKey: "small") == "1")
  }

  @Test func aFileThatCannotBeReadIsReportedOnce() throws {
    let directory = try ValueDirectory(["good": "1"])
    try #require(mkfifo(directory.path + "/pipe", 0o600) == 0)
    let problems = try problems {
      let store = try directory.store()
      let (good, bad) = (
        DefaultsKey("good", defaultValue: 0, store: store), DefaultsKey("pipe", defaultValue: 0, store: store)
      )
      for _ in 1...3 {
        #expect(bad.value == 0)
        try store.synchronize()
        #expect(good.value == 1)
        #expect(try store.value(forKey: "good") == "1")
      }
    }
    #expect(problems.map(\.kind) == [.failedRead])
    #expect(problems.first?.description.contains("\(directory.path)/pipe") == true)
  }

  @Test func theLastGoodValueStays() throws {
    let directory = try ValueDirectory(["a": "1"])
    let store = try directory.store()
    let problems = try problems {
      try directory.remove("a")
      try #require(mkfifo(directory.path + "/a", 0o600) == 0)
      for _ in 1...2 {
        try store.synchronize()
        #expect(try store.value(forKey: "a") == "1")
      }
    }
    #expect(problems.map(\.kind) == [.failedRead])
  }

  @Test func whatIsNoDirectoryIsAnError() throws {
    let directory = try ValueDirectory(["a": "1"])
    let problems = try problems {
      let store = try DirectoryStore(url: URL(fileURLWithPath: directory.path + "/a"))
      #expect(throws: DefaultsError.self) { try store.value(forKey: "a") }
      #expect(throws: DefaultsError.self) { try store.keys() }
      #expect(throws: DefaultsError.self) { try store.synchronize() }
    }
    #expect(problems.map(\.kind) == [.failedRead])
  }

  @Test func aURLThatIsNotOfAFileIsRefused() throws {
    let error = #expect(throws: DefaultsError.self) {
      try DirectoryStore(url: try #require(URL(string: "https://a.b/c")))
    }
    #expect(error?.code == .invalidStoreName)
  }

  // MARK: Writes

  @Test func aWriteNamesTheFile() throws {
    let directory = try ValueDirectory(["a": "1"])
    let store = try directory.store()
    let error = try #require(throws: DefaultsError.self) { try store.set(2, forKey: "a") }
    #expect(error.code == .readOnlyStore)
    #expect(error.message.contains("\(directory.path)/a"))
    #expect(throws: DefaultsError.self) { try store.set(nil, forKey: "a") }
    #expect(throws: DefaultsError.self) { try store.transaction { try store.set("1", forKey: "b") } }
    try store.set("1", forKey: "a")
    try store.set(nil, forKey: "absent")
    #expect(try store.keys() == ["a"])
  }

  // MARK: Changes

  @Test func aMissingDirectoryIsEmptyAndCanAppear() throws {
    let directory = try ValueDirectory()
    let store = try DirectoryStore(url: URL(fileURLWithPath: directory.path + "/later/on"))
    #expect(try store.keys() == [])
    try directory.makeDirectory("later/on")
    try directory.write("1", to: "later/on/a")
    #expect(try waitUntil { try store.value(forKey: "a") == "1" })
  }

  @Test func aReadFindsWhatOthersChange() throws {
    let directory = try ValueDirectory(["a": "1", "b": "1"])
    let key = DefaultsKey("a", defaultValue: 0, store: try directory.store())
    for _ in 1...100 { #expect(key.value == 1) }
    // A file that has just been written is read again anyway.
    usleep(200_000)
    #expect(key.value == 1)
    try directory.write("2", to: "a")
    #expect(waitUntil { key.value == 2 })
    try directory.remove("a")
    #expect(waitUntil { key.value == 0 })
    try directory.write("3", to: "a")
    #expect(waitUntil { key.value == 3 })
  }

  /// A file is empty between the opening and the first write of a shell's `>`.
  @Test func aFileThatIsBeingWrittenHasItsFormerValue() throws {
    let directory = try ValueDirectory(["a": "1"])
    let store = try directory.store()
    try directory.write("", to: "a")
    try store.synchronize()
    #expect(try store.value(forKey: "a") == "1")
    #expect(try waitUntil { try store.value(forKey: "a") == "" })
  }

  @Test(arguments: ["a", "new"]) func anObserverHearsOfAFile(name: String) throws {
    let directory = try ValueDirectory(["a": "1"])
    let store = try directory.store()
    let heard = Lockbox<[PropertyListValue?]>([])
    let observation = DefaultsKey<String?>(name, store: store).observe { change in
      heard.change { $0.append(change.newValue.map { .string($0) }) }
    }
    try directory.write("2", to: name)
    #expect(waitUntil { heard.value.last == .string("2") })
    try directory.remove(name)
    #expect(waitUntil { heard.value.last == .some(nil) })
    observation.cancel()
  }

  @Test func anObserverHearsOfADirectoryThatAppears() throws {
    let directory = try ValueDirectory()
    let store = try DirectoryStore(url: URL(fileURLWithPath: directory.path + "/later"))
    let heard = Lockbox(0)
    let observation = DefaultsKey("a", defaultValue: 0, store: store).observe { change in
      heard.change { $0 = change.newValue }
    }
    try directory.makeDirectory("later")
    try directory.write("1", to: "later/a")
    #expect(waitUntil { heard.value == 1 })
    observation.cancel()
  }

  // MARK: Layers

  @Test func aLayerOfItIsReadOnly() throws {
    let directory = try ValueDirectory(["a": "1"])
    let (store, person) = (try directory.store(), InMemoryStore())
    let layers = LayeredStore([store, person])
    #expect(layers.layers.map(\.isReadOnly) == [true, false])
    try layers.set("2", forKey: "a")
    #expect(person.value(forKey: "a") == "2")
    #expect(try layers.value(forKey: "a") == "1")
    #expect(try layers.origin(of: "a") === store)
  }

  @Test func layersNoticeItsChanges() throws {
    let directory = try ValueDirectory(["a": "1"])
    let layers = LayeredStore([try directory.store(), InMemoryStore(["a": "3"])])
    let key = DefaultsKey("a", defaultValue: 0, store: layers)
    let heard = Lockbox<[Int]>([])
    let observation = key.observe { change in heard.change { $0.append(change.newValue) } }
    for _ in 1...100 { #expect(key.value == 1) }
    try directory.write("2", to: "a")
    #expect(waitUntil { key.value == 2 && heard.value.last == 2 })
    try directory.remove("a")
    #expect(waitUntil { key.value == 3 && heard.value.last == 3 })
    observation.cancel()
  }

  @Test func aMandatoryNameOfItNamesTheDirectory() throws {
    let directory = try ValueDirectory()
    let layers = LayeredStore([Layer(InMemoryStore()), Layer(try directory.store(), mandatory: ["a"])])
    let error = #expect(throws: DefaultsError.self) { try layers.set("1", forKey: "a") }
    #expect(error?.code == .managedValue)
    #expect(error?.path == directory.path)
  }

  @Test func anErrorNamesTheFile() throws {
    let directory = try ValueDirectory(["http.port": "many\n"])
    for store in [try directory.store() as any DefaultsStore, LayeredStore([try directory.store(), InMemoryStore()])] {
      let error = #expect(throws: DefaultsError.self) {
        try DefaultsKey("http.port", defaultValue: 80, store: store).read()
      }
      #expect(error?.message.hasPrefix("\(directory.path)/http.port: http.port takes") == true)
    }
  }

  @Test func itSaysWhichDirectoryItIs() throws {
    let store = try DirectoryStore(url: URL(fileURLWithPath: "/run/../run/secrets/"))
    #expect(store.path == "/run/secrets")
    #expect(store.label == "DirectoryStore \"secrets\"")
    #expect("\(store)" == "DirectoryStore \"/run/secrets\"")
  }
}

/// A directory of Kubernetes, whose files are exchanged as a whole.
@Suite struct ExchangedDirectoryTests {
  @Test func theFilesOfTheLinkCount() throws {
    let volume = try ValueDirectory()
    try volume.exchange(["a": "1\n", "b": "2"])
    try volume.write("3", to: "c")
    let store = try volume.store()
    #expect(try store.keys().sorted() == ["a", "b"])
    #expect(try store.value(forKey: "a") == "1")
  }

  @Test func anExchangeIsOneMoment() throws {
    let volume = try ValueDirectory()
    try volume.exchange(["a": "1", "b": "1", "old": "1"])
    let store = try volume.store()
    let (a, b) = (DefaultsKey("a", defaultValue: 0, store: store), DefaultsKey("b", defaultValue: 0, store: store))
    let heard = Lockbox<[String: Int]>([:])
    let observations = ["a", "b", "old", "new"].map { name in
      DefaultsKey("\(name)", defaultValue: 0, store: store).observe { _ in
        heard.change { $0["\(name)=\(a.value)\(b.value)", default: 0] += 1 }
      }
    }
    try volume.exchange(["a": "2", "b": "2", "new": "2"])
    #expect(waitUntil { heard.value.count == 4 })
    #expect(heard.value == ["a=22": 1, "b=22": 1, "old=22": 1, "new=22": 1])
    for observation in observations { observation.cancel() }
  }

  @Test func noReaderSeesHalfOfTwoVersions() throws {
    let volume = try ValueDirectory()
    let names = (1...20).map { "f\($0)" }
    @Sendable func version(_ number: Int) -> [String: String] {
      Dictionary(uniqueKeysWithValues: names.map { ($0, "\(number)") })
    }
    try volume.exchange(version(0))
    let store = try volume.store()
    let (isEnough, written) = (Lockbox(false), Lockbox<Int?>(nil))
    let writer = Thread {
      var number = 0
      while !isEnough.value {
        number += 1
        try? volume.exchange(version(number))
        // A hundred attempts to read one moment fail only where nobody ever pauses.
        Thread.sleep(forTimeInterval: 0.002)
      }
      let last = number
      written.change { $0 = last }
    }
    writer.start()
    defer { isEnough.change { $0 = true } }
    var (last, versions) = (0, Set<Int>())
    while versions.count < 20 {
      let values = try store.atOneMoment { try names.map { try store.value(forKey: $0) } }
      try #require(Set(values).count == 1)
      let number = try Int.value(fromPropertyList: try #require(values[0]))
      try #require(number >= last)
      last = number
      versions.insert(number)
    }
    isEnough.change { $0 = true }
    #expect(waitUntil { written.value != nil })
    let final = try #require(written.value)
    #expect(try waitUntil { try store.value(forKey: "f1") == .string("\(final)") })
  }

  @Test func aVolumeThatIsMountedLaterIsFound() throws {
    let volume = try ValueDirectory()
    let key = DefaultsKey("a", defaultValue: 0, store: try volume.store())
    let heard = Lockbox(0)
    let observation = key.observe { change in heard.change { $0 = change.newValue } }
    try volume.exchange(["a": "1"])
    #expect(waitUntil { heard.value == 1 && key.value == 1 })
    observation.cancel()
  }

  @Test func anEmptyFileOfItIsWhole() throws {
    let volume = try ValueDirectory()
    try volume.exchange(["a": "1"])
    let store = try volume.store()
    try volume.exchange(["a": ""])
    try store.synchronize()
    #expect(try store.value(forKey: "a") == "")
  }
}

/// A directory of a test's own.
///
/// `@unchecked Sendable`: one thread at a time exchanges its files.
final class ValueDirectory: @unchecked Sendable {
  private let directory: JSONDirectory
  private var version = 0

  init(_ files: [String: String] = [:]) throws {
    directory = try JSONDirectory()
    for (name, text) in files { try write(text, to: name) }
  }

  var path: String { directory.path }

  func store() throws -> DirectoryStore { try DirectoryStore(url: URL(fileURLWithPath: path)) }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ data: Data, to name: String) throws { try data.write(to: URL(fileURLWithPath: "\(path)/\(name)")) }

  /// Writes a file beside and renames it.
  func replace(_ name: String, by text: String) throws {
    try write(text, to: ".\(name).new")
    try #require(rename("\(path)/.\(name).new", "\(path)/\(name)") == 0)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  /// Puts other files in the place of all, as Kubernetes does: in a new directory, to which the link `..data` then leads.
  func exchange(_ files: [String: String]) throws {
    let old = version
    version += 1
    try makeDirectory("..\(version)")
    for (name, text) in files { try write(text, to: "..\(version)/\(name)") }
    try link("..data_tmp", to: "..\(version)")
    try #require(rename("\(path)/..data_tmp", "\(path)/..data") == 0)
    for name in files.keys { try? link(name, to: "..data/\(name)") }
    if old > 0 { try remove("..\(old)") }
  }
}
