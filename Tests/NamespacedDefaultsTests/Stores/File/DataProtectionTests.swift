import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// The file of a store on a device that opens files by their classes.
@Suite struct DataProtectionTests {
  private let device = FakeDevice()
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func onDevice<Result>(_ body: () throws -> Result) throws -> Result {
    try DataProtection.$ofDevice.withValue(device.protection, operation: body)
  }

  private func setLocked(_ isLocked: Bool) { device.isLocked.change { $0 = isLocked } }

  /// Returns the codes of the errors of a body.
  private func code(_ body: () throws -> Void) -> DefaultsError.Code? {
    #expect(throws: DefaultsError.self, performing: body)?.code
  }

  @Test func aNewFileHasTheClassThatIsSaid() throws {
    try onDevice { () throws in
      try FileStore(path: directory.file()).set(1, forKey: "a")
      #expect(try device.fileClass(directory.file()) == 3)
      try FileStore(path: directory.file("early"), protection: .none).set(1, forKey: "a")
      #expect(try device.fileClass(directory.file("early")) == 4)
      let url = URL(filePath: directory.file("url"))
      try FileStore(url: url, protection: .none).set(1, forKey: "a")
      #expect(try device.fileClass(url.path) == 4)
    }
  }

  @Test func aFileThatIsThereKeepsItsClass() throws {
    try onDevice { () throws in
      try FileStore(path: directory.file(), protection: .none).set(1, forKey: "a")
      try FileStore(path: directory.file()).set(2, forKey: "a")
      #expect(try device.fileClass(directory.file()) == 4)
    }
  }

  @Test func theFileOfACompactionHasTheClassOfTheOldOne() throws {
    try onDevice { () throws in
      let store = try FileStore(path: directory.file(), protection: .none)
      try store.set(1, forKey: "a")
      let before = try FileStatus(path: directory.file())?.identity
      try store.compact()
      #expect(try FileStatus(path: directory.file())?.identity != before)
      #expect(try device.fileClass(directory.file()) == 4)
    }
  }

  @Test func theCopyOfADamagedFileHasItsClass() throws {
    try onDevice { () throws in
      let path = directory.file()
      weak var context: DefaultsStoreContext?
      do {
        let store = try FileStore(path: path, protection: .none)
        try store.set("a long text", forKey: "a")
        // Before that it would be no damage.
        try store.synchronize()
        context = store.context
      }
      // Another thread may look at the stores that there are.
      while context != nil { usleep(1_000) }
      let bytes = try Data(contentsOf: URL(filePath: path))
      let text = try #require(bytes.range(of: Data("long".utf8)))
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.seek(toOffset: UInt64(text.lowerBound))
      try file.write(contentsOf: Data("lost".utf8))
      try file.close()
      _ = try catchingProblems { try FileStore(path: path).set(1, forKey: "b") }
      #expect(try device.fileClass(path + ".damaged-1") == 4)
    }
  }

  @Test func aLockedFileIsAnErrorAndNoEmptyStore() throws {
    try onDevice { () throws in
      let path = directory.file()
      let open = try FileStore(path: path)
      let other = directory.file("other")
      try FileStore(path: other).set(1, forKey: "a")
      rename(other, path)
      setLocked(true)
      #expect(code { _ = try FileStore(path: path) } == .notReadableYet)
      #expect(code { _ = try open.value(forKey: "a") } == .notReadableYet)
      #expect(code { _ = try open.keys() } == .notReadableYet)
      #expect(code { try open.set(2, forKey: "a") } == .notReadableYet)
      let key = DefaultsKey("a", defaultValue: 0, store: open)
      let (value, problems) = catchingProblems { key.value + key.value }
      #expect(value == 0)
      #expect(problems.map(\.kind) == [.failedRead])
      setLocked(false)
      #expect(key.value == 1)
    }
  }

  @Test func whatObservesALockedFileIsCalledWhenItOpens() throws {
    try onDevice { () throws in
      let path = directory.file()
      let store = try FileStore(path: path)
      let other = directory.file("other")
      try FileStore(path: other).set(1, forKey: "a")
      rename(other, path)
      setLocked(true)
      let heard = Lockbox<[PropertyListValue?]>([])
      let (observation, _) = catchingProblems {
        store.observe("a") { change in heard.change { $0.append(change.newValue) } }
      }
      #expect(code { _ = try store.keys() } == .notReadableYet)
      setLocked(false)
      _ = try store.keys()
      // The thread that watches the file may be the one that delivers.
      let end = Date(timeIntervalSinceNow: 60)
      while heard.value == [], Date() < end { usleep(1_000) }
      #expect(heard.value == [1])
      observation.cancel()
    }
  }

  @Test func aFileWithoutProtectionIsThereEarly() throws {
    try onDevice { () throws in
      try FileStore(path: directory.file(), protection: .none).set(1, forKey: "a")
      try FileStore(path: directory.file("later")).set(1, forKey: "a")
      setLocked(true)
      let store = try FileStore(path: directory.file())
      #expect(try store.value(forKey: "a") == 1)
      try store.set(2, forKey: "a")
      #expect(try store.value(forKey: "a") == 2)
    }
  }

  // The system may refuse it for another reason, and nothing that is stored is kept from anybody.
  @Test func aFileThatCannotBeMadeIsAnErrorOfTheSystem() throws {
    try onDevice { () throws in
      setLocked(true)
      let store = try FileStore(path: directory.file(), protection: .none)
      #expect(try store.value(forKey: "a") == nil)
      #expect(code { try store.set(1, forKey: "a") } == .failedSystemCall)
    }
  }

  @Test func theErrorSaysWhichCallOfWhichFile() throws {
    let error = #expect(throws: DefaultsError.self) {
      try DataProtection.$ofDevice.withValue(device.protection) {
        try FileStore(path: directory.file()).set(1, forKey: "a")
        setLocked(true)
        _ = try OpenFile(path: directory.file(), for: .readingOnly)
      }
    }
    #expect(error?.code == .notReadableYet)
    #expect(error?.path == directory.file())
    #expect(error?.operation == "open")
    #expect(error?.systemCode == EPERM)
    #expect(error?.message.contains("until it is unlocked") == true)
  }
}
