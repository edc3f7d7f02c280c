public import Foundation

/// What one subject took for one kind of work.
public struct Result: Codable, Sendable {
  /// What was done.
  public var work: String
  /// Who did it, by the call.
  public var subject: String
  /// What that promises beyond the work.
  public var promise: String
  /// How many keys were stored.
  public var keys: Int
  /// How many threads did the work at once.
  public var threads: Int
  /// The unit of the numbers: nanoseconds of a thread for one operation, where it says nothing else.
  public var unit: String
  /// The middle one of the rounds; `nil` for what never happened.
  public var median: Double?
  /// The least of the rounds.
  public var minimum: Double?
  /// The greatest of the rounds.
  public var maximum: Double?

  /// Makes a result.
  public init(
    work: String,
    subject: String,
    promise: String,
    keys: Int = 1,
    threads: Int = 1,
    unit: String = "ns",
    samples: [Double] = []
  ) {
    self.work = work
    self.subject = subject
    self.promise = promise
    self.keys = keys
    self.threads = threads
    self.unit = unit
    let samples = samples.sorted()
    if !samples.isEmpty {
      median = (samples[(samples.count - 1) / 2] + samples[samples.count / 2]) / 2
    }
    minimum = samples.first
    maximum = samples.last
  }
}

extension Result {
  /// The name of the subject that all others are compared with.
  public static let raw = "raw UserDefaults"
  /// What tells the subject in a process with a `UserDefaultsStore` from the one that all others are compared with.
  ///
  /// How long Foundation looks for a key depends on what the process has written before, so only the same process compares
  /// the two fairly.
  public static let besideStore = ", beside a UserDefaultsStore"
  /// What a subject's name ends with if an observer in the same process follows the value that is written.
  public static let observed = ", observed"
  /// The same for an observer in another process.
  public static let observedElsewhere = ", observed by another process"
  /// The subject that does what a write of a shared file cannot do without.
  public static let systemCalls = "flock, statx, pwrite, flock"
  /// The subject that does what a tracked read cannot do without.
  public static let observable = "a property of an `@Observable` class"
  /// The work of the results that are no times.
  public static let counted = "Instructions and allocations"
  /// The work of the result that is none: its subject says where the others come from.
  public static let conditions = "Conditions"

  /// Reads results, one JSON object a line.
  ///
  /// - Parameter url: Where they are.
  /// - Returns: The results in the order of the file.
  /// - Throws: What kept the file from being read or a line from being understood.
  public static func load(_ url: URL) throws -> [Result] {
    try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Result.self, from: Data($0.utf8)) }
  }

  /// The result as a line of JSON.
  ///
  /// - Returns: The line without its end.
  /// - Throws: What kept it from being encoded.
  public func line() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try String(decoding: encoder.encode(self), as: UTF8.self)
  }
}
