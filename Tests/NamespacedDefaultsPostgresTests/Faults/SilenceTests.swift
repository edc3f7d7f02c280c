#if Postgres
  import Foundation
  import NamespacedDefaults
  import Testing

  @testable import NamespacedDefaultsPostgres

  /// What takes connections and is no server that answers; every wait has an end.
  @Suite(.withServer) struct SilenceTests {
    @Test func aServerThatDripsIsGivenUp() throws {
      let server = try FakeServer(saying: FakeServer.greeting, thenDripping: [UInt8(ascii: "N"), 0, 1, 0, 0])
      let error = #expect(throws: DefaultsError.self) {
        try PostgresStore(
          connection: server.connection + " target_session_attrs=any",
          name: "fleet",
          timeout: .seconds(1)
        )
      }
      #expect(error?.code == .unreachableServer)
    }

    /// The string lets libpq wait for as long as the system may look a name up.
    @Test func aKnownReplicaOpensAndWritesThrowInTime() throws {
      let (fleet, replica, silent) = (try Fleet(), try TemporaryReplica(), try FakeServer())
      let hosts = " host=\(fleet.server.directory.path),\(silent.host)"
      try PostgresStore(
        connection: fleet.connection(of: "a") + hosts,
        name: fleet.name,
        replica: FileStore(path: replica.path)
      ).set(1, forKey: "a")
      try fleet.awaitEnd(of: "a")
      let began = ContinuousClock.now
      let store = try PostgresStore(
        connection: silent.connection + " connect_timeout=3600 dbname=\(fleet.database)",
        name: fleet.name,
        replica: FileStore(path: replica.path),
        timeout: .seconds(1)
      )
      #expect(try store.contents == ["a": 1])
      #expect(store.state != .connected)
      let error = #expect(throws: DefaultsError.self) { try store.set(2, forKey: "a") }
      #expect(error?.code == .unreachableServer)
      #expect(ContinuousClock.now - began < .seconds(600))
    }

    @Test(arguments: [true, false]) func aSilentHostLeavesTimeForOneThatIsReadOnly(isFirst: Bool) throws {
      let (fleet, silent) = (try Fleet(), try FakeServer())
      try fleet.open("a").set(1, forKey: "a")
      let hosts = [silent.host, fleet.server.directory.path]
      let store = try PostgresStore(
        connection: fleet.connection(of: "b") + " host=\((isFirst ? hosts : hosts.reversed()).joined(separator: ","))"
          + " options='-c default_transaction_read_only=on'",
        name: fleet.name,
        timeout: .seconds(3)
      )
      #expect(try store.contents == ["a": 1])
      #expect(store.state == .connected)
    }

    @Test func aKnownReplicaOpensWhereTheServerRefuses() throws {
      let (fleet, replica) = (try Fleet(), try TemporaryReplica())
      try fleet.open("a", replica: replica).set(1, forKey: "a")
      try fleet.server.refuseConnections(to: fleet.database)
      let store = try fleet.open("b", replica: replica)
      #expect(try store.contents == ["a": 1])
      try wait(for: "the outage") { store.state != .connected }
      guard case .disconnected(_, let reason) = store.state else { return }
      #expect(reason.code == .refusedByServer)
      #expect(reason.message.contains("does not let this program in"))
      #expect(reason.message.contains(fleet.database))
      try fleet.server.sql("alter database \(fleet.database) allow_connections true")
      try wait(for: "the server") { store.state == .connected }
    }

    /// Each host has its part of the time, unless someone has chosen another one.
    @Test func aServiceFileChoosesBeforeTheLibrary() throws {
      let file = try TemporaryFile()
      try """
      [slow]
      host=a,b
      connect_timeout=7
      target_session_attrs=read-write
      [plain]
      host=a,b
      """.write(toFile: file.path, atomically: true, encoding: .utf8)
      setenv("PGSERVICEFILE", file.path, 1)
      defer { unsetenv("PGSERVICEFILE") }
      func attempts(_ text: String) throws -> [[String: String]] {
        try ConnectionString(text).attempts(within: .seconds(10)).map { parameters in
          Dictionary(uniqueKeysWithValues: parameters.map { ($0.keyword, $0.value) })
        }
      }
      let slow = try attempts("service=slow")
      #expect(slow.count == 1 && slow[0]["connect_timeout"] == nil && slow[0]["host"] == nil)
      let plain = try attempts("service=plain")
      #expect(plain.map { $0["connect_timeout"] } == ["5", "5"])
      #expect(plain.map { $0["host"] } == ["a", "b"])
      #expect(plain.map { $0["port"] } == ["5432", "5432"])
      #expect(try attempts("host=a")[0]["connect_timeout"] == "10")
      for unclear in ["host=a,b hostaddr=::1,", "host=a,b port=1,2,3"] {
        #expect(try attempts(unclear).map { $0["target_session_attrs"] } == ["primary"])
      }
    }
  }

  /// A socket at which a thread takes connections; it says what it is told, and a byte every 50 ms.
  private final class FakeServer: Sendable {
    /// What a server says that is ready for a statement.
    static let greeting: [UInt8] = [82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73]

    private let directory: TemporaryDirectory
    private let socket: Int32

    var host: String { directory.path }

    var connection: String { "host=\(host) user=postgres dbname=postgres sslmode=disable gssencmode=disable" }

    init(saying greeting: [UInt8] = [], thenDripping drops: [UInt8] = []) throws {
      directory = try TemporaryDirectory()
      #if canImport(Glibc)
        let (stream, flags) = (Int32(SOCK_STREAM.rawValue), Int32(MSG_NOSIGNAL))
      #else
        let (stream, flags) = (SOCK_STREAM, Int32(0))
      #endif
      let socket = Foundation.socket(AF_UNIX, stream, 0)
      self.socket = socket
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let path = "\(directory.path)/.s.PGSQL.5432"
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(socket, 8) == 0
        }
      }
      guard isBound else { throw Command.Failure(description: "no socket at \(path)") }
      guard !greeting.isEmpty else { return }
      Thread.detachNewThread {
        let client = accept(socket, nil, nil)
        defer { close(client) }
        _ = send(client, greeting, greeting.count, 0)
        // More drops than any test waits for.
        for drop in drops + [UInt8](repeating: 0, count: 600) {
          guard send(client, [drop], 1, flags) == 1 else { return }
          usleep(50_000)
        }
      }
    }

    deinit { close(socket) }
  }

  private final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
      // Short, because the path of a socket has at most 103 bytes.
      path = "/tmp/nd-fake-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }
#endif
