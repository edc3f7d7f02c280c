import Foundation
import NamespacedDefaults
import NamespacedDefaultsPostgres
import Synchronization

struct Server: IntegerDefaultSettable {
  enum IntegerKey: String { case maxConnections }

  static var name: String { key(.maxConnections).name }
}

/// How a process hears of changes.
enum Way: String {
  /// A `PostgresStore` with a replica in memory; or several, to have more listeners than the machine has room for processes.
  case memory
  /// A `PostgresStore` with a replica in a file that all processes share.
  case file
  /// A `SELECT` of one row, again and again.
  case polling
  /// A watch of etcd.
  case etcd
}

/// The changes that a client has seen, each with the time when it has.
final class Seen: Sendable {
  typealias Change = (number: Int, time: Int)

  private let changes = Mutex<[Change]>([])

  func note(_ change: Int) {
    let time = now()
    changes.withLock { if change > $0.last?.number ?? 0 { $0.append((change, time)) } }
  }

  var line: String { changes.withLock { $0.map { "\($0.number):\($0.time)" }.joined(separator: " ") } }
}

/// A process of the fleet.
///
/// It says "ready", and then answers lines: "read" with how often it read in a second, "seen" with a line for each listener.
/// It ends when there are no more lines.
struct Client {
  private var seen: [Seen] = []
  private var observations: [DefaultsObservation] = []
  private var stores: [any DefaultsStore] = []
  private var read: () throws -> Void = {}

  /// Begins to hear of changes; the arguments are the way, an address, and what the way needs besides.
  init(_ arguments: [String]) throws {
    guard arguments.count == 3, let way = Way(rawValue: arguments[0]) else {
      throw Failure("\(arguments)")
    }
    let (address, rest) = (arguments[1], arguments[2])
    // They lose their connections on purpose.
    Defaults.problemHandler = { _ in }
    switch way {
    case .memory:
      for number in 0..<(Int(rest) ?? 1) {
        // Those of one address would be one in a process.
        observe(try PostgresStore(connection: "\(address) application_name=listener\(number)", name: "fleet"))
      }
    case .file:
      observe(try PostgresStore(connection: address, name: "fleet", replica: FileStore(path: rest)))
    case .polling: try poll(address, every: Int(rest) ?? 1000)
    case .etcd: try watch(Int(address) ?? 0)
    }
  }

  private mutating func observe(_ store: any DefaultsStore) {
    let seen = Seen()
    self.seen.append(seen)
    stores.append(store)
    observations.append(
      store.observe(Server.name) { if case .integer(let change)? = $0.newValue { seen.note(Int(change)) } }
    )
    Defaults.store = store
    read = { blackHole(Server.integer(forKey: .maxConnections)) }
  }

  private mutating func poll(_ address: String, every milliseconds: Int) throws {
    let seen = Seen()
    self.seen = [seen]
    let select = "SELECT value FROM polled"
    let connection = try PlainConnection(address)
    try connection.prepare(select)
    // Nobody else uses it.
    nonisolated(unsafe) let polling = connection
    Thread.detachNewThread {
      while let value = try? polling.runPrepared() {
        seen.note(Int(value) ?? 0)
        usleep(UInt32(milliseconds) * 1000)
      }
    }
    var own: PlainConnection?
    read = {
      if own == nil {
        own = try PlainConnection(address)
        try own?.prepare(select)
      }
      try own?.runPrepared()
    }
  }

  private mutating func watch(_ port: Int) throws {
    let seen = Seen()
    self.seen = [seen]
    let etcd = try Etcd(port: port)
    try etcd.watch()
    // Nobody else uses it.
    nonisolated(unsafe) let watching = etcd
    Thread.detachNewThread { while let change = try? watching.nextChange() { seen.note(change) } }
  }

  func answer() throws {
    say("ready")
    while let line = readLine() {
      switch line {
      case "read":
        let end = now() + 1_000_000_000
        var count = 0
        while now() < end {
          for _ in 0..<100 { try read() }
          count += 100
        }
        say("\(count)")
      default: for seen in seen { say(seen.line) }
      }
    }
    observations.forEach { $0.cancel() }
  }
}

struct Failure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// Keeps the optimiser from leaving out what makes a value.
@inline(never)
func blackHole(_ value: Int) {}

/// Nanoseconds on a clock that all processes share and nobody sets.
func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Writes a line at once, for somebody waits for it.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
