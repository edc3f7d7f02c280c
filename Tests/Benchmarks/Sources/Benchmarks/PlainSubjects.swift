import CSupport
import Foundation
import Observation
import Results
import Synchronization

/// What the standard library and the system offer: no name, no type or no persistence, and so a measure of what is
/// possible.
struct PlainSubjects {
  let keys: Int

  var all: [Subject] {
    let single = dictionary + mutex + [word]
    return single + (mutex + [word]).filter { $0.result.work == Work.readBool.rawValue }.map { $0.onTwoThreads() }
      + [observable, atomicStore, systemCalls, jsonFile, loop]
  }

  private static let values: [String: any Sendable] = [
    Name.bool: true, Name.string: Sample.string, Name.integer: 42, Name.written: false,
  ]

  private var dictionary: [Subject] {
    [
      Subject(.readBool, "`[String: Any]`", "untyped, memory, one thread", keys: keys) {
        let values: [String: Any] = Self.values
        for _ in 0..<$0 { blackHole(values[Name.bool] as? Bool) }
      },
      Subject(.readString, "`[String: Any]`", "untyped, memory, one thread", keys: keys) {
        let values: [String: Any] = Self.values
        for _ in 0..<$0 { blackHole(values[Name.string] as? String) }
      },
      Subject(.set, "`[String: Any]`", "untyped, memory, one thread", keys: keys) {
        var values: [String: Any] = Self.values
        for index in 0..<$0 { values[Name.written] = index & 1 == 0 }
        blackHole(values)
      },
    ]
  }

  private var mutex: [Subject] {
    let shared = Guarded()
    return [
      Subject(.readBool, "`Mutex<[String: Bool]>`", "memory, any thread", keys: keys) {
        for _ in 0..<$0 { blackHole(shared.values.withLock { $0[Name.bool] }) }
      },
      Subject(.set, "`Mutex<[String: Bool]>`", "memory, any thread", keys: keys) {
        for index in 0..<$0 { shared.values.withLock { $0[Name.written] = index & 1 == 0 } }
      },
    ]
  }

  private var word: Subject {
    let shared = Guarded()
    return Subject(.readBool, "an atomic load", "one word without a name, any thread", keys: keys) {
      for _ in 0..<$0 { blackHole(shared.word.load(ordering: .acquiring)) }
    }
  }

  /// What a tracked read cannot do without: Observation's own registration.
  private var observable: Subject {
    let model = Model()
    return Subject(.readTracked, Result.observable, "memory, forgotten at exit", keys: keys) { count in
      withObservationTracking {
        for _ in 0..<count { blackHole(model.isUserLoggedIn) }
      } onChange: {
      }
    }
  }

  private var atomicStore: Subject {
    let shared = Guarded()
    return Subject(.set, "an atomic store", "one word without a name, any thread", keys: keys) {
      for index in 0..<$0 {
        shared.word.store(index & 1 == 0, ordering: .releasing)
        blackHole(shared)
      }
    }
  }

  /// What a write to a file that several processes share cannot do without.
  private var systemCalls: Subject {
    let path = Place.directory.appending(path: "plain").path
    return Subject(.setAgainstKill, Result.systemCalls, "48 bytes, without a meaning", keys: keys) { count in
      let file = open(path, O_RDWR | O_CREAT, 0o600)
      defer { close(file) }
      let bytes = [UInt8](repeating: 1, count: 48)
      for index in 0..<count where !write_under_lock(file, path, bytes, bytes.count, index % 5_000 * bytes.count) {
        preconditionFailure("\(path) cannot be written")
      }
    }
  }

  /// What a program without a library often does.
  private var jsonFile: Subject {
    let url = Place.directory.appending(path: "settings.json")
    return Subject(.setAgainstKill, "a JSON file, written atomically", "all values of one type, one thread", keys: keys)
    {
      var values = Dictionary(uniqueKeysWithValues: (0..<keys).map { ("Section.settingNumber\($0)", false) })
      for index in 0..<$0 {
        values[Name.written] = index & 1 == 0
        guard let data = try? JSONEncoder().encode(values), (try? data.write(to: url, options: .atomic)) != nil else {
          preconditionFailure("\(url.path) cannot be written")
        }
      }
    }
  }

  /// What every number holds that is not the work.
  private var loop: Subject {
    Subject(.readBool, "the loop of this benchmark", "nothing", keys: keys) { for index in 0..<$0 { blackHole(index) } }
  }
}

// `@unchecked Sendable`: it never changes.
@Observable private final class Model: @unchecked Sendable {
  var isUserLoggedIn = true
}

private final class Guarded: Sendable {
  let values = Mutex([Name.bool: true, Name.written: false])
  let word = Atomic(true)
}
