import Foundation
import NamespacedDefaults
import Testing

private final class Pond: ArchivedObject, @unchecked Sendable {}
private final class Frog: ArchivedObject, @unchecked Sendable {}

/// Archives of objects, in which only the classes may be that a key names.
@Suite struct ArchivedClassTests {
  @Test func anObjectComesBack() throws {
    let pond = Pond()
    #expect(try unarchive(Pond.self, from: .data(try archive(pond))) === pond)
  }

  @Test func anObjectOfAnotherClassIsRefused() throws {
    let stored = PropertyListValue.data(try archive(Frog()))
    #expect(throws: (any Error).self) { try unarchive(Pond.self, from: stored) }
    let mismatch = #expect(throws: DefaultsError.self) { try unarchive(Pond.self, from: 1) }
    #expect(mismatch?.code == .typeMismatch)
  }

  @Test func whatIsInsideMustBeNamed() throws {
    let pond = Pond()
    pond.contents = [Frog()]
    let stored = PropertyListValue.data(try archive(pond))
    #expect(throws: (any Error).self) { try unarchive(Pond.self, from: stored) }
    #expect(try unarchive(Pond.self, containing: ArchivedClasses(others: [Frog.self]), from: stored) === pond)
    // The object itself is one of its class all the same.
    let frog = PropertyListValue.data(try archive(Frog()))
    let mismatch = #expect(throws: DefaultsError.self) {
      try unarchive(Pond.self, containing: ArchivedClasses(others: [Frog.self]), from: frog)
    }
    #expect(mismatch?.code == .typeMismatch)
  }
}
