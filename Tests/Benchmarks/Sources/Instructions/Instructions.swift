import CSupport
import NamespacedDefaults
import NamespacedDefaultsLayers
import Observation
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Does one kind of work a number of times, for a tool that counts instructions: `Instructions read-bool 1000`.
///
/// The difference of two runs is the work alone, without the start of the program.
@main
enum Instructions {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let work = Work(rawValue: arguments[1]), let count = Int(arguments[2]) else {
      print(Work.allCases.map(\.rawValue).joined(separator: "\n"))
      return
    }
    let values: [String: PropertyListValue] = [
      "Account.isUserLoggedIn": true,
      "Account.loginCount": 42,
      "Account.motto": "That brain of mine is more than mortal",
      "Account.profile": .data(try JSONEncoder().encode(Profile())),
    ]
    let directory = FileManager.default.temporaryDirectory.appending(path: "instructions-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    Defaults.store =
      work.isOnFile ? try FileStore(path: directory.appending(path: "settings.defaults").path) : InMemoryStore()
    if work.isLayered {
      // As a tool has them: the environment, a file of the person, and one of the machine.
      let machine = try FileStore(path: directory.appending(path: "machine.defaults").path)
      try machine.set(true, forKey: "Account.wasSeen")
      Defaults.store = LayeredStore([EnvironmentStore(prefix: "TOOL"), Defaults.store, machine])
    }
    if work != .readBoolFromNoFile { try Defaults.store.set(values) }
    if work == .setElsewhereAndRead {
      // A second name of the file, so that its store is a second one, as another process has it.
      let name = directory.appending(path: "name.defaults")
      try FileManager.default.linkItem(at: directory.appending(path: "settings.defaults"), to: name)
      elsewhere.withLock { $0 = try? FileStore(path: name.path) }
    }
    // Of other keys, each of which must not cost the writer of a key anything.
    var observations =
      work == .setBesideObservers
      ? (0..<10_000).map { Defaults["other.\($0)"].key(as: PropertyListValue.self).observe { _ in } } : []
    // The thread that watches the file runs too, at moments of its own, so that this count varies.
    if work == .setInObservedFile {
      observations = [Defaults["Account.wasSeen"].key(as: PropertyListValue.self).observe { _ in }]
    }
    defer { observations.forEach { $0.cancel() } }
    try work == .openTenKeys ? open(count, directory: directory) : work.run(count)
  }

  /// Opens a file of ten times `count` keys.
  ///
  /// The files for both counts are made each time, so that the difference of two runs is the opening alone.
  private static func open(_ count: Int, directory: URL) throws {
    let copy = directory.appending(path: "copy.defaults")
    for size in [1_000, 3_000] {
      let file = directory.appending(path: "\(size).defaults")
      let values = (0..<10 * size).map { ("Section.settingNumber\($0)", PropertyListValue.integer(Int64($0))) }
      try FileStore(path: file.path).set(Dictionary(uniqueKeysWithValues: values))
      if size == count { try FileManager.default.copyItem(at: file, to: copy) }
    }
    // It is never released, because that is not part of the work.
    _ = Unmanaged.passRetained(try FileStore(path: copy.path))
  }
}

private let elsewhere = Mutex<FileStore?>(nil)

private enum Work: String, CaseIterable {
  case readBool = "read-bool"
  case readBoolFromFile = "read-bool-file"
  case readBoolFromNoFile = "read-bool-no-file"
  case readLayered = "read-layered"
  case readInteger = "read-int"
  case readString = "read-string"
  case readCodable = "read-codable"
  case readOwn = "read-own"
  case readOwnKey = "read-own-key"
  case readFirst = "read-first"
  case readTrackedBool = "read-tracked-bool"
  case readTrackedString = "read-tracked-string"
  case readTrackedCodable = "read-tracked-codable"
  case readTrackedProperty = "read-tracked-property"
  case readTypedKey = "read-key"
  case readByProperty = "read-property"
  case readByCachedProperty = "read-property-cached"
  case readByKeyPath = "read-key-path"
  case readOfInstance = "read-instance"
  case change = "change-in-place"
  case changeOfInstance = "change-instance"
  case set = "set-memory"
  case setBesideObservers = "set-beside-observers"
  case setInFile = "set-file"
  case setInObservedFile = "set-file-observed"
  case setLayered = "set-layered"
  case transaction = "transaction-of-two"
  case setElsewhereAndRead = "set-elsewhere-read"
  case openTenKeys = "open-ten-keys"

  var isOnFile: Bool {
    switch self {
    case .readBoolFromFile, .readBoolFromNoFile, .setInFile, .setInObservedFile, .setElsewhereAndRead, .transaction:
      true
    default: isLayered
    }
  }

  var isLayered: Bool { self == .readLayered || self == .setLayered }

