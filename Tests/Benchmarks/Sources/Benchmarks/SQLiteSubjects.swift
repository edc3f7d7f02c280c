import Foundation
import GRDB
import NamespacedDefaults

/// One table of names and values in SQLite, through GRDB.
struct SQLiteSubjects {
  let database: DatabaseQueue
  let keys: Int

  /// Opens the database.
  init(directory: URL, keys: Int = 0, isDurable: Bool = false) throws {
    self.keys = keys
    var configuration = Configuration()
    configuration.journalMode = .wal
    database = try DatabaseQueue(path: directory.appending(path: "settings.sqlite").path, configuration: configuration)
    // After the opening, which sets one of its own.
    try database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
    }
  }

  /// Makes the table and puts the values into it.
  func fill() throws {
    try database.write { database in
      try database.execute(sql: "CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value) WITHOUT ROWID")
      for (name, value) in Sample.values(keys: keys) {
        let statement = try database.cachedStatement(sql: Self.insertion)
        switch value {
        case .bool(let value): try statement.execute(arguments: [name, value])
        case .integer(let value): try statement.execute(arguments: [name, value])
        case .string(let value): try statement.execute(arguments: [name, value])
        case .data(let value): try statement.execute(arguments: [name, value])
        default: continue
        }
      }
    }
  }

  static let selection = "SELECT value FROM setting WHERE name = ?"
  private static let insertion = "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)"
  private static let name = "SQLite through GRDB"

  var readers: [Subject] {
    let bool = Subject(.readBool, Self.name, Self.promise, keys: keys) {
      for _ in 0..<$0 { blackHole(read(Bool.self, Name.bool)) }
    }
    return [
      bool, bool.onTwoThreads(),
      Subject(.readString, Self.name, Self.promise, keys: keys) {
        for _ in 0..<$0 { blackHole(read(String.self, Name.string)) }
      },
    ]
  }

  static let promise = "transactions, queries, survives a kill, several processes"

  func writer(_ work: Work) -> Subject {
    let promise =
      work == .setAgainstPowerLoss ? "transactions, synchronous = FULL" : "transactions, WAL, synchronous = NORMAL"
    return Subject(work, Self.name, promise, keys: keys) {
      for index in 0..<$0 { write(index & 1 == 0, Name.written) }
    }
  }

  var manyWriter: Subject {
    Subject(.setManyAgainstPowerLoss, Self.name, "one transaction, synchronous = FULL", keys: keys, per: 100) {
      for index in 0..<$0 {
        try? database.write { database in
          let statement = try database.cachedStatement(sql: Self.insertion)
          for name in Name.batch { try statement.execute(arguments: [name, index & 1 == 0]) }
        }
      }
    }
  }

  func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ type: Value.Type, _ name: String) -> Value?
  {
    try? database.read { try Value.fetchOne($0.cachedStatement(sql: Self.selection), arguments: [name]) }
  }

  func write(_ value: some DatabaseValueConvertible, _ name: String) {
    try? database.write { try $0.cachedStatement(sql: Self.insertion).execute(arguments: [name, value]) }
  }
}
