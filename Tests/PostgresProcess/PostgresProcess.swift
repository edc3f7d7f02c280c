#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import NamespacedDefaultsSecrets
  import TestSupport

  /// A process for tests: carries out its arguments one after the other and prints a line for each that has a result.
  ///
  ///     open CONNECTION NAME                 the store that the others use, with a replica in memory
  ///     open-replica CONNECTION NAME PATH    the same with a replica in a file
  ///     open-many CONNECTION NAME PATH COUNT    opens so many replicas at PATH.1 and so on, at moments that other processes
  ///                                          choose too, and prints how many it could
  ///     set KEY INTEGER | get KEY | refresh  print "ok", the value, "ok"
  ///     count KEY COUNT                      increments until so many are acknowledged, and prints how many are not known
  ///     own KEY COUNT                        sets "KEY.id-of-the-process" to 1, 2, … COUNT
  ///     churn KEY                            for ever: sets KEY and KEY.twin to 1, 2, 3, … and prints each when it is set
  ///     reseal                               for ever: seals everything with either of two keys, and prints which it was
  ///     observe KEY                          from now on prints "KEY=VALUE" after each change
  ///     await TEXT                           waits until a line with the text was printed
  ///     compare KEY COUNT                    reads KEY and KEY.twin until so many states were seen; prints how many differed
  ///     print-problems                       from now on prints "problem: " and the kind of each problem
  ///     idle                                 does nothing for ever
  ///
  /// What throws prints "error: " and the error's code and text, and the next argument is carried out. The process ends
  /// when its standard input does, which is when the tests' process ends, and after five minutes.
  @main
  struct PostgresProcess {
    private var arguments = CommandLine.arguments.dropFirst()
    private var store: (any DefaultsStore)?
    private var observations: [DefaultsObservation] = []

    static func main() {
      // Then its output ends, so that no test waits for ever for a line that does not come.
      alarm(300)
      Thread.detachNewThread {
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) > 0 {}
        _exit(9)
      }
      var process = PostgresProcess()
      while let command = process.arguments.popFirst() {
        do {
          try process.carryOut(command)
        } catch {
          say("error: \((error as? DefaultsError)?.code.rawValue ?? "other") \(error)")
        }
      }
      exit(0)
    }

    private mutating func carryOut(_ command: String) throws {
      switch command {
      case "open": store = try PostgresStore(connection: text(), name: text())
      case "open-replica":
        let (connection, name) = (text(), text())
        store = try PostgresStore(connection: connection, name: name, replica: FileStore(path: text()))
      case "open-many": openMany()
      case "set":
        let (key, value) = (text(), number())
        try opened().set(.int(value), forKey: key)
        say("ok")
      case "get": say(try value(text()).map { "\($0)" } ?? "none")
      case "refresh":
        try (opened() as? PostgresStore)?.refresh()
        say("ok")
      case "count": try count()
      case "own":
        let (key, count) = ("\(text()).\(getpid())", number())
        for index in 1...count { try opened().set(.int(index), forKey: key) }
        say(key)
      case "churn": try churn()
      case "reseal":
        let (seals, store) = ([TestSeal("first", key: 1), TestSeal("second", key: 2)], try opened())
        for number in 1... {
          try SealedStore(over: store, seal: seals[number % 2], opening: seals).reseal()
          say(seals[number % 2].id)
        }
      case "observe":
        let key = text()
        observations.append(
          try opened().observe(key) { change in
            if case .integer(let value)? = change.newValue { say("\(key)=\(value)") } else { say("\(key)=none") }
          }
        )
      case "await": Said.waitFor(text())
      case "compare": try compare()
      case "print-problems": Defaults.problemHandler = { say("problem: \($0.kind)") }
      case "idle": while true { pause() }
      default: throw DefaultsError(.invalidValue, "unknown command \(command)")
      }
    }

    private mutating func openMany() {
      let (connection, name, path, count) = (text(), text(), text(), number())
      var opened = 0
      for index in 1...count {
        // The next moment that is a multiple of 30 ms.
        usleep(UInt32(30_000 - UInt64(Date().timeIntervalSince1970 * 1e6) % 30_000) + .random(in: 0..<3000))
        do {
          _ = try PostgresStore(connection: connection, name: name, replica: FileStore(path: "\(path).\(index)"))
          opened += 1
        } catch {
          say("error: \(error)")
        }
      }
      say("\(opened)")
    }

    /// Increments; what is not stored is tried again.
    private mutating func count() throws {
      let (key, count, store) = (text(), number(), try opened())
      var (acknowledged, unknown) = (0, 0)
      while acknowledged < count {
        do {
          try store.update(key) { value in
            if case .integer(let old)? = value { value = .integer(old + 1) } else { value = 1 }
          }
          acknowledged += 1
        } catch let error as DefaultsError {
          if error.code == .unknownOutcome { unknown += 1 }
          usleep(10_000)
        }
      }
      say("\(unknown)")
    }

    private mutating func churn() throws {
      let (key, store) = (text(), try opened())
      var value = 1
      while true {
        // To set the same again does no harm if it is stored already.
        while (try? store.set([key: .int(value), "\(key).twin": .int(value)])) == nil { usleep(10_000) }
        say("\(value)")
        value += 1
      }
    }

    private mutating func compare() throws {
      let (key, count) = (text(), number())
      var (states, different): (Set<Int>, Int) = ([], 0)
      while states.count < count {
        let before = try value(key)
        let twin = try value("\(key).twin")
        // Values only grow, so this was one state.
        guard let before, try value(key) == before else { continue }
        states.insert(before)
        if twin != before { different += 1 }
      }
      say("\(different)")
    }

    private func value(_ key: String) throws -> Int? {
      guard case .integer(let value)? = try opened().value(forKey: key) else { return nil }
      return Int(value)
    }

    private func opened() throws -> any DefaultsStore {
      guard let store else { throw DefaultsError(.invalidValue, "no store is open") }
      return store
    }

    private mutating func text() -> String { arguments.popFirst() ?? "" }

    private mutating func number() -> Int { Int(text()) ?? 0 }
  }

  /// What has been printed.
  private enum Said {
    // A lock that the thread sanitizer sees.
    private static let change = NSCondition()
    // Touched only with the lock held.
    nonisolated(unsafe) private static var lines: [String] = []

    static func append(_ line: String) {
      change.withLock { lines.append(line) }
      change.broadcast()
    }

    static func waitFor(_ text: String) {
      change.withLock { while !lines.contains(where: { $0.contains(text) }) { change.wait() } }
    }
  }

  private func say(_ line: String) {
    var text = line + "\n"
    // One call, so that lines of several threads are not mixed.
    text.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    Said.append(line)
  }
#else
  /// A process for tests, which start and kill it.
  @main struct PostgresProcess {
    static func main() { print("built without the trait Postgres") }
  }
#endif
