import Foundation
import NaiveSettings
import NamespacedDefaults
import Results

/// Foundation's own `UserDefaults`, what everything is compared with, and the naive protocol over it.
struct RawSubjects {
  static let name = Result.raw
  // Unsafe only to the compiler: Foundation documents the class as thread-safe.
  nonisolated(unsafe) let defaults: UserDefaults
  let keys: Int
  var note = ""
  private let promise = "untyped, any thread"
  private let naivePromise = "typed, named once, any thread"
  private var forgetful: String { Platform.isDarwin ? promise : "untyped; forgotten at exit without synchronize()" }

  private enum Account: NaiveBoolSettable {
    enum BoolKey: String { case isUserLoggedIn, wasSeen }
  }

  private func subject(_ work: Work, _ promise: String, _ name: String = Self.name, _ batch: @escaping Batch) -> Subject
  {
    Subject(work, name + note, promise, keys: keys, batch)
  }

  var readers: [Subject] {
    let single = [bool, integer, string, strings, codable, naive]
    return single + single.map { $0.onTwoThreads() } + [
      subject(.readShortString, promise) { for _ in 0..<$0 { blackHole(defaults.string(forKey: Name.shortString)) } },
      subject(.readBools, promise) {
        let names = Defaults.Account.BoolKey.allCases.map { "Account.\($0)" }
        for index in 0..<$0 { blackHole(defaults.bool(forKey: names[index & 7])) }
      },
    ]
  }

  var few: [Subject] { [bool, string, codable] }

  private var bool: Subject {
    subject(.readBool, promise) { for _ in 0..<$0 { blackHole(defaults.bool(forKey: Name.bool)) } }
  }

  private var integer: Subject {
    subject(.readInt, promise) { for _ in 0..<$0 { blackHole(defaults.integer(forKey: Name.integer)) } }
  }

  private var string: Subject {
    subject(.readString, promise) { for _ in 0..<$0 { blackHole(defaults.string(forKey: Name.string)) } }
  }

  private var strings: Subject {
    subject(.readStrings, promise) { for _ in 0..<$0 { blackHole(defaults.stringArray(forKey: Name.strings)) } }
  }

  private var codable: Subject {
    subject(.readCodable, "untyped, JSONDecoder each time") {
      for _ in 0..<$0 {
        guard let data = defaults.data(forKey: Name.codable) else { continue }
        blackHole(try? JSONDecoder().decode(Profile.self, from: data))
      }
    }
  }

  private var naive: Subject {
    subject(.readBool, naivePromise, "naive protocol extension") {
      for _ in 0..<$0 { blackHole(Account.bool(forKey: .isUserLoggedIn)) }
    }
  }

  var writers: [Subject] {
    [
      subject(.set, forgetful) { for index in 0..<$0 { defaults.set(index & 1 == 0, forKey: Name.written) } },
      subject(.set, naivePromise, "naive protocol extension") {
        for index in 0..<$0 { Account.set(index & 1 == 0, forKey: .wasSeen) }
      },
      subject(.setAndRead, forgetful) {
        for index in 0..<$0 {
          defaults.set(index & 1 == 0, forKey: Name.written)
          blackHole(defaults.bool(forKey: Name.written))
        }
      },
      subject(.setAndReadOther, forgetful) {
        for index in 0..<$0 {
          defaults.set(index & 1 == 0, forKey: Name.written)
          blackHole(defaults.bool(forKey: Name.bool))
        }
      },
      synchronizing(.setAgainstKill, "synchronize(); loses other processes' writes"),
      subject(.setAndReadTen, "one synchronize(); loses other processes' writes") {
        for index in 0..<$0 {
          defaults.set(index & 1 == 0, forKey: Name.written)
          blackHole(defaults.synchronize())
          for _ in 0..<10 { blackHole(defaults.bool(forKey: Name.bool)) }
        }
      },
      synchronizing(.setAgainstPowerLoss, "synchronize(); not crash-safe, does not wait for the disk"),
      many,
    ]
  }

  /// 100 keys, and one synchronization.
  private var many: Subject {
    let promise = "one synchronize(); not crash-safe, does not wait for the disk"
    return Subject(.setManyAgainstPowerLoss, Self.name, promise, keys: keys, per: 100) {
      for index in 0..<$0 {
        for name in Name.batch { defaults.set(index & 1 == 0, forKey: name) }
        blackHole(defaults.synchronize())
      }
    }
  }

  private func synchronizing(_ work: Work, _ promise: String) -> Subject {
    subject(work, promise) {
      for index in 0..<$0 {
        defaults.set(index & 1 == 0, forKey: Name.written)
        blackHole(defaults.synchronize())
      }
    }
  }
}

extension RawSubjects {
  /// Stores the values.
  ///
  /// - Throws: What kept the file from being written.
  static func fill(keys: Int) throws {
    let values = Sample.values(keys: keys).mapValues(propertyList)
    #if canImport(Darwin)
      UserDefaults.standard.setPersistentDomain(values, forName: ProcessInfo.processInfo.processName)
    #else
      // The file itself, which nothing has read yet: `UserDefaults` takes minutes for 100,000 new names.
      let data = try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
      try data.write(to: Place.directory.appending(path: "\(ProcessInfo.processInfo.processName).plist"))
    #endif
  }

  private static func propertyList(_ value: PropertyListValue) -> Any {
    switch value {
    case .bool(let value): value
    case .integer(let value): Int(value)
    case .string(let value): value
    case .data(let value): value
    case .array(let values): values.map(propertyList)
    default: preconditionFailure("no sample is of that type")
    }
  }
}
