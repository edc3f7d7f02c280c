import Foundation
import NamespacedDefaults

/// The self-test: rows about this library on this device.
///
/// It empties `UserDefaults.standard` and, where there is one, the iCloud storage, so it is for programs of its own only.
enum SelfTest {
  /// Carries out all checks, and appends the row of each one.
  static func rows(_ append: (Row) -> Void) throws {
    let directory = try Scratch(in: FileStore.directory(of: .config))
    append(.device())
    append(.place(directory))
    append(
      .battery("InMemoryStore") {
        let store = InMemoryStore()
        return { store }
      }
    )
    append(
      .battery("FileStore") {
        let path = directory.path()
        return { try FileStore(path: path) }
      }
    )
    append(.durability(in: directory))

    let number = DefaultsKey("number", defaultValue: 0, store: try FileStore(path: directory.path()))
    append(.renders(of: "FileStore", number))
    append(
      .memory {
        number.value = $0
        _ = number.value
      }
    )
    try costs(append)
    #if os(macOS) || os(Linux)
      let child = ChildProgram()
      append(.otherProcess(child, in: directory))
      append(.kill(child, in: directory))
    #endif
    #if canImport(Darwin)
      try appleRows(append)
    #endif
  }

  /// What reads of `UserDefaults` cost.
  private static func costs(_ append: (Row) -> Void) throws {
    let suite = "NamespacedDefaultsSelfTest"
    guard let defaults = UserDefaults(suiteName: suite), let other = UserDefaults(suiteName: suite + ".empty") else {
      throw Failure("there is no suite")
    }
    let store = try UserDefaultsStore(suiteName: suite)
    defer {
      try? store.removeAll()
      defaults.removePersistentDomain(forName: suite)
      defaults.synchronize()
    }
    let flag = DefaultsKey("flag", defaultValue: false, store: store)
    flag.value = true
    append(
      .ratio("key.value beside UserDefaults.bool(forKey:)", limit: 100) {
        _ = flag.value
      } to: {
        _ = defaults.bool(forKey: "flag")
      }
    )
    append(
      .ratio("UserDefaults.object(forKey:) of a name that the suite lacks beside one that it has", limit: 100) {
        _ = other.object(forKey: "flag")
      } to: {
        _ = defaults.object(forKey: "flag")
      }
    )
  }
}
