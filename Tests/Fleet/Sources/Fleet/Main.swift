import Foundation
import NamespacedDefaults
import NamespacedDefaultsPostgres

/// What `measure` says in the environment.
enum Given {
  static func text(_ name: String) -> String { ProcessInfo.processInfo.environment[name] ?? "" }
  static func number(_ name: String) -> Int { Int(text(name)) ?? 0 }
}

@main
enum Main {
  static func main() throws {
    if CommandLine.arguments.dropFirst().first == "client" {
      try Client(Array(CommandLine.arguments.dropFirst(2))).answer()
    } else {
      let postgres = try Postgres()
      let polls = try polls(postgres)
      print(Report(stores: try stores(postgres), polls: polls, watches: try watches()).text)
    }
  }

  private static func stores(_ server: Postgres) throws -> [Measurement] {
    let store = try PostgresStore(connection: "\(server.address) application_name=writer", name: "fleet")
    func plan(_ title: String, _ processes: Int, each: Int = 1, _ way: Way, _ rest: String) -> Plan {
      Plan(title, processes, each: each, by: way, at: server.address, rest) {
        try store.set(.integer(Int64($0)), forKey: Server.name)
      }
    }
    return try [
      plan("`PostgresStore`", 1, .memory, "1"),
      plan("`PostgresStore`", 10, .memory, "1"),
      plan("`PostgresStore`", 100, .memory, "1"),
      plan("`PostgresStore`, 100 in each of 10 processes", 10, each: 100, .memory, "100"),
      plan("`PostgresStore`, 100 processes, one file", 100, .file, Given.text("REPLICA")),
    ].map { try $0.measure(server) }
  }

  private static func polls(_ server: Postgres) throws -> [Measurement] {
    let writer = try PlainConnection(server.address)
    return try [("each 100 ms", "100"), ("each second", "1000")].map { interval, milliseconds in
      try Plan("a row, read \(interval)", 100, by: .polling, at: server.address, milliseconds) {
        try writer.run("UPDATE polled SET value = \($0)")
      }.measure(server)
    }
  }

  private static func watches() throws -> [Measurement] {
    let server = EtcdServer()
    let writer = try Etcd(port: server.port)
    return try [1, 100].map {
      try Plan("etcd, a watch", $0, by: .etcd, at: "\(server.port)", "", write: writer.put).measure(server)
    }
  }
}

struct Postgres: Watched {
  let address = Given.text("POSTGRES")
  private let id = pid_t(Given.number("POSTGRES_ID"))
  private let connection: PlainConnection

  init() throws {
    connection = try PlainConnection(address)
    try connection.run("CREATE EXTENSION pg_stat_statements")
    try connection.run("CREATE TABLE polled (value int); INSERT INTO polled VALUES (0)")
  }

  var processes: [pid_t] { Load.family(of: id) }

  func statements() throws -> Double {
    // Without this question itself.
    let count = try connection.run("SELECT sum(calls) FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat%'")
    return Double(count ?? "") ?? 0
  }

  func connections() throws -> [pid_t] {
    let ids = try connection.run("SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE \(Self.others)")
    return (ids ?? "").split(separator: " ").compactMap { pid_t($0) }
  }

  func endListening() throws {
    try connection.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE \(Self.others) AND application_name <> 'writer'"
    )
  }

  private static let others = "backend_type = 'client backend' AND pid <> pg_backend_pid()"
}

struct EtcdServer: Watched {
  let port = Given.number("ETCD_PORT")
  var processes: [pid_t] { [pid_t(Given.number("ETCD_ID"))] }

  func statements() -> Double { 0 }
  func connections() -> [pid_t] { [] }
  func endListening() {}
}
