#if Postgres
  import Foundation
  import NamespacedDefaults
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// Machines that change settings, beside faults at random moments, compared with a model in memory.
  ///
  /// Each change has its number under "step", in the same commit. So whatever state is read, the model tells whether it was.
  @Suite(.withServer) struct ModelTests {
    @Test(arguments: 0..<UInt64(faultRounds)) func whatWasAcknowledgedIsThereAndWhatIsReadWas(seed: UInt64) throws {
      let model = try Model(seed: seed)
      for _ in 0..<25 { try model.makeFaultAmongChanges() }
      try model.checkEnd()
    }
  }

  private final class Model {
    private enum Fault {
      case endOfSessions, cancelledStatements, restart, kill, stall
    }

    private let server: PostgresServer
    private let file: TemporaryFile
    private var random: SeededGenerator
    private var machines: [PostgresStore] = []
    private var observers: [(values: Heard<PropertyListValue?>, observation: DefaultsObservation)] = []
    /// What was stored after each step that counts.
    private var states: [Int: [String: PropertyListValue]] = [:]
    private var lastStep = 0
    private var step = 0
    /// The last step that each machine has shown.
    private var shown: [Int]
    private var acknowledged = 0

    init(seed: UInt64) throws {
      server = try PostgresServer()
      file = try TemporaryFile()
      random = SeededGenerator(seed)
      shown = [0, 0, 0]
      machines = try (0..<3).map(open)
      states[0] = ["step": 0]
      try machines[0].set(0, forKey: "step")
      for machine in machines { try machine.refresh() }
      observers = machines.map { $0.hear("step") }
    }

    /// The last machine has its replica in a file.
    private func open(_ number: Int) throws -> PostgresStore {
      try .machine(
        number,
        server.connection(),
        replica: number == 2 ? FileStore(path: file.path) : nil,
        lockTimeout: .seconds(10),
        timeout: .seconds(5)
      )
    }

    /// Makes changes until a fault has been made and is over.
    func makeFaultAmongChanges() throws {
      let (fault, delay, server) = (randomFault(), UInt32.random(in: 0..<10_000, using: &random), server)
      let end = onNewThread {
        usleep(delay)
        Self.cause(fault, in: server)
      }
      repeat {
        step += 1
        try makeChange()
        try checkReads()
      } while end.wait(timeout: .now()) == .timedOut
    }

    private func makeChange() throws {
      let machine = machines.randomElement(using: &random)!
      let changes = randomChanges()
      let inTransaction = Bool.random(using: &random)
      var next = states[lastStep]!
      for (name, value) in changes { next[name] = value }
      do {
        if inTransaction {
          try machine.transaction { for (name, value) in changes { try machine.set(value, forKey: name) } }
        } else {
          try machine.set(changes)
        }
        // The one who wrote reads it at once.
        #expect(try machine.value(forKey: "step") == .int(step))
        (states[step], lastStep) = (next, step)
        acknowledged += 1
      } catch let error as DefaultsError where error.code == .unknownOutcome {
        // Either has happened.
        states[step] = next
        try wait(for: "an outcome") { (try? machine.refresh()) != nil }
        let stored = try machine.value(forKey: "step")?.number
        #expect(stored == lastStep || stored == step, "step \(step)")
        if stored == step { lastStep = step } else { states[step] = nil }
      } catch is DefaultsError {
        // Nothing is stored. The server may take a moment to start.
        usleep(2000)
      }
    }

    private func randomChanges() -> [String: PropertyListValue?] {
      var changes: [String: PropertyListValue?] = ["step": .int(step)]
      for name in ["a", "b", "c", "d"] where Bool.random(using: &random) {
        changes.updateValue(Int.random(in: 0..<4, using: &random) == 0 ? nil : .int(step), forKey: name)
      }
      return changes
    }

    /// A new start of the server is rarer, because it takes its time.
    private func randomFault() -> Fault {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: .endOfSessions
      case 4..<7: .cancelledStatements
      case 7: .restart
      case 8: .kill
      default: .stall
      }
    }

    private static func cause(_ fault: Fault, in server: PostgresServer) {
      switch fault {
      case .endOfSessions: _ = try? server.endSessions(of: "postgres")
      case .cancelledStatements:
        _ = try? server.sql("select pg_cancel_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")
      case .restart:
        server.stop()
        _ = try? server.start()
      case .kill:
        server.kill()
        _ = try? server.start()
      case .stall:
        server.stall()
        usleep(200_000)
        server.unstall()
      }
    }

    /// Reads from all machines what they know without asking the server.
    func checkReads() throws {
      for (number, machine) in machines.enumerated() {
        let before = try machine.value(forKey: "step")?.number
        let state = try ["a", "b", "c", "d"].map { try machine.value(forKey: $0) }
        // Otherwise a change came in between.
        guard let before, try machine.value(forKey: "step")?.number == before else { continue }
        try #require(before >= shown[number], "machine \(number) went back")
        shown[number] = before
        let known = try #require(states[before], "step \(before), which was not stored")
        try #require(state == ["a", "b", "c", "d"].map { known[$0] }, "machine \(number), step \(before)")
      }
    }

    func checkEnd() throws {
      for machine in machines { try wait(for: "the server") { (try? machine.refresh()) != nil } }
      try checkReads()
      #expect(shown == [lastStep, lastStep, lastStep])
      for (number, observer) in observers.enumerated() {
        if lastStep > 0 { try observer.values.wait { $0 == .int(lastStep) } }
        let steps = observer.values.all.map { $0?.number ?? -1 }
        #expect(steps == steps.sorted() && Set(steps).count == steps.count, "machine \(number)")
        #expect(steps.allSatisfy { states[$0] != nil }, "machine \(number)")
      }
      // A new machine reads the same.
      machines.append(try open(3))
      shown.append(lastStep)
      try checkReads()
      #expect(acknowledged > 25)
    }
  }
#endif
