import Foundation
import TestSupport
import Testing

@testable import NamespacedDefaults

@Suite struct SystemCallTests {
  private func failing(_ code: Int32) -> () -> Int32 {
    {
      errno = code
      return -1
    }
  }

  @Test(arguments: [ENOTSUP, EINVAL])
  func anotherCallIsMadeWhereTheFirstIsNotSupported(_ code: Int32) throws {
    #expect(try systemCall("first", "/a", failing(code), ifUnsupported: "second", { 7 }) == 7)
    let error = #expect(throws: DefaultsError.self) {
      try systemCall("first", "/a", failing(code), ifUnsupported: "second", failing(EIO))
    }
    #expect(error?.operation == "second")
    #expect(error?.systemCode == EIO)
  }

  @Test func aCallThatASignalInterruptsIsMadeAgain() throws {
    let calls = Lockbox(0)
    let result = try systemCall("read", "/a") { () -> Int32 in
      calls.change { $0 += 1 }
      errno = EINTR
      return calls.value < 3 ? -1 : 7
    }
    #expect(result == 7)
    #expect(calls.value == 3)
  }

  @Test func anotherFailureOfTheFirstCallIsThrown() {
    let calls = Lockbox(0)
    let error = #expect(throws: DefaultsError.self) {
      try systemCall("first", "/a", failing(EIO), ifUnsupported: "second") {
        calls.change { $0 += 1 }
        return 0
      }
    }
    #expect(error?.operation == "first")
    #expect(calls.value == 0)
  }

  #if os(Linux)
    /// Access for the owner and, to read, for the user 12345; see `linux/posix_acl_xattr.h`.
    private static let list: [UInt8] =
      [2, 0, 0, 0] + [1, 0, 6, 0, 255, 255, 255, 255] + [2, 0, 4, 0, 0x39, 0x30, 0, 0]
      + [4, 0, 0, 0, 255, 255, 255, 255] + [16, 0, 4, 0, 255, 255, 255, 255] + [32, 0, 0, 0, 255, 255, 255, 255]

    @Test(arguments: [("user.note", [1, 0, 255]), ("system.posix_acl_access", list)] as [(String, [UInt8])])
    func aCompactionKeepsAttributesAndTheAccessControlList(_ name: String, _ value: [UInt8]) throws {
      let directory = try TemporaryDirectory()
      let store = try FileStore(path: directory.file())
      try store.set(1, forKey: "a")
      let old = try OpenFile(path: directory.file(), for: .writing)
      // A file system without attributes has none to lose.
      guard LinuxCalls.setAttribute(name, of: old.descriptor, to: value) == 0 else { return }
      try store.compact()
      let new = try OpenFile(path: directory.file(), for: .reading)
      #expect(new.identity != old.identity)
      #expect(LinuxCalls.attributeNames(of: new.descriptor).contains(name))
      #expect(LinuxCalls.attribute(name, of: new.descriptor) == value)
    }
  #endif
}
