import Foundation

/// What is measured of a fleet of some size that hears of changes in some way.
struct Measurement {
  var title = ""
  var listeners = 0
  var connections = 0
  /// Milliseconds.
  var write = 0.0
  /// Milliseconds from the call that writes until one listener knows: the median of all.
  var one = 0.0
  /// The same until all know: the median, and the 99th of a hundred changes.
  var all = (median: 0.0, late: 0.0)
  /// Of the server, while nothing changes: milliseconds of processor time and statements in a second.
  var idle = (time: 0.0, statements: 0.0)
  /// The processors that other work of the machine has taken meanwhile.
  var others = 0.0
  /// For each change, what comes on top of that.
  var change = (time: 0.0, statements: 0.0)
  /// The clients' milliseconds of processor time for each change.
  var clientTime = 0.0
  /// The server's milliseconds of processor time for a client that opens.
  var opening = 0.0
  /// MB that only a connection's process of the server has; `nil` for a server that has one process.
  var memory: Double?
  var reads: Double?
  /// After the loss of all listeners' connections: the milliseconds until all know the next change, and of the server's
  /// processor time for each of them.
  var loss: (wait: Double, time: Double)?
}

/// A server whose processes are watched.
protocol Watched {
  var processes: [pid_t] { get }
  /// How many statements it has carried out; 0 if it does not count them.
  func statements() throws -> Double
  /// The processes for its connections, without the one that asks; none if all are one process.
  func connections() throws -> [pid_t]
  /// Ends the listeners' connections.
  func endListening() throws
}

/// How to measure: who hears, and how a change is made.
struct Plan {
  private let title: String
  private let processes: Int
  private let listenersEach: Int
  private let way: Way
  /// What a client needs to know.
  private let arguments: [String]
  private let write: (Int) throws -> Void

  init(
    _ title: String,
    _ processes: Int,
    each: Int = 1,
    by way: Way,
    at address: String,
    _ rest: String,
    write: @escaping (Int) throws -> Void
  ) {
    (self.title, self.processes, listenersEach, self.way) = (title, processes, each, way)
    arguments = [way.rawValue, address, rest]
    self.write = write
  }

  func measure(_ server: any Watched) throws -> Measurement {
    let changes = Given.number("CHANGES")
    var result = Measurement(title: title, listeners: processes * listenersEach)
    note(title)
    try write(0)
    let before = Load(of: server.processes)
    let clients = try Processes(processes, arguments)
    defer { clients.end() }
    result.opening = Load(of: server.processes).milliseconds(since: before) / Double(result.listeners)
    let isQuick = changes < 100
    // A listener asks by itself each 15 seconds. So each does once between these moments.
    sleep(isQuick ? 1 : 8)
    let quiet = try Moment(server, clients)
    sleep(isQuick ? 1 : 15)
    let rested = try Moment(server, clients)
    let seconds = Double(rested.time - quiet.time) / 1e9
    result.idle.time = rested.load.milliseconds(since: quiet.load) / seconds
    result.idle.statements = (rested.statements - quiet.statements) / seconds
    let own = result.idle.time * seconds + rested.clients.milliseconds(since: quiet.clients)
    result.others = max(0, rested.machine - quiet.machine - own) / seconds / 1000
    let memory = try server.connections().map { Load.ownMemory(of: $0) }.sorted()
    // The writer has one more.
    result.connections = memory.isEmpty ? processes + 1 : memory.count
    if !memory.isEmpty { result.memory = memory[memory.count / 2] }

    var (writes, begins): ([Double], [Int]) = ([], [])
    let start = try Moment(server, clients)
    for change in 1...changes {
      usleep(.random(in: 150_000...350_000))
      begins.append(now())
      try write(change)
      writes.append(Double(now() - begins[change - 1]) / 1e6)
    }
    // Until the slowest of them has asked.
    usleep(1_500_000)
    let end = try Moment(server, clients)
    let duration = Double(end.time - start.time) / 1e9
    let count = Double(changes)
    result.change.time = (end.load.milliseconds(since: start.load) - result.idle.time * duration) / count
    result.change.statements = (end.statements - start.statements - result.idle.statements * duration) / count
    result.clientTime = end.clients.milliseconds(since: start.clients) / count
    result.write = writes.sorted()[changes / 2]
    let delays = try Self.delays(since: begins, of: clients.seen(listenersEach: listenersEach))
    let all = delays.map { $0.max() ?? 0 }.sorted()
    result.all = (all[changes / 2], all[changes * 99 / 100 - 1])
    result.one = delays.joined().sorted()[changes * result.listeners / 2]
    if way == .memory || way == .file { result.loss = try loss(server, clients, change: changes + 1) }
    if way != .etcd { result.reads = try readsWhileWriting(clients, after: changes + 1) }
    return result
  }

  /// For each change, the milliseconds from its call until each listener knew it, or a later one.
  private static func delays(since begins: [Int], of seen: [[Seen.Change]]) throws -> [[Double]] {
    try begins.indices.map { index in
      try seen.map { changes in
        guard let first = changes.first(where: { $0.number > index }) else {
          throw Failure("a client has not seen change \(index + 1)")
        }
        return Double(first.time - begins[index]) / 1e6
      }
    }
  }

  /// Ends all listeners' connections, and waits until they have come back and know a change that was made meanwhile.
  private func loss(
    _ server: any Watched,
    _ clients: Processes,
    change: Int
  ) throws -> (wait: Double, time: Double) {
    // Those of the connections that end count too.
    let (begin, old) = (now(), Load(of: server.processes))
    try server.endListening()
    try write(change)
    var times: [Int] = []
    repeat {
      sleep(1)
      times = clients.seen(listenersEach: listenersEach).compactMap { $0.first { $0.number >= change }?.time }
    } while times.count < processes * listenersEach
    let wait = Double((times.max() ?? 0) - begin) / 1e6
    return (wait, Load(of: server.processes).milliseconds(since: old) / Double(try server.connections().count - 2))
  }

  /// How many times one process reads in a second in which others write.
  private func readsWhileWriting(_ clients: Processes, after last: Int) throws -> Double {
    clients.beginReading()
    for change in 1...20 {
      usleep(50_000)
      try write(last + change)
    }
    return clients.readsInSecond()
  }
}

/// What was taken until a moment.
private struct Moment {
  let time = now()
  let machine = Load.ofMachine
  let load: Load
  let clients: Load
  let statements: Double

  init(_ server: any Watched, _ processes: Processes) throws {
    load = Load(of: server.processes)
    clients = Load(of: processes.ids)
    statements = try server.statements()
  }
}

func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
