import Foundation
import NamespacedDefaults

extension Row {
  /// The protection classes of the files of stores; `classOf` returns that of a file.
  static func protection(in directory: Scratch, classOf: (_ path: String) throws -> String = Device.protectionClass)
    -> Row
  {
    Row("data protection of a FileStore", expected: "the file has the class that is said, after a compaction too") {
      var came: [String] = []
      for (protection, expected) in [
        (
          FileStore.Protection.completeUntilFirstUserAuthentication,
          "NSFileProtectionCompleteUntilFirstUserAuthentication"
        ),
        (.none, "NSFileProtectionNone"),
      ] {
        let path = directory.path()
        let store = try FileStore(path: path, protection: protection)
        try store.set(.integer(1), forKey: "number")
        let before = try classOf(path)
        try store.compact()
        let after = try classOf(path)
        guard before == expected, after == expected else {
          return .fails("\(before), and \(after) after a compaction, in place of \(expected)")
        }
        came.append(expected)
      }
      return .holds(came.joined(separator: " and "))
    }
  }

  /// The file by which a `UserDefaultsStore` asks the device, which it has made by now.
  static func fileOfFirstUnlock(
    in home: String = NSHomeDirectory(),
    classOf: (_ path: String) throws -> String = Device.protectionClass
  ) -> Row {
    Row("the file of the first unlock", expected: "it is there, with the class of preferences") {
      let name = try classOf(home + "/Library/NamespacedDefaults.first-unlock")
      return name == "NSFileProtectionCompleteUntilFirstUserAuthentication" ? .holds(name) : .fails(name)
    }
  }

  /// What starts of the app have found before the first unlock, and what this one finds after it.
  static func beforeFirstUnlock(_ starts: [EarlyStart], _ later: EarlyStart?) -> Row {
    Row(
      "before the first unlock",
      expected: "where UserDefaults shows nothing, the store says that it is not readable yet"
    ) {
      guard !starts.isEmpty else {
        return .missing(
          "no such start was seen: restart the device, and let the system start the app before you unlock it"
        )
      }
      let texts =
        starts.map(\.text) + [later.map { "after the unlock, in the same process: \($0.text)" }].compactMap(\.self)
      let text = texts.joined(separator: "; ")
      let areTold = starts.allSatisfy { $0.showsMarker || !$0.isReadable }
      return areTold && later.map { $0.showsMarker && $0.isReadable } != false ? .holds(text) : .fails(text)
    }
  }
}

extension Device {
  /// Returns the name of a file's protection class.
  static func protectionClass(_ path: String) throws -> String {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let value = attributes[FileAttributeKey(rawValue: "NSFileProtectionKey")]
    return value.map { "\(($0 as? any RawRepresentable)?.rawValue ?? $0)" } ?? "no class"
  }
}

/// A start of the app before the device was unlocked for the first time, which a later start shows.
struct EarlyStart: Equatable {
  /// Whether `UserDefaults` shows what an earlier run has stored.
  var showsMarker: Bool
  /// Whether the store says that it can be read.
  var isReadable: Bool

  var text: String {
    "UserDefaults \(showsMarker ? "shows" : "hides") what is stored, and the store is \(isReadable ? "" : "not ")readable"
  }
}

extension EarlyStart {
  private static let marker = "NamespacedDefaultsSelfTest.marker"
  private static let starts = "starts"

  /// The file of the starts, which can be opened at any time.
  static func log() throws -> FileStore { try FileStore(name: "NamespacedDefaultsSelfTest-early", protection: .none) }

  /// What there is now.
  static func now(in store: any DefaultsStore, _ defaults: UserDefaults) -> Self {
    let isReadable: Bool
    do {
      _ = try store.keys()
      isReadable = true
    } catch {
      isReadable = (error as? DefaultsError)?.code != .notReadableYet
    }
    return Self(showsMarker: defaults.object(forKey: marker) != nil, isReadable: isReadable)
  }

  /// Records this start in a log, if it is an early one and an earlier run has left the marker.
  ///
  /// - Returns: Whether it is.
  static func record(in log: any DefaultsStore, _ now: Self) throws -> Bool {
    guard try log.value(forKey: marker) != nil, !now.showsMarker || !now.isReadable else { return false }
    try log.update(starts) { stored in
      var all: [PropertyListValue] = if case .array(let earlier)? = stored { earlier } else { [] }
      all.append([.bool(now.showsMarker), .bool(now.isReadable)])
      stored = .array(all)
    }
    return true
  }

  /// The starts in a log.
  static func recorded(in log: any DefaultsStore) throws -> [Self] {
    guard case .array(let all)? = try log.value(forKey: starts) else { return [] }
    return all.compactMap { start in
      guard case .array(let facts) = start, facts.count == 2, case .bool(let shows) = facts[0],
        case .bool(let isReadable) = facts[1]
      else { return nil }
      return Self(showsMarker: shows, isReadable: isReadable)
    }
  }

  /// Leaves the marker, with which later starts can be told from those of a program that has stored nothing.
  static func leaveMarker(in log: any DefaultsStore, _ defaults: UserDefaults) throws {
    defaults.set(true, forKey: marker)
    try log.set(true, forKey: marker)
  }
}
