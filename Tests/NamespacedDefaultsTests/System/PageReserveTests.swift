import Foundation
import NamespacedDefaults
import Testing

#if os(Linux)
  @Suite struct PageReserveTests {
    @Test func aFileIsOpenedWhereFewAddressesAreLeft() async {
      await #expect(processExitsWith: .success) {
        let directory = try TemporaryDirectory()
        let sizes = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        let used = try #require(sizes.first.flatMap { UInt($0) }) * UInt(sysconf(Int32(_SC_PAGESIZE)))
        var limit = rlimit(rlim_cur: used + (32 << 20), rlim_max: used + (32 << 20))
        try #require(setrlimit(Int32(RLIMIT_AS.rawValue), &limit) == 0)
        let store = try FileStore(path: directory.file())
        try store.set(1, forKey: "a")
        #expect(try store.value(forKey: "a") == 1)
      }
    }
  }
#endif
