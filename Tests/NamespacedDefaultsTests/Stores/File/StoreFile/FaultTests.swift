import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

/// What the system refuses: a clear error, the old value, and a file that agrees with what is in memory.
@Suite struct FaultTests {
  /// What is said of a file or directory of this user, or of root, that the helper process may not write.
  private func denied(_ path: String, _ mode: String) -> String {
    let (owner, user) = getuid() == 0 ? ("root", 65534) : ("user \(getuid())", getuid())
    return "Permission denied (\(path) belongs to \(owner), mode \(mode), and user \(user) may not write it)"
  }

  private let files = FileManager.default

  @Test func aFullDiskInTheMiddleOfAnAppendKeepsTheOldValue() throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    let limited = ["file-size", "2000", "open", path]
    let lines = try HelperProcess.run(
      arguments: limited + ["set", "a", "1", "fill", "f", "1", "5000", "get", "a", "keys"]
    )
    #expect(lines == ["ok", "error: pwrite \(path): File too large", "1", "1"])
    let report = try LogReport(path: path)
    #expect(report.keyCount == 1)
    #expect(report.damage == [])
    #expect(report.fileSize == 160, "what had been written of the failed record is cut")
    #expect(try HelperProcess.run(arguments: limited + ["set", "b", "2", "get", "b", "get", "a"]) == ["ok", "2", "1"])
  }

  @Test func whereThereIsNoSpaceForTheRecordsOfRemovalsValuesAreRemovedAllTheSame() throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    let fill = ["open", path, "set", "a", "1", "fill", "f", "100", "100"]
    #expect(try HelperProcess.run(arguments: fill) == ["ok", "ok"])
    let size = try #require(try FileStatus(path: path)).size
    let lines = try HelperProcess.run(
      arguments: ["file-size", "\(size + 50)", "open", path, "remove-all", "f.", "keys", "get", "a", "set", "b", "2"]
    )
    #expect(lines == ["ok", "1", "1", "ok"])
    #expect(try LogReport(path: path).damage == [])
    #expect(try HelperProcess.run("open", path, "keys", "get", "b") == ["2", "2"])
  }

  @Test func aDiskTooSmallForTheHeaderLeavesNoFileToSpeakOf() throws {
    let directory = try TemporaryDirectory()
    let lines = try HelperProcess.run(
      "file-size",
      "20",
      "open",
      directory.file(),
      "set",
      "a",
      "1",
      "get",
      "a",
      "file-size",
      "9999",
      "set",
      "a",
      "2",
      "get",
      "a"
    )
    #expect(lines.count == 4)
    #expect(lines.first?.hasSuffix("File too large") == true)
    #expect(lines.dropFirst() == ["none", "ok", "2"])
  }

  @Test func aHeaderThatIsNotOnTheDiskDoesNotStay() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let failure = DefaultsError.system(operation: "fdatasync", path: store.path, code: SystemCode.inputOutput)
    #expect(throws: failure) {
      try FileSystemChange.observe { change throws(DefaultsError) in
        if change.path == store.path, case .synchronization = change.kind { throw failure }
      } during: {
        try store.set(.integer(1), forKey: "a")
      }
    }
    #expect(try bytes(ofFile: store.path) == [])
    try store.set(.integer(2), forKey: "a")
    #expect(try HelperProcess.run("open", store.path, "get", "a") == ["2"])
  }

  /// A small tmpfs where one may be mounted; elsewhere something in the way of the new file stands for the full disk.
  @Test func aFullDiskInTheMiddleOfACompactionDoesNotFailTheWrite() throws {
    let directory = try TemporaryDirectory()
    let isMounted = run("mount", "-t", "tmpfs", "-o", "size=400k", "none", directory.path)
    defer { if isMounted { #expect(run("umount", "-l", directory.path)) } }
    let store = try FileStore(path: directory.file())
    let ballast = PropertyListValue.data(Data(count: 180 << 10))
    try store.set(ballast, forKey: "ballast")
    if !isMounted { try files.createDirectory(atPath: store.locked.newPath, withIntermediateDirectories: false) }
    for round in 0..<6_000 { try store.set(.integer(Int64(round)), forKey: "a") }
    let report = try LogReport(path: directory.file())
    #expect(report.deadSize > report.liveSize, "it could not be compacted")
    #expect(report.damage == [])
    #expect(try store.value(forKey: "a") == .integer(5_999))
    #expect(files.fileExists(atPath: store.locked.newPath) == !isMounted)
    guard isMounted else { return }
    // Until it is full altogether.
    #expect(throws: DefaultsError.self) {
      for round in 0..<60_000 { try store.set(.integer(Int64(round)), forKey: "b") }
    }
    let last = try store.value(forKey: "b")
    #expect(try HelperProcess.run("open", directory.file(), "get", "b") == [last.map { "\($0)" }.map(digits) ?? ""])
    #expect(try LogReport(path: directory.file()).damage == [])
  }

  @Test func aFailedCompactionIsNotTriedAtEachWrite() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let obstacle = store.locked.newPath
    try files.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    let path = store.path
    func write(until size: Int) throws {
      while try FileStatus(path: path)?.size ?? 0 <= size {
        try store.set(.data(Data(repeating: .random(in: 0...255), count: 1000)), forKey: "a")
      }
    }
    let (_, problems) = try catchingProblems {
      try write(until: 260 << 10)
      #expect(store.locked.withLock { $0.facts.nextCompactionSize } < 600 << 10)
      try write(until: 600 << 10)
    }
    #expect(problems.map(\.kind) == [.failedCompaction], "it is reported once, though it was tried twice")
    #expect(problems.first?.description.contains("\(obstacle) was left untouched: a directory of the user") == true)
    #expect(store.locked.withLock { $0.facts.nextCompactionSize } > 1000 << 10)
    try files.removeItem(atPath: obstacle)
    try store.set(.integer(1), forKey: "a")
    #expect(try FileStatus(path: path)?.size ?? 0 > 600 << 10)
    for index in 0..<600 { try store.set(.data(Data(repeating: UInt8(index & 0xFF), count: 1000)), forKey: "a") }
    #expect(try FileStatus(path: path)?.size ?? 0 < 260 << 10, "when it had doubled it was compacted")
  }

  @Test func aDamagedFileThatCannotBeReplacedIsWrittenOn() throws {
    let directory = try TemporaryDirectory()
    do {
      let store = try FileStore(path: directory.file())
      for name in ["a", "b"] { try store.set(.integer(1), forKey: name) }
    }
    let path = try canonicalPath(directory.file())
    var damaged = try bytes(ofFile: path)
    damaged[128 + 14] ^= 1
    try write(damaged, toFile: path)
    try files.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
    let work = ["set", "c", "3", "set", "b", "2", "get", "a", "get", "b", "get", "c"]
    #expect(try HelperProcess.run(arguments: unprivileged + ["open", path] + work) == ["ok", "ok", "none", "2", "3"])
    let written = try bytes(ofFile: path)
    #expect(written[128..<damaged.count] == damaged[128...], "what is damaged stays")
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    #expect(try HelperProcess.run("open", path, "set", "d", "4", "keys", "get", "b") == ["ok", "3", "2"])
    #expect(try bytes(ofFile: path + ".damaged-1") == written)
  }

  @Test func aStoreThatWasReplacedGivesItsFileBack() throws {
    let directory = try TemporaryDirectory()
    #expect(try HelperProcess.run("descriptors", "64", "replace", directory.path, "200") == ["ok"])
  }

  @Test func aReadOnlyFileIsReadAndNotWritten() throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    try FileStore(path: path).set(.integer(1), forKey: "a")
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    let lines = try HelperProcess.run(
      arguments: unprivileged + ["open", path, "get", "a", "set", "a", "2", "get", "a"]
    )
    #expect(lines == ["1", "error: open \(path): \(denied(path, "0444"))", "1"])
  }

  @Test func aReadOnlyDirectoryIsAClearError() throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
    let lines = try HelperProcess.run(
      arguments: unprivileged + ["open", path, "get", "a", "set", "a", "2", "get", "a"]
    )
    let directoryPath = parentDirectory(of: path)
    #expect(lines == ["none", "error: open \(path): \(denied(directoryPath, "0555"))", "none"])
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
  }

  @Test func toRemoveWhatIsNotThereSucceedsWhereNobodyMayWrite() throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    let removals = ["remove", "b", "remove-all", "b"]
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
    #expect(try HelperProcess.run(arguments: unprivileged + ["open", path] + removals) == ["ok", "ok"])
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    #expect(try directory.names() == [])
    try FileStore(path: path).set(1, forKey: "a")
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let lines = try HelperProcess.run(
      arguments: unprivileged + ["open", path] + removals + ["remove", "a", "remove-all", "a"]
    )
    let error = "error: open \(path): \(denied(path, "0444"))"
    #expect(lines == ["ok", "ok", error, error])
  }

  @Test(arguments: ["open", "open-json"]) func toStoreWhatIsStoredSucceedsWhereNobodyMayWrite(opening: String) throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    let write = [opening, path, "set", "a", "1"]
    #expect(try HelperProcess.run(arguments: write) == ["ok"])
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    let lines = try HelperProcess.run(arguments: unprivileged + write + ["set", "a", "2", "get", "a"])
    let call = opening == "open" ? "open" : "access"
    #expect(lines == ["ok", "error: \(call) \(path): \(denied(path, "0444"))", "1"])
  }

  @Test(arguments: ["open", "open-json"]) func anErrorNamesTheLinkThatLeadsToTheFile(opening: String) throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    #expect(try HelperProcess.run(opening, path, "set", "a", "1") == ["ok"])
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    let link = parentDirectory(of: path) + "/link"
    try files.createSymbolicLink(atPath: link, withDestinationPath: path)
    let lines = try HelperProcess.run(arguments: unprivileged + [opening, link, "set", "a", "2"])
    let call = opening == "open" ? "open" : "access"
    #expect(lines == ["error: \(call) \(path): \(denied(path, "0444")); \(link) leads there"])
  }

  @Test func aDirectoryThatMayNotBeEnteredIsNamed() throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file("closed/deep/test.defaults"))
    let closed = parentDirectory(of: parentDirectory(of: path))
    try files.createDirectory(atPath: parentDirectory(of: path), withIntermediateDirectories: true)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: closed)
    defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: closed) }
    let lines = try HelperProcess.run(arguments: unprivileged + ["open", path, "set", "a", "1"])
    #expect(lines.first?.contains(" (\(closed) belongs to ") == true, "\(lines)")
    #expect(lines.first?.hasSuffix(" may not enter it)") == true, "\(lines)")
  }

  @Test(.enabled(if: getuid() == 0 || access("/", W_OK) != 0)) func aHomeThatIsTheRootDirectoryIsSaidToBeWrong() throws
  {
    let command = unprivileged + ["open-named", "tool", "set", "a", "1"]
    let lines = try HelperProcess.run(arguments: command, environment: ["HOME": "/"])
    let beginning = "error: mkdir /.config: Permission denied (/ belongs to root, mode "
    #expect(lines.last?.hasPrefix(beginning) == true, "\(lines)")
    #expect(lines.last?.hasSuffix("; set HOME, or XDG_CONFIG_HOME, to a directory of that user)") == true, "\(lines)")
  }

  #if os(Linux)
    @Test func whereNoFileCanBeMadeNobodyIsToldToFreeSpace() throws {
      let directory = try TemporaryDirectory()
      guard run("mount", "-t", "tmpfs", "-o", "nr_inodes=2", "none", directory.path) else { return }
      defer { #expect(run("umount", "-l", directory.path)) }
      try write([], toFile: directory.file("other"))
      let error = #expect(throws: DefaultsError.self) { try FileStore(path: directory.file()).set(1, forKey: "a") }
      let reason = "No space left on device (the file system can hold no more files: remove some; df -i counts them)"
      #expect(error?.message == "open \(directory.file()): \(reason)")
    }

    @Test(arguments: [("+i", "is immutable; chattr -i"), ("+a", "can only be appended to; chattr -a")])
    func aFileThatNobodyMayChangeIsSaidToBeSo(mark: String, reason: String) throws {
      let directory = try TemporaryDirectory()
      let store = try FileStore(path: directory.file())
      try store.set(1, forKey: "a")
      guard run("chattr", mark, store.path) else { return }
      defer { #expect(run("chattr", mark.replacingOccurrences(of: "+", with: "-"), store.path)) }
      let lines = try HelperProcess.run("open", store.path, "set", "a", "2", "get", "a")
      #expect(
        lines == ["error: open \(store.path): Operation not permitted (\(store.path) \(reason) takes that away)", "1"]
      )
    }
  #endif

  @Test func toRemoveWhatAnotherFileAtThePathHasFails() throws {
    let directory = try TemporaryDirectory()
    let (path, other) = (try canonicalPath(directory.file()), try canonicalPath(directory.file("other")))
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    for (path, key) in [(path, "a"), (other, "b")] {
      try FileStore(path: path).set(1, forKey: key)
      try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    }
    let reader = try HelperProcess(
      unprivileged + ["open", path, "get", "b", "await-file", directory.file("replaced"), "remove", "b"]
    )
    #expect(reader.nextLine() == "none")
    try #require(rename(other, path) == 0)
    try write([], toFile: directory.file("replaced"))
    #expect(try reader.finish() == ["error: open \(path): \(denied(path, "0444"))"])
  }

  @Test func tooManyOpenFilesAreAClearErrorAndPass() throws {
    let directory = try TemporaryDirectory()
    let path = try canonicalPath(directory.file())
    let lines = try HelperProcess.run(
      "open",
      path,
      "descriptors",
      "3",
      "set",
      "a",
      "1",
      "get",
      "a",
      "descriptors",
      "64",
      "set",
      "a",
      "2",
      "get",
      "a"
    )
    #expect(
      lines == [
        "error: open \(path): Too many open files (raise the limit of open files, ulimit -n)", "none", "ok", "2",
      ]
    )
  }

  @Test func aFileInPlaceOfTheDirectoryIsAClearErrorForWriters() throws {
    let directory = try TemporaryDirectory()
    try write([], toFile: directory.file("file"))
    let store = try FileStore(path: directory.path + "/file/test.defaults")
    #expect(try store.value(forKey: "a") == nil)
    #expect(throws: DefaultsError.system(operation: "open", path: store.path, code: ENOTDIR)) {
      try store.set(.integer(1), forKey: "a")
    }
  }

  @Test func aDirectoryOrAPipeInPlaceOfTheFileIsRefused() throws {
    let directory = try TemporaryDirectory()
    try files.createDirectory(atPath: directory.file("d.defaults"), withIntermediateDirectories: false)
    #expect(throws: DefaultsError.self) { try FileStore(path: directory.file("d.defaults")) }
    let path = try canonicalPath(directory.file("p.defaults"))
    let error = DefaultsError.unreadableFile(path: path, reason: "it is a pipe")
    let store = try FileStore(path: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: error) { try FileStore(path: path) }
    #expect(throws: error) { try store.set(.bool(true), forKey: "a") }
  }

  private static let kindsOfNoFile: [(kind: String, isLinked: Bool)] = {
    let kinds = [("a pipe", false), ("a pipe", true), ("a device", true), ("a directory", false)]
    #if os(Linux)
      return kinds + [("a socket", false)]
    #else
      return kinds  // only root creates a socket that is bound to no program
    #endif
  }()

  @Test(arguments: kindsOfNoFile)
  func whatIsNoFileIsReportedOnceOnReading(kind: String, isLinked: Bool) throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    let path = kind == "a device" ? "/dev/null" : isLinked ? directory.file("other") : store.path
    if kind == "a pipe" { #expect(mkfifo(path, 0o600) == 0) }
    if kind == "a socket" { #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0) }
    if kind == "a directory" { try files.createDirectory(atPath: path, withIntermediateDirectories: false) }
    if isLinked { try files.createSymbolicLink(atPath: store.path, withDestinationPath: path) }
    let (values, problems) = catchingProblems {
      Defaults.withStore(store) { (0..<3).map { _ in DefaultsKey<Int>("count", defaultValue: 7).value } }
    }
    #expect(values == [7, 7, 7])
    #expect(
      problems.map(\.description)
        == ["failedRead for \"count\": \(store.path) was left untouched: it is \(kind); defaults are used"]
    )
    #expect(throws: DefaultsError.self) { try store.set(1, forKey: "count") }
  }

  @Test func whatIsNoFileAndTookThePlaceOfTheFileIsReportedOnceAndReadAsNothing() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(1, forKey: "count")
    try files.removeItem(atPath: store.path)
    #expect(mkfifo(store.path, 0o600) == 0)
    #expect(throws: DefaultsError.unreadableFile(path: store.path, reason: "it is a pipe")) {
      try store.synchronize()
    }
    let (values, problems) = catchingProblems {
      Defaults.withStore(store) { (0..<3).map { _ in DefaultsKey<Int>("count", defaultValue: 7).value } }
    }
    #expect(values == [7, 7, 7])
    #expect(problems.map(\.kind) == [.failedRead])
  }

  @Test func aDeletedFileIsAnEmptyStore() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    try files.removeItem(atPath: directory.file())
    try store.set(.integer(2), forKey: "b")
    #expect(try store.keys() == ["b"])
    #expect(try HelperProcess.run("open", directory.file(), "get", "a", "get", "b") == ["none", "2"])
  }

  @Test func aReaderLearnsOfADeletedFileFromTheNextWriterThatHadItOpen() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    let other = try LockedFile(path: store.path)
    #expect(try other.value(forKey: "a") == .integer(1))
    try files.removeItem(atPath: directory.file())
    try store.set(.integer(2), forKey: "b")
    #expect(try other.keys() == ["b"])
  }

  @Test func synchronizingNoticesAFileThatTookThePlace() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    #expect(try HelperProcess.run("open", directory.file("new"), "set", "a", "2") == ["ok"])
    #expect(rename(directory.file("new"), directory.file()) == 0)
    try store.synchronize()
    #expect(try store.value(forKey: "a") == .integer(2))
  }

  @Test func aReplacedFileIsWrittenAndTheOldOneIsNot() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    #expect(try HelperProcess.run("open", directory.file("new"), "set", "a", "7") == ["ok"])
    #expect(rename(directory.file("new"), directory.file()) == 0)
    try store.update("a") { value in
      #expect(value == .integer(7))
      value = .integer(8)
    }
    #expect(try HelperProcess.run("open", directory.file(), "get", "a") == ["8"])
  }

  /// What is written into a directory that a store made anew, where its own one was moved, nobody would find.
  @Test func aDirectoryThatHasGoneIsAnErrorAndAnotherOneInItsPlaceIsUsed() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.path + "/d/test.defaults")
    try store.set(.integer(1), forKey: "a")
    #expect(rename(directory.path + "/d", directory.path + "/old") == 0)
    let error = #expect(throws: DefaultsError.self) { try store.set(.integer(2), forKey: "b") }
    #expect(error?.message == "open \(store.path): No such file or directory")
    #expect(try directory.names() == ["old"])
    #expect(mkdir(directory.path + "/d", 0o700) == 0)
    try store.set(.integer(2), forKey: "b")
    #expect(try store.keys() == ["b"])
    #expect(try HelperProcess.run("open", directory.path + "/d/test.defaults", "keys", "get", "b") == ["1", "2"])
    #expect(try HelperProcess.run("open", directory.path + "/old/test.defaults", "keys", "get", "a") == ["1", "1"])
  }

  @Test func aSymbolicLinkStaysOneThroughCompactionAndRepair() throws {
    let directory = try TemporaryDirectory()
    try files.createDirectory(atPath: directory.file("real"), withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: directory.file(), withDestinationPath: "real/target")
    let store = try FileStore(path: directory.file())
    for index in 0..<600 { try store.set(.data(Data(repeating: UInt8(index & 0xFF), count: 1000)), forKey: "a") }
    #expect(try files.destinationOfSymbolicLink(atPath: directory.file()) == "real/target")
    #expect(try files.contentsOfDirectory(atPath: directory.file("real")) == ["target"])
    #expect(try FileStatus(path: directory.file("real/target"))?.size ?? 0 < 300_000)
    // A wrong salt in one copy of the header is damage, and costs nothing.
    try OpenFile(path: directory.file("real/target"), for: .writing).write([0, 0, 0], at: 12)
    try catchingProblems { try LockedFile(path: canonicalPath(directory.file())).repairByWriting() }.0
    #expect(try files.destinationOfSymbolicLink(atPath: directory.file()) == "real/target")
    #expect(try files.contentsOfDirectory(atPath: directory.file("real")).sorted() == ["target", "target.damaged-1"])
    #expect(try LogReport(path: directory.file()).damage == [])
  }

  // Only root may give a file away.
  @Test(.enabled(if: getuid() == 0)) func aCompactionKeepsTheOwnerOfTheFile() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(.integer(1), forKey: "a")
    #expect(chown(store.path, 1234, 5678) == 0)
    let old = try OpenFile(path: store.path, for: .reading)
    try store.compact()
    let status = try #require(try FileStatus(path: store.path))
    #expect(status.identity != old.identity)
    #expect(status.owner == 1234)
    #expect(status.group == 5678)
  }

  private func digits(_ description: String) -> String { description.filter(\.isNumber) }
}

extension LockedFile {
  /// Writes a value as a store does that has just opened the file, which repairs a damaged file.
  fileprivate func repairByWriting() throws {
    try beginWriting(WriteOptions())
    defer { endWriting() }
    try commit([DefaultsChange(key: "repaired", oldValue: nil, newValue: .bool(true))], WriteOptions())
  }
}
