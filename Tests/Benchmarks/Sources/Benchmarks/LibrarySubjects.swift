import NamespacedDefaults
import Observation
import Results
import Synchronization

private typealias Account = Defaults.Account

/// The library over the store of the process, by every spelling.
struct LibrarySubjects {
  let storeName: String
  let keys: Int
  var note = ""

  /// All of it, for few keys.
  var all: [Subject] {
    spellings + values + [bool, integer, shortString, string, strings, codable].map { $0.onTwoThreads() }
  }

  /// Whether the number of keys matters to readers.
  var few: [Subject] { [bool, string, codable] }

  /// Whether an observer matters.
  func observed(_ work: Work, _ promise: String) -> [Subject] {
    [
      bool, string, set(work, promise),
      // Here and not among the others, for what is tracked stays so until it changes.
      tracked(bool), tracked(string), tracked(codable),
    ]
  }

  private func subject(_ work: Work, _ call: String, _ promise: String = "", _ batch: @escaping Batch) -> Subject {
    let promise = promise.isEmpty ? "typed, named once, observable, any thread" : promise
    return Subject(work, "\(call), \(storeName)\(note)", promise, keys: keys, batch)
  }

  var bool: Subject {
    subject(.readBool, "`Account.bool(forKey: .x)`") {
      for _ in 0..<$0 { blackHole(Account.bool(forKey: .isUserLoggedIn)) }
    }
  }

  /// A removal of nothing, so that each finds the same names.
  var removal: Subject {
    subject(.findKeys, "`User(id: 7).removeAll()`, with nothing to remove") {
      let user = User(id: 7)
      for _ in 0..<$0 { user.removeAll() }
    }
  }

  /// Reads together with writes of another setting, as programs have them.
  func mixed(_ process: WritingProcess?) -> [Subject] {
    let readers = [bool, string, codable]
    return readers.map(afterSet) + readers.map(beside(WritingThread(), .readBesideThread))
      + (process.map { readers.map(beside($0, .readBesideProcess)) } ?? [])
  }

  private func afterSet(_ reader: Subject) -> Subject {
    Subject(.setAndReadTen, reader.result.subject, reader.result.promise, keys: keys) {
      for index in 0..<$0 {
        Account.set(index & 1 == 0, forKey: .wasSeen)
        reader.batch(10)
      }
    }
  }

  private func beside(_ writing: any Writing, _ work: Work) -> (_ reader: Subject) -> Subject {
    { reader in
      var subject = Subject(work, reader.result.subject, reader.result.promise, keys: keys, reader.batch)
      subject.writing = writing
      return subject
    }
  }

  /// Reads of a type that has a store of its own, and of a key that has one.
  func own(_ store: any DefaultsStore) throws -> [Subject] {
    try store.set(true, forKey: "Own.isUserLoggedIn")
    try store.set(true, forKey: Name.bool)
    Own.chosen.withLock { $0 = store }
    let key = DefaultsKey(Name.bool, defaultValue: false, store: store)
    return [
      subject(.readBool, "`Own.bool(forKey: .x)`, a type with its own") {
        for _ in 0..<$0 { blackHole(Own.bool(forKey: .isUserLoggedIn)) }
      },
      subject(.readBool, "`key.value`, a key with its own") { for _ in 0..<$0 { blackHole(key.value) } },
    ]
  }

  var change: Subject {
    subject(.change, "`Account[.x] += 1`") { for _ in 0..<$0 { Account[.changeCount] += 1 } }
  }

  /// What a change is compared with: another number each time, under the same kind of name.
  var setInteger: Subject {
    subject(.change, "`Account.set(1, forKey: .x)`") {
      for index in 0..<$0 { Account.set(index, forKey: .changeCount) }
    }
  }

  /// The same reads in one tracking, as in the body of a view.
  private func tracked(_ subject: Subject) -> Subject {
    Subject(.readTracked, subject.result.subject, subject.result.promise, keys: keys) { count in
      withObservationTracking {
        subject.batch(count)
      } onChange: {
      }
    }
  }

  private var integer: Subject {
    subject(.readInt, "`Account.integer(forKey: .x)`") {
      for _ in 0..<$0 { blackHole(Account.integer(forKey: .loginCount)) }
    }
  }

  private var string: Subject {
    subject(.readString, "`Account.string(forKey: .x)`") {
      for _ in 0..<$0 { blackHole(Account.string(forKey: .motto)) }
    }
  }

  private var shortString: Subject {
    subject(.readShortString, "`Account.string(forKey: .x)`") {
      for _ in 0..<$0 { blackHole(Account.string(forKey: .nickname)) }
    }
  }

  private var strings: Subject {
    subject(.readStrings, "`Account.stringArray(forKey: .x)`") {
      for _ in 0..<$0 { blackHole(Account.stringArray(forKey: .tags)) }
    }
  }

