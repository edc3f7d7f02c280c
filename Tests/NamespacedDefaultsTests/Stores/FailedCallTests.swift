import Foundation
import NamespacedDefaultsLayers
import NamespacedDefaultsSecrets
import TestSupport
import Testing

@testable import NamespacedDefaults

#if DEBUG  // where calls of the system are announced
  /// A call of the system that fails once: the write throws and nothing is stored or announced, or all is.
  @Suite struct FailedCallTests {
    /// A store in a directory, which is opened on whatever is there.
    enum Kind: String, CaseIterable {
      case newJSON, json, jsonForKills, jsonWithTwoNames, layeredJSON, sealedJSON
      case newFile, file, fileForKills, layeredFile, sealedFile

      private static let seal = TestSeal()

      private var isJSON: Bool { rawValue.uppercased().contains("JSON") }
      private var isNew: Bool { rawValue.hasPrefix("new") }

      /// The name of the store's file.
      var file: String { isJSON ? "tool.json" : "tool.defaults" }

      /// The names that a write leaves, if all goes well.
      var names: Set<String> { isJSON ? [".tool.json.lock", file, "other.json"] : [file] }

      var old: PropertyListValue? { isNew ? nil : 1 }

      func open(_ directory: String) throws -> any DefaultsStore {
        let durability = rawValue.hasSuffix("ForKills") ? FileStore.Durability.processKill : .powerLoss
        let path = directory + "/" + file
        let store: any DefaultsStore =
          try isJSON ? JSONStore(path: path, durability: durability) : FileStore(path: path, durability: durability)
        if rawValue.hasPrefix("layered") { return LayeredStore([store, InMemoryStore()]) }
        return rawValue.hasPrefix("sealed") ? SealedStore(over: store, seal: Self.seal) : store
      }

      func prepare(_ directory: String) throws {
        if isNew { return }
        if isJSON { try Data("{\"z\": 1}".utf8).write(to: URL(fileURLWithPath: directory + "/" + file)) }
        if self == .jsonWithTwoNames { try #require(link(directory + "/" + file, directory + "/other.json") == 0) }
        try open(directory).set(1, forKey: "a")
      }
    }

    /// What a write has done of which a call has failed.
    private struct Outcome {
      var calls: [String] = []
      var error: DefaultsError?
      var stored: [PropertyListValue?] = []
      var read: [PropertyListValue?] = []
      var announced: [DefaultsChange] = []
    }

    private func attempt(
      _ kind: Kind,
      _ isTransaction: Bool,
      failing fails: @escaping @Sendable (_ number: Int, _ call: String) -> Int32?
    ) throws -> Outcome {
      let directory = try TemporaryDirectory(inMemory: true)
      let root = try canonicalPath(directory.path)
      try kind.prepare(root)
      let store = try kind.open(root)
      // The read of a sealed store asks for its id.
      _ = try store.value(forKey: "a")
      let announced = Collector<DefaultsChange>()
      let observation = store.observe { announced.append($0) }
      let calls = Lockbox([String]())
      let thread = ThreadState.id
      var outcome = Outcome()
      do {
        try FileSystemChange.observe(callsToo: true) { (change) throws(DefaultsError) in
          guard case .call(let call) = change.kind, change.path.hasPrefix(root), ThreadState.id == thread else {
            return
          }
          let name = "\(call) \(change.path.dropFirst(root.count + 1))"
          calls.change { $0.append(name) }
          guard let code = fails(calls.value.count, name) else { return }
          throw DefaultsError.system(operation: call, path: change.path, code: code)
        } during: {
          if isTransaction {
            try store.transaction {
              try store.set(2, forKey: "a")
              try store.set(3, forKey: "b")
            }
          } else {
            try store.set(["a": 2, "b": 3])
          }
        }
      } catch {
        outcome.error = try #require(error as? DefaultsError)
      }
      outcome.calls = calls.value
      outcome.announced = announced.all.sorted { $0.key < $1.key }
      outcome.read = try ["a", "b"].map { try store.value(forKey: $0) }
      outcome.stored = try stored(kind, root)
      try store.set(4, forKey: "c")
      #expect(try self.stored(kind, root, ["c"]) == [4])
      let left = try directory.names().filter { !kind.names.contains($0) }
      #expect(left == [], "\(outcome.calls.last ?? "")")
      withExtendedLifetime(observation) {}
      return outcome
    }

    /// Returns what another process would read.
    private func stored(_ kind: Kind, _ root: String, _ names: [String] = ["a", "b"]) throws -> [PropertyListValue?] {
      let copy = try TemporaryDirectory(inMemory: true)
      let file = "\(root)/\(kind.file)"
      if FileManager.default.fileExists(atPath: file) {
        try write(try bytes(ofFile: file), toFile: copy.file(kind.file))
      }
      let store = try kind.open(copy.path)
      return try names.map { try store.value(forKey: $0) }
    }

    private func check(_ outcome: Outcome, _ kind: Kind, _ comment: Comment) {
      let isWritten = outcome.error == nil
      let values: [PropertyListValue?] = isWritten ? [2, 3] : [kind.old, nil]
      #expect(outcome.stored == values, comment)
      #expect(outcome.read == values, comment)
      let changes = [
        DefaultsChange(key: "a", oldValue: kind.old, newValue: 2), DefaultsChange(key: "b", oldValue: nil, newValue: 3),
      ]
      #expect(outcome.announced == (isWritten ? changes : []), comment)
    }

    @Test(arguments: Kind.allCases, [false, true]) func eachCallOfAWriteFailsOnce(_ kind: Kind, isTransaction: Bool)
      throws
    {
      try Defaults.withProblemHandler({ _ in }) {
        let calls = try attempt(kind, isTransaction) { _, _ in nil }.calls
        #expect(calls.count > 1)
        for (index, call) in calls.enumerated() {
          let outcome = try attempt(kind, isTransaction) { number, _ in number == index + 1 ? EIO : nil }
          check(outcome, kind, "\(index + 1) of \(calls.count): \(call)")
        }
      }
    }

    /// As on folders that a virtual machine shares.
    @Test(arguments: Kind.allCases) func aDirectoryWithoutSynchronizationIsWritten(_ kind: Kind) throws {
      let outcome = try attempt(kind, false) { _, call in call == "fsync " ? EINVAL : nil }
      #expect(outcome.error == nil)
      check(outcome, kind, "")
    }

    /// As where the files of Windows show in WSL.
    @Test(arguments: Kind.allCases) func aFileSystemWithoutPermissionsIsWritten(_ kind: Kind) throws {
      let outcome = try attempt(kind, false) { _, call in call.hasPrefix("fchmod") ? EPERM : nil }
      #expect(outcome.error == nil)
      check(outcome, kind, "")
    }

    #if os(Linux)
      /// It has no call for that, and none fails.
      @Test func procHasNothingToWaitFor() throws { try synchronizeDirectory("/proc/self/fdinfo") }
    #endif

    @Test func aDirectoryThatCannotBeReadIsRefusedBeforeAnythingIsStored() throws {
      let directory = try TemporaryDirectory()
      try #require(chmod(directory.path, 0o300) == 0)
      defer { chmod(directory.path, 0o700) }
      if geteuid() == 0 { try #require(chown(directory.path, 65534, 65534) == 0) }
      let path = directory.file("tool.json")
      let lines = try HelperProcess.run(arguments: unprivileged + ["open-json", path, "set", "a", "5", "get", "a"])
      #expect(lines.first?.hasPrefix("error: open \(directory.path): Permission denied") == true, "\(lines)")
      #expect(lines.last == "none")
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
#endif
