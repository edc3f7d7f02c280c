#if canImport(Darwin)
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsSync

  extension SelfTest {
    /// The rows that only Apple platforms have.
    static func appleRows(_ append: (Row) -> Void) throws {
      let name = "NamespacedDefaultsSelfTest.observed"
      let store = try UserDefaultsStore(suiteName: name)
      append(
        .battery("a suite of UserDefaults") {
          try store.removeAll()
          return { try UserDefaultsStore(suiteName: name) }
        }
      )
      append(
        .battery("UserDefaults.standard") {
          try UserDefaultsStore.standard.removeAll()
          return { UserDefaultsStore(.standard) }
        }
      )
      try UserDefaultsStore.standard.removeAll()
      try store.removeAll()
      append(.renders(of: "UserDefaultsStore", DefaultsKey("number", defaultValue: 0, store: store)))
      append(.directWrite(to: name, store))
      #if os(macOS)
        try store.removeAll()
        append(
          Row("a write by another process to a suite", expected: "an observer is called within 10 s, and the thread") {
            try Row.heard(from: store, "child") { try ChildProgram().run(.writeSuite, name) }
          }
        )
      #else
        for name in ["a write by another process", "a process that is killed as it writes"] {
          append(Row(name, expected: "as on macOS") { .missing("an app cannot start a process") })
        }
      #endif
      try store.removeAll()
      append(.limit(in: "NamespacedDefaultsSelfTest.limit"))
      append(.persistentDomain(of: name))
      append(.group(ProcessInfo.processInfo.environment["SELF_TEST_GROUP"]))
      append(iCloud())
      #if os(iOS) || os(visionOS)
        append(.fileOfFirstUnlock())
        append(.protection(in: try Scratch(in: FileStore.directory(of: .config))))
      #else
        for name in ["the file of the first unlock", "data protection of a FileStore"] {
          append(Row(name, expected: "as on iOS") { .missing("every file can be opened at any time") })
        }
      #endif
      try store.removeAll()
    }

    /// iCloud's storage of this program, which is emptied.
    private static func iCloud() -> Row {
      let store = UbiquitousStore.default
      do {
        try store.synchronize()
      } catch {
        return Row("promises of UbiquitousStore", expected: "all are kept") { .missing("\(error)") }
      }
      defer { try? store.removeAll() }
      return .battery("UbiquitousStore") {
        try store.removeAll()
        return { store }
      }
    }
  }

  extension Row {
    /// What other code of the program writes, which key-value observation announces.
    fileprivate static func directWrite(to suite: String, _ store: UserDefaultsStore) -> Row {
      Row("a direct write to UserDefaults", expected: "an observer is called within 10 s") {
        try heard(from: store, "direct") { UserDefaults(suiteName: suite)?.set(1, forKey: "direct") }
      }
    }

    /// Whether iOS limits one value or all of them.
    ///
    /// A process may read back what the system refuses to store. So this run leaves the values, and the next one answers.
    fileprivate static func limit(in suite: String) -> Row {
      Row("two values of 3 MiB", expected: "are 4 MiB, on iOS, the limit of one value or of all?") {
        guard let defaults = UserDefaults(suiteName: suite) else { throw Failure("there is no suite") }
        let names = ["first", "second"]
        var found: String {
          names.map { "\($0) \(defaults.data(forKey: $0)?.count ?? 0) bytes" }.joined(separator: ", ")
        }
        if defaults.bool(forKey: "isWritten") {
          let left = found
          defaults.removePersistentDomain(forName: suite)
          return .answer("found by the second run: \(left)")
        }
        defaults.set(true, forKey: "isWritten")
        for name in names { defaults.set(Data(count: 3 << 20), forKey: name) }
        defaults.synchronize()
        return .answer("found at once: \(found); run the self-test again to see what was stored")
      }
    }

    /// Whether the values of a suite can be listed without those of the system.
    fileprivate static func persistentDomain(of suite: String) -> Row {
      Row("persistentDomain(forName:) of a suite", expected: "it has what is stored") {
        try probe(suite) ? .holds("it has") : .fails("it has not")
      }
    }

    /// The same for the container of an app group.
    fileprivate static func group(_ group: String?) -> Row {
      Row("persistentDomain(forName:) of an app group", expected: "does it have what is stored?") {
        guard let group else { return .missing("no group: set SELF_TEST_GROUP to one of the program's entitlements") }
        return .answer(try probe(group) ? "it has" : "it has not")
      }
    }

    private static func probe(_ suite: String) throws -> Bool {
      guard let defaults = UserDefaults(suiteName: suite) else { throw Failure("there is no suite") }
      defaults.set(1, forKey: "probe")
      defer { defaults.removeObject(forKey: "probe") }
      return defaults.persistentDomain(forName: suite)?["probe"] as? Int == 1
    }
  }
#endif