  private var codable: Subject {
    subject(.readCodable, "`Account.object(Profile.self, forKey: .x)`") {
      for _ in 0..<$0 { blackHole(Account.object(Profile.self, forKey: .profile)) }
    }
  }

  private var values: [Subject] {
    [
      integer, shortString, string, strings, codable,
      // Keys that the compiler does not know, each after another.
      subject(.readBools, "`Account.bool(forKey: x)`") {
        let keys = Account.BoolKey.allCases
        for index in 0..<$0 { blackHole(Account.bool(forKey: keys[index & 7])) }
      },
    ]
  }

  private var spellings: [Subject] {
    let key = Account.key(.isUserLoggedIn)
    return [
      bool,
      subject(.readBool, "`Account[.x]`") { for _ in 0..<$0 { blackHole(Account[.isUserLoggedIn]) } },
      subject(.readBool, "`Defaults[.x]`") { for _ in 0..<$0 { blackHole(Defaults[.isUserLoggedIn]) } },
      subject(.readBool, "`Defaults[\\.x]`") { for _ in 0..<$0 { blackHole(Defaults[\.isLoggedIn]) } },
      subject(.readBool, "`Defaults[key: .x]`") { for _ in 0..<$0 { blackHole(Defaults[key: .isUserLoggedIn]) } },
      subject(.readBool, "`User(id: 7).bool(forKey: .x)`") {
        let user = User(id: 7)
        for _ in 0..<$0 { blackHole(user.bool(forKey: .isUserLoggedIn)) }
      },
      subject(.readBool, "`Defaults.x`") { for _ in 0..<$0 { blackHole(Defaults.isLoggedIn) } },
      subject(.readBool, "`key.value`") { for _ in 0..<$0 { blackHole(key.value) } },
      subject(.readBool, "`@Default(.x)`") {
        let property = Property()
        for _ in 0..<$0 { blackHole(property.isUserLoggedIn) }
      },
      subject(.readBool, "`@Default(.x, options: .observed)`") {
        let property = ObservedProperty()
        for _ in 0..<$0 { blackHole(property.isUserLoggedIn) }
      },
      subject(.readBool, "`Defaults[\"x\"].bool`", "named at the call, observable, any thread") {
        for _ in 0..<$0 { blackHole(Defaults["Account.isUserLoggedIn"].bool) }
      },
    ]
  }
}

private struct User: BoolDefaultSettable {
  let id: Int
  var namespace: String { "User.\(id)" }
  enum BoolKey: String { case isUserLoggedIn }
}

/// A type with a store of its own, which is chosen before its first use and constant then, as in a program.
private enum Own: BoolDefaultSettable {
  static let chosen = Mutex<any DefaultsStore>(InMemoryStore())
  static let kept: any DefaultsStore = chosen.withLock { $0 }
  static var store: any DefaultsStore { kept }
  enum BoolKey: String { case isUserLoggedIn }
}

private struct Property {
  @Default(.isUserLoggedIn) var isUserLoggedIn
}

private struct ObservedProperty {
  @Default(.isUserLoggedIn, options: .observed) var isUserLoggedIn
}

// Writes; the value is another one each time, for the library does not write what is stored already.
extension LibrarySubjects {
  func set(_ work: Work, _ promise: String) -> Subject {
    subject(work, "`Account.set(true, forKey: .x)`", promise) {
      for index in 0..<$0 { Account.set(index & 1 == 0, forKey: .wasSeen) }
    }
  }

  func setAndRead(_ promise: String) -> Subject {
    subject(.setAndRead, "`Account.set(true, forKey: .x)`", promise) {
      for index in 0..<$0 {
        Account.set(index & 1 == 0, forKey: .wasSeen)
        blackHole(Account.bool(forKey: .wasSeen))
      }
    }
  }

  func setAndReadOther(_ promise: String) -> Subject {
    subject(.setAndReadOther, "`Account.set(true, forKey: .x)`", promise) {
      for index in 0..<$0 {
        Account.set(index & 1 == 0, forKey: .wasSeen)
        blackHole(Account.bool(forKey: .isUserLoggedIn))
      }
    }
  }

  /// Changes of 100 keys in one go.
  func setMany(_ promise: String) -> Subject {
    let batches = [true, false].map { value in
      Dictionary(uniqueKeysWithValues: Name.batch.map { ($0, PropertyListValue?.some(.bool(value))) })
    }
    return Subject(
      .setManyAgainstPowerLoss,
      "`store.set(_:)`, \(storeName)",
      promise,
      keys: keys,
      per: 100
    ) { for index in 0..<$0 { try? Defaults.store.set(batches[index & 1]) } }
  }
}