  func run(_ count: Int) {
    switch self {
    case .readBool, .readBoolFromFile, .readBoolFromNoFile, .readLayered:
      for _ in 0..<count { blackHole(Account.bool(forKey: .isUserLoggedIn)) }
    case .readInteger:
      for _ in 0..<count { blackHole(Account.integer(forKey: .loginCount)) }
    case .readString:
      for _ in 0..<count { blackHole(Account.string(forKey: .motto)) }
    case .readCodable:
      for _ in 0..<count { blackHole(Account.object(Profile.self, forKey: .profile)) }
    case .readOwn:
      for _ in 0..<count { blackHole(Own.bool(forKey: .isUserLoggedIn)) }
    case .readOwnKey:
      for _ in 0..<count { blackHole(Own.flag.value) }
    case .readFirst:
      // A key that is made for one read has no cached value: the whole search runs.
      for _ in 0..<count { blackHole(Account.key(.isUserLoggedIn).value) }
    case .readTrackedBool: tracking { for _ in 0..<count { blackHole(Account.bool(forKey: .isUserLoggedIn)) } }
    case .readTrackedString: tracking { for _ in 0..<count { blackHole(Account.string(forKey: .motto)) } }
    case .readTrackedCodable:
      tracking { for _ in 0..<count { blackHole(Account.object(Profile.self, forKey: .profile)) } }
    case .readTrackedProperty:
      // What the others are measured by: a property of an observable object.
      let model = Model()
      tracking { for _ in 0..<count { blackHole(model.isUserLoggedIn) } }
    case .readTypedKey:
      for _ in 0..<count { blackHole(Defaults[.staticFlag]) }
    case .readByProperty:
      let screen = Screen()
      for _ in 0..<count { blackHole(screen.isUserLoggedIn) }
    case .readByCachedProperty:
      let screen = Screen()
      for _ in 0..<count { blackHole(screen.wasUserLoggedIn) }
    case .readByKeyPath:
      for _ in 0..<count { blackHole(Defaults[\.isUserLoggedIn]) }
    case .readOfInstance:
      for _ in 0..<count { blackHole(Instance(id: 7).bool(forKey: .isUserLoggedIn)) }
    case .change:
      for _ in 0..<count { Account[.loginCount] += 1 }
    case .changeOfInstance:
      for _ in 0..<count { Instance(id: 7)[.loginCount] += 1 }
    case .set, .setBesideObservers, .setInFile, .setInObservedFile, .setLayered:
      for index in 0..<count { Account.set(index & 1 == 0, forKey: .wasSeen) }
    case .transaction:
      for index in 0..<count {
        try? Defaults.transaction {
          Account.set(index & 1 == 0, forKey: .wasSeen)
          Account.set(index, forKey: .loginCount)
        }
      }
    case .setElsewhereAndRead:
      guard let store = elsewhere.withLock({ $0 }) else { return }
      for index in 0..<count {
        try? store.set(.bool(index & 1 == 0), forKey: "Account.wasSeen")
        blackHole(Account.bool(forKey: .isUserLoggedIn))
      }
    case .openTenKeys: break  // See `open`: its files are not part of the work.
    }
  }
}

private func tracking(_ read: () -> Void) {
  withObservationTracking(read) {}
}

@Observable private final class Model {
  var isUserLoggedIn = true
}

private struct Screen {
  @Default(.staticFlag) var isUserLoggedIn
  @Default(.staticFlag, options: .cached) var wasUserLoggedIn
}

extension DefaultsKeys {
  fileprivate static let staticFlag = DefaultsKey("Account.isUserLoggedIn", defaultValue: false)
  fileprivate var isUserLoggedIn: DefaultsKey<Bool> { DefaultsKey("Account.isUserLoggedIn", defaultValue: false) }
}

private enum Own: BoolDefaultSettable {
  enum BoolKey: String { case isUserLoggedIn }
  static let store: any DefaultsStore = InMemoryStore()
  static let flag = DefaultsKey("flag", defaultValue: false, store: InMemoryStore())
}

private struct Instance: BoolDefaultSettable, IntegerDefaultSettable {
  enum BoolKey: String { case isUserLoggedIn }
  enum IntegerKey: String { case loginCount }
  let id: Int
  var namespace: String { "User.\(id)" }
}

private enum Account: BoolDefaultSettable, IntegerDefaultSettable, StringDefaultSettable, ObjectDefaultSettable {
  enum BoolKey: String { case isUserLoggedIn, wasSeen }
  enum IntegerKey: String { case loginCount }
  enum StringKey: String { case motto }
  enum ObjectKey: String { case profile }
}

private struct Profile: Codable, DefaultsSerializable {
  var name = "Ada Lovelace"
  var age = 36
  var tags = ["analyst", "poet", "engine"]
  var isPublic = true
}

@inline(__always)
private func blackHole<Value>(_ value: Value) {
  withUnsafePointer(to: value) { swallow($0) }
}
