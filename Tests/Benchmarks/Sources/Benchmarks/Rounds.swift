import Foundation
import Results

/// Measures all subjects in turn, round after round, so that whatever disturbs the machine disturbs them alike.
struct Rounds {
  private struct Row {
    let worker: Child
    let index: Int
    var result: Result
    var count = 2
    var samples: [Double] = []
    var spent = 0.0
  }

  private let effort: Effort
  private var rows: [Row] = []
  private let workers: [Child]

  /// Starts a process for each place.
  init(effort: Effort, directory: URL, filter: String?) throws {
    self.effort = effort
    var workers = try Place.all.map { place in
      try Child(["worker", place.name], in: directory.appending(path: place.name))
    }
    if let path = ProcessInfo.processInfo.environment["MMKV_WORKER"] {
      workers += try ["one", "several"].map { mode in
        try Child([mode], in: directory.appending(path: "mmkv-\(mode)"), program: URL(filePath: path))
      }
    }
    self.workers = workers
    for worker in workers {
      var index = 0
      while let line = worker.receive(), !line.isEmpty {
        let result = try JSONDecoder().decode(Result.self, from: Data(line.utf8))
        if filter.map({ "\(result.work) \(result.subject)".contains($0) }) ?? true {
          rows.append(Row(worker: worker, index: index, result: result))
        }
        index += 1
      }
    }
  }

  /// The results, in the order of the places.
  mutating func run() throws -> [Result] {
    for index in rows.indices { calibrate(index) }
    for round in 1...effort.rounds {
      note("round \(round) of \(effort.rounds)")
      // In another order each time: nobody always comes after the same neighbour.
      for index in rows.indices.shuffled() where rows[index].spent < effort.budget || rows[index].samples.count < 3 {
        // Two threads seldom have two processors for themselves.
        for _ in 1...(rows[index].result.threads == 2 ? 3 : 1) {
          let time = measure(index)
          rows[index].samples.append(time)
          rows[index].spent += time * Double(rows[index].count)
        }
      }
    }
    for worker in workers { worker.end() }
    return rows.map { row in
      Result(
        work: row.result.work,
        subject: row.result.subject,
        promise: row.result.promise,
        keys: row.result.keys,
        threads: row.result.threads,
        samples: row.samples
      )
    }
  }

  /// Finds how many times make a batch of the wanted length.
  private mutating func calibrate(_ index: Int) {
    while true {
      // The best of several, for the first one may load what all later ones find, and a batch that was interrupted once
      // would make all others too short.
      let time = (0..<4).map { _ in measure(index) }.min() ?? 0
      let wanted = effort.batch / max(time, 0.1)
      let count = max(2, Int(min(wanted, Double(rows[index].count) * 20)))
      if count <= rows[index].count * 2 { return }
      rows[index].count = count
    }
  }

  private func measure(_ index: Int) -> Double {
    let row = rows[index]
    row.worker.send("\(row.index) \(row.count)")
    guard let time = row.worker.receive().flatMap(Double.init) else {
      fatalError("the process that measures \(row.result.subject) has ended")
    }
    return time
  }
}

/// How long to measure.
struct Effort {
  let rounds: Int
  /// Nanoseconds of one batch.
  let batch: Double
  /// Nanoseconds after which a subject has been measured enough, once it has been three times.
  let budget: Double

  static let full = Effort(rounds: 21, batch: 1e7, budget: 1e9)
  static let quick = Effort(rounds: 5, batch: 2e6, budget: 2e8)
}

/// Tells whoever waits how far it is.
func note(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
