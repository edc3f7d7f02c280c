import Foundation
import Testing

@testable import NamespacedDefaults

@Suite struct SecureCodingTests {
  @Test func anObjectComesBack() throws {
    let stored = try #require(try Frog("Bo").propertyListValue())
    #expect(try decodeStored(Frog.self, from: stored).name == "Bo")
    #expect(try decodeStored([Frog?].self, from: [stored]) == [Frog("Bo")])
    #expect(try decodeStored([String: Frog].self, from: ["a": stored]) == ["a": Frog("Bo")])
  }

  @Test func theArchiveIsAKeyedOne() throws {
    guard case .data(let archive) = try Frog("Bo").propertyListValue() else {
      Issue.record("not data")
      return
    }
    let contents = try PropertyListSerialization.propertyList(from: archive, format: nil) as? [String: Any]
    #expect(contents?["$archiver"] as? String == "NSKeyedArchiver")
  }

  @Test func aSubclassIsReadAsItself() throws {
    let stored = try #require(try Dog().propertyListValue())
    #expect(try type(of: decodeStored(Animal.self, from: stored)) == Dog.self)
  }

  @Test func anotherClassIsAMismatch() throws {
    expectMismatch(Frog.self, try #require(try Dog().propertyListValue()))
    expectMismatch(Dog.self, try #require(try Animal().propertyListValue()))
    let url = try NSKeyedArchiver.archivedData(withRootObject: NSURL(string: "a:b")!, requiringSecureCoding: true)
    expectMismatch(Frog.self, .data(url))
    expectMismatch(URL.self, try #require(try Frog("Bo").propertyListValue()))
  }

  @Test func aDamagedArchiveIsAnError() throws {
    guard case .data(let archive) = try Frog("Bo").propertyListValue() else {
      Issue.record("not data")
      return
    }
    expectMismatch(Frog.self, .data(Data()), .data(Data([0])), .data(Data("bplist00".utf8)))
    for count in 0..<archive.count { expectMismatch(Frog.self, .data(archive.prefix(count))) }
    for index in archive.indices {
      var damaged = archive
      damaged[index] ^= 0xFF
      // Some damage goes unnoticed, as in the name; none may be a trap.
      _ = try? decodeStored(Frog.self, from: .data(damaged))
      _ = try? decodeStored(URL.self, from: .data(damaged))
    }
  }
}
