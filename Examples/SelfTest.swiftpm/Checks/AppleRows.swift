#if canImport(Darwin)
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsSecrets
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
      append(keychain())
      append(.lockedKeychain())
      append(.sealedStore())
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

  extension SelfTest {
    /// The Keychain of this program, in a service of the self-test's own, which is emptied.
    private static func keychain() -> Row {
      let store = KeychainStore(service: "NamespacedDefaultsSelfTest.battery")
      do {
        try store.removeAll()
      } catch {
        return Row("promises of KeychainStore", expected: "all are kept") { .missing("\(error)") }
      }
      defer { try? store.removeAll() }
      return .battery("KeychainStore") {
        try store.removeAll()
        return { store }
      }
    }
  }

  extension Row {
    /// What the Keychain says of an item that it keeps back while the device is locked.
    ///
    /// The self-test begins while the device is unlocked. So it reads the item for the seconds in which a person locks it.
    fileprivate static func lockedKeychain() -> Row {
      Row("a secret while the device is locked", expected: "is the error notReadableYet, and not a missing value") {
        let store = KeychainStore(service: "NamespacedDefaultsSelfTest.locked", accessibility: .whenUnlocked)
        let seconds = ProcessInfo.processInfo.environment["SELF_TEST_LOCK"].flatMap { Int($0) } ?? 0
        guard seconds > 0 else {
          return .missing("set SELF_TEST_LOCK to the seconds in which you lock the device, and run it there")
        }
        do {
          try store.set("secret", forKey: "item")
          for _ in 0..<seconds {
            guard try store.value(forKey: "item") == "secret" else { return .fails("the item is missing") }
            sleep(1)
          }
          return .missing("the item could be read for all of the \(seconds) s")
        } catch let error as DefaultsError where error.code == .notReadableYet {
          return .holds("\(error)")
        }
      }
    }

    /// A value that is sealed by CryptoKit, with a key of the Keychain.
    fileprivate static func sealedStore() -> Row {
      Row("a value that is sealed by a key of the Keychain", expected: "is read again, and not by another key") {
        let keychain = KeychainStore(service: "NamespacedDefaultsSelfTest.key")
        let key: SealingKey
        do { key = try .stored(in: keychain) } catch { return .missing("\(error)") }
        defer { try? keychain.removeAll() }
        let base = InMemoryStore()
        try SealedStore(over: base, seal: AESGCMSeal(key)).set("secret", forKey: "token")
        let read = try SealedStore(over: base, seal: AESGCMSeal(.stored(in: keychain))).value(forKey: "token")
        let other = try? SealedStore(over: base, seal: AESGCMSeal(SealingKey())).value(forKey: "token")
        return read == "secret" && other == nil ? .holds("it is") : .fails("it is not")
      }
    }

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
