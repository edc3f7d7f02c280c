#if os(Linux)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import NamespacedDefaults

  /// Files that the system says are on another machine.
  @Suite struct NetworkTests {
    @Test(
      arguments: [
        (0x6969, "NFS"), (0x517B, "SMB"), (0xFE53_4D42, "SMB"), (0xFF53_4D42, "SMB"), (0x0102_1997, "9P"),
        (0x6573_5546, "FUSE"), (0x5346_414F, "AFS"), (0x00C3_6400, "Ceph"), (0x0BD0_0BD0, "Lustre"),
      ] as [(UInt32, String)]
    )
    func aFileOnANetworkIsReportedOnceAndNotMapped(type: UInt32, name: String) throws {
      let directory = try TemporaryDirectory()
      try LinuxCalls.$fileSystemType.withValue(type) {
        let (store, problems) = try catchingProblems {
          try FileStore(path: directory.file()).set(.integer(0), forKey: "a")
          let store = try FileStore(path: directory.file())
          try store.set(.integer(1), forKey: "a")
          #expect(try FileStore(path: directory.file()).value(forKey: "a") == .integer(1))
          try store.compact()
          return store
        }
        #expect(
          problems.map(\.description) == [
            "networkFile: \(store.path) is on \(name): changes of other machines may be found late, and updates of several "
              + "machines may be lost"
          ]
        )
        #expect(store.locked.word.pointee.load(ordering: .relaxed) == 0, "it is not mapped")
        #expect(try HelperProcess.run("open", directory.file(), "set", "b", "2") == ["ok"])
        #expect(try store.value(forKey: "b") == .integer(2))
      }
    }

    @Test func aFileOnADiskIsNotReportedAndIsMapped() throws {
      let directory = try TemporaryDirectory()
      let (store, problems) = try catchingProblems {
        let store = try FileStore(path: directory.file())
        try store.set(.integer(1), forKey: "a")
        return store
      }
      #expect(problems.isEmpty)
      #expect(store.locked.word.pointee.load(ordering: .relaxed) != 0)
    }
  }
#endif
