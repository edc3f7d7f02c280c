import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsTesting
import Testing

/// Every member of every settable protocol, on types and instances.
@Suite(.isolatedDefaults)
struct SettableTableTests {
  static let table = SettableTable.all

  private func stored() throws -> [String: PropertyListValue] {
    let store = Defaults.store
    return try store.keys().reduce(into: [:]) { $0[$1] = try store.value(forKey: $1) }
  }

  @Test(arguments: table.members)
  func aMemberDoesWhatItIsFor(_ member: SettableMember) throws {
    let store = Defaults.store
    // What is stored under the other name must not be seen, and must stay.
    try store.set(member.form, forKey: member.otherName)
    let other = [member.otherName: member.form]
    func storing(_ form: PropertyListValue) -> [String: PropertyListValue] {
      [member.otherName: member.form, member.storedName: form]
    }
    switch member.use {
    case .read(let read):
      #expect(try read() == member.defaultForm)
      #expect(try read() == member.defaultForm, "from the cache, too")
      for form in [member.form] + member.edges {
        try store.set(form, forKey: member.storedName)
        #expect(try read() == form)
      }
      try store.set(nil, forKey: member.storedName)
      #expect(try read() == member.defaultForm)
    case .write(let write):
      // A write of the default is a write.
      for form in [member.defaultForm, member.form] + member.edges + [member.defaultForm] {
        try write(form)
        #expect(try stored() == storing(form))
      }
    case .change(let change):
      #expect(try change(member.defaultForm) == member.defaultForm)
      #expect(try stored() == other, "what stays the same is not written")
      #expect(try change(member.form) == member.defaultForm)
      #expect(try stored() == storing(member.form))
      #expect(try change(member.defaultForm) == member.form)
      #expect(try stored() == storing(member.defaultForm))
    case .remove(let remove):
      try remove()
      #expect(try stored() == other)
      for form in [member.form, member.defaultForm] + member.unreadable {
        try store.set(form, forKey: member.storedName)
        try remove()
        #expect(try stored() == other)
      }
    case .clear(let clear):
      try store.set(member.form, forKey: member.storedName)
      clear()
      #expect(try stored() == other)
    case .look(let hasValue):
      #expect(!hasValue())
      for form in [member.form, member.defaultForm] + member.unreadable {
        try store.set(form, forKey: member.storedName)
        #expect(hasValue())
      }
      try store.set(nil, forKey: member.otherName)
      #expect(hasValue())
    }
  }

  @Test(arguments: table.members)
  func aMemberReportsAndKeepsWhatItCannotRead(_ member: SettableMember) throws {
    for form in member.unreadable {
      try Defaults.store.set(form, forKey: member.storedName)
      var isReported = true
      let problems = try problems {
        switch member.use {
        case .read(let read):
          var value: PropertyListValue?
          // `read()` throws in place of a report.
          do { value = try read() } catch { return isReported = false }
          #expect(value == member.defaultForm)
        case .change(let change):
          let first = try change(member.form)
          #expect(first == member.defaultForm)
        case .clear(let clear): clear()
        case .write, .remove, .look: isReported = false
        }
      }
      #expect(problems.map(\.kind) == (isReported ? [.undecodableValue] : []))
      if isReported { #expect(try stored() == [member.storedName: form]) }
    }
  }

  @Test(arguments: table.members)
  func aMemberReadsWhatIsRegistered(_ member: SettableMember) throws {
    guard case .read(let read) = member.use else { return }
    Defaults.register([member.storedName: member.form])
    #expect(try read() == member.form)
  }

  @Test(arguments: table.members)
  func noMemberHasAProblem(_ member: SettableMember) throws {
    let problems = try problems {
      switch member.use {
      case .read(let read): _ = try read()
      case .write(let write): try write(member.form)
      case .change(let change): _ = try change(member.form)
      case .remove(let remove): try remove()
      case .clear(let clear): clear()
      case .look(let hasValue): _ = hasValue()
      }
    }
    #expect(problems.map(\.kind) == [])
  }

  @Test(arguments: table.rawValues)
  func theNamespaceKnowsTheKeysOfTheProtocol(_ rawValue: String) throws {
    let (ofType, ofInstance) = ("Chosen.\(rawValue)", "Chosen.7.\(rawValue)")
    try Defaults.store.set([ofType: 1, ofInstance: 2])
    #expect(Chosen.storedKeys == [ofType])
    #expect(Chosen().storedKeys == [ofInstance])
    Chosen().removeAll()
    #expect(try stored() == [ofType: 1])
    Chosen.removeAll()
    #expect(try stored() == [:])
  }

  @Test func theAuditKnowsTheKeysOfEveryProtocol() {
    let audit = NamespaceAudit(Chosen.self)
    #expect(audit.keys.map(\.name) == Self.table.rawValues.map { "Chosen.\($0)" }.sorted())
    #expect(audit.collisions == [])
  }

  @Test func theTableHasEveryProtocol() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/NamespacedDefaults/Settable"
    )
    let declared = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
      .flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
      .compactMap {
        try #/public nonisolated protocol (\w+DefaultSettable): KeyNamespaceable \{/#.wholeMatch(in: $0)?.1
      }
    #expect(declared.map(String.init).sorted() == Self.table.protocols.sorted())
    #expect(declared.count == 12)
  }

  /// The kinds of members that each protocol must have, on the type and on the instance.
  @Test(arguments: table.protocols, ["type", "instance"])
  func theTableHasEveryMember(_ name: String, owner: String) {
    let found = Self.table.members.map(\.testDescription).filter { $0.hasPrefix("\(name), \(owner): ") }
      .map { String($0.dropFirst("\(name), \(owner): ".count)) }
    let expected = [
      "getter", "set", "subscript, get", "subscript, set", "subscript, change", "remove(forKey:)",
    ]
    #expect(Set(expected).subtracting(found) == [])
  }
}
