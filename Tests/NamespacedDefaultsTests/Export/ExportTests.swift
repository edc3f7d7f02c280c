import Foundation
import NamespacedDefaults
import NamespacedDefaultsAudit
import NamespacedDefaultsMigration
import Testing

/// Export and import of a namespace or of everything.
struct ExportTests {
  /// Values that a careless format would change.
  static let values: [String: PropertyListValue] = [
    "true": true, "false": false, "zero": 0, "one": 1, "least": .integer(.min), "greatest": .integer(.max),
    "unsigned": .unsignedInteger(.max), "tenth": 0.1, "tiny": .double(.leastNonzeroMagnitude), "huge": 1e300,
    "2^53": 9_007_199_254_740_992.0, "2^63": 9_223_372_036_854_775_808.0, "negative zero": .double(-0.0),
    "infinity": .double(.infinity), "negative infinity": .double(-.infinity), "nan": .double(.nan),
    "text": "żółw 🐢 <&>\"'/\n\r\t\u{0}\u{1}\u{ffff}]]>", "empty text": "", "digits": "1",
    "date text": "2001-01-01T00:00:00Z",
    "date": .date(Date(timeIntervalSince1970: 1_700_000_000)),
    "before 1970": .date(Date(timeIntervalSince1970: -86_400)),
    "milliseconds": .date(Date(timeIntervalSinceReferenceDate: 0.75)),
    "microseconds": .date(Date(timeIntervalSinceReferenceDate: 785_412_062.123456)),
    "before Christ": .date(Date(timeIntervalSinceReferenceDate: -1e11)),
    "far": .date(Date(timeIntervalSinceReferenceDate: 1e18)),
    "never": .date(Date(timeIntervalSinceReferenceDate: .infinity)),
    "data": .data(Data([0, 255, 10])), "empty data": .data(Data()),
    "array": [1, true, 0.5, "1", []], "empty array": [], "dictionary": ["a": ["b.c": 1], "": "nameless"],
    "empty dictionary": [:], "$date": "not one", "a\u{0}\n<é>": "odd name", "": "no name",
    "like a notation": ["$date": "2001-01-01T00:00:00Z"], "nested": [["$data": ["$double": 1]]],
    "wrapped": ["$dictionary": ["a", 1]], "not a notation": ["$ref": 1], "several": ["$date": 1, "$data": 2],
    "mark": "\u{feff}b", "\u{feff}mark": ["\u{feff}": 1],
    "archive": ["CF$UID": 1], "like JSON": ["$json": ["a": 1]],
  ]

  @Test(arguments: DefaultsExportFormat.allCases)
  func everythingComesBackEqual(_ format: DefaultsExportFormat) throws {
    let copy = InMemoryStore()
    try copy.import(InMemoryStore(Self.values).export(as: format), as: format)
    for (name, value) in Self.values {
      #expect(copy.value(forKey: name) == value, "\(name)")
    }
    #expect(copy.keys().count == Self.values.count)
  }

  @Test(arguments: [
    (817_044_482.6241012, "2026-11-22T12:48:02.6241012Z"), (817_044_482.25, "2026-11-22T12:48:02.25Z"),
    (-817_044_482.6241012, "1975-02-10T11:11:57.3758988Z"), (-0.25, "2000-12-31T23:59:59.75Z"),
    (-0.1, "2000-12-31T23:59:59.9Z"), (0, "2001-01-01T00:00:00Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
    (-63_114_076_799.5, "0000-12-30T00:00:00.5Z"), (1e-5, "2001-01-01T00:00:00.00001Z"),
    (252_423_993_599.99997, "9999-12-31T23:59:59.99997Z"),
    (-1.0000000000000002, "2000-12-31T23:59:58.9999999999999998Z"),
    // These have no year of four digits.
    (252_423_993_600, "252423993600.0"), (-63_145_526_401, "-63145526401.0"),
  ])
  func aDateIsWrittenExactlyAsPeopleWriteIt(seconds: Double, text: String) throws {
    let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: seconds))
    let data = try InMemoryStore(["a": date]).export(as: .json)
    #expect(String(decoding: data, as: UTF8.self).contains("\"$date\" : \"\(text)\""))
    let copy = InMemoryStore()
    try copy.import(data, as: .json)
    #expect(copy.value(forKey: "a") == date)
  }

  /// Readers of property lists disagree about days before the Gregorian calendar.
  @Test(arguments: [
    (-13_197_600_000, "<date>1582-10-15T00:00:00Z</date>"), (-13_197_600_001, "<string>1582-10-14T23:59:59Z</string>"),
    (-63_114_076_800, "<string>0000-12-30T00:00:00Z</string>"),
  ])
  func anOldDateIsATextInAPropertyList(seconds: Double, text: String) throws {
    let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: seconds))
    let data = try InMemoryStore(["a": date]).export(as: .propertyList)
    #expect(String(decoding: data, as: UTF8.self).contains(text))
    let copy = InMemoryStore()
    try copy.import(data, as: .propertyList)
    #expect(copy.value(forKey: "a") == date)
  }

  @Test(arguments: [
    ("817044482.6241012", 817_044_482.6241012), ("2001-01-01T00:00:00.500Z", 0.5), ("-1e11", -1e11),
    ("2001-01-01T02:00:00.123456789+02:00", 0.123456789), ("2000-12-31T23:59:59.000Z", -1),
    ("2000-12-31T23:59:59.9999999999999999999999999999999999Z", -1e-34), ("2001-01-01T00:00:00,5", 0.5),
    ("2001-01-02", 86_400), ("0000-12-30T00:00:00Z", -63_114_076_800),
  ])
  func aDateThatOthersHaveWrittenIsRead(text: String, seconds: Double) throws {
    let store = InMemoryStore()
    try store.import(Data(#"{"a": {"$date": "\#(text)"}}"#.utf8), as: .json)
    #expect(store.value(forKey: "a") == .date(Date(timeIntervalSinceReferenceDate: seconds)))
  }

  @Test(arguments: [
    "2026-02-30T00:00:00.5Z", "2026-01-31T15:04:05.Z", "2026-01-31T15:04:05..5Z",
    "2026-01-31T15:04:05.5Zx", "2026-01-31T15:04:05.\u{665}Z",
  ])
  func whatIsNoDateIsRefused(text: String) {
    #expect(throws: DefaultsImportError.self) {
      try InMemoryStore().import(Data(#"{"a": {"$date": "\#(text)"}}"#.utf8), as: .json)
    }
  }

  @Test func aWholeDoubleStaysOneInAPropertyListAndBecomesAnIntegerInJSON() throws {
    let store = InMemoryStore(["size": 14.0])
    let (list, json) = (InMemoryStore(), InMemoryStore())
    try list.import(store.export(as: .propertyList), as: .propertyList)
    #expect(list.value(forKey: "size") == 14.0)
    try json.import(store.export(as: .json), as: .json)
    #expect(json.value(forKey: "size") == 14)
    #expect(DefaultsKey<Double>("size", defaultValue: 0, store: json).value == 14)
  }

  @Test func jsonIsReadable() throws {
    let store = InMemoryStore([
      "Account.isUserLoggedIn": true, "Account.tags": ["a/b"],
      "Account.seen": .date(Date(timeIntervalSinceReferenceDate: 0)),
      "Account.token": .data(Data([0, 255])), "Account.limit": .double(.infinity), "AccountHistory.x": 1,
    ])
    #expect(
      String(decoding: try store.export(as: .json, namespace: "Account"), as: UTF8.self) == """
        {
          "Account.isUserLoggedIn" : true,
          "Account.limit" : {
            "$double" : "inf"
          },
          "Account.seen" : {
            "$date" : "2001-01-01T00:00:00Z"
          },
          "Account.tags" : [
            "a/b"
          ],
          "Account.token" : {
            "$data" : "AP8="
          }
        }
        """
    )
  }

  @Test func aPropertyListIsOneThatOtherProgramsRead() throws {
    let store = InMemoryStore(["a": true, "b": 1, "c": .date(Date(timeIntervalSinceReferenceDate: 0.5))])
    #expect(
      String(decoding: try store.export(as: .propertyList), as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>a</key>
        \t<true/>
        \t<key>b</key>
        \t<integer>1</integer>
        \t<key>c</key>
        \t<dict>
        \t\t<key>$date</key>
        \t\t<string>2001-01-01T00:00:00.5Z</string>
        \t</dict>
        </dict>
        </plist>

        """
    )
  }

  @Test func aBinaryPropertyListIsRead() throws {
    let store = InMemoryStore()
    let binary = try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .binary, options: 0)
    #expect(try store.import(binary, as: .propertyList) == ["a"])
    #expect(try settings(in: store) == ["a": 1])
  }

  @Test func whatIsNotInTheDataStaysUnlessReplaced() throws {
    let data = Data(#"{"A.a": 1}"#.utf8)
    let store = InMemoryStore(["A.b": 2, "B.c": 3])
    try store.import(data, as: .json)
    #expect(try settings(in: store) == ["A.a": 1, "A.b": 2, "B.c": 3])
    try store.import(data, as: .json, namespace: "A", replacing: true)
    #expect(try settings(in: store) == ["A.a": 1, "B.c": 3])
    try store.import(data, as: .json, replacing: true)
    #expect(try settings(in: store) == ["A.a": 1])
  }

  @Test func aBackupRemembersWhichStepsAreDone() throws {
    let rename = DefaultsMigration.rename("a", to: "b")
    let (old, new) = (InMemoryStore(["a": 1]), InMemoryStore(["a": 1]))
    let before = try old.export(as: .json)
    try DefaultsAdapter(store: old).migrate([rename])
    try new.import(old.export(as: .json), as: .json, replacing: true)
    #expect(try DefaultsAdapter(store: new).migrate([rename]).steps.map(\.wasDone) == [true])
    #expect(throws: DefaultsImportError.self) { try new.import(before, as: .json, replacing: true) }
    #expect(try settings(in: new) == ["b": 1])
  }

  @Test func theNamespacesOfInstancesAreExportedWhereAskedFor() throws {
    let store = InMemoryStore(["User.isAdmin": true, "User.7.isAdmin": false])
    let own = try store.export(as: .json, namespace: "User")
    let all = try store.export(as: .json, namespace: "User", includingNested: true)
    #expect(try InMemoryStore().import(own, as: .json) == ["User.isAdmin"])
    #expect(try InMemoryStore().import(all, as: .json) == ["User.7.isAdmin", "User.isAdmin"])
    #expect(throws: DefaultsImportError.self) { try InMemoryStore().import(all, as: .json, namespace: "User") }
  }

  @Test func allThatIsWrongIsToldAndNothingIsWritten() throws {
    let store = InMemoryStore(["A.b": 2])
    let json = #"""
      {"A.a": 1, "A.n": null, "A.d": {"$date": "soon"}, "A.x": [{"$data": 1}], "A.y": {"$data": "?"}, "B.a": 1}
      """#
    let error = #expect(throws: DefaultsImportError.self) {
      try store.import(Data(json.utf8), as: .json, namespace: "A", replacing: true)
    }
    #expect(
      error?.description == """
        nothing was imported, because of
          "A.d": a string of 4 bytes is not a value of "$date"
          "A.n": null has no stored form
          "A.x": an integer is not a value of "$data"
          "A.y": a string of 1 byte is not a value of "$data"
          "B.a": not in the namespace
        """
    )
    #expect(try settings(in: store) == ["A.b": 2])
  }

  @Test func anAuditRefusesWhatItsKeysCannotRead() throws {
    struct Network: IntegerDefaultSettable {
      enum IntegerKey: String, CaseIterable { case timeout }
    }
    let store = InMemoryStore()
    let json = Data(#"{"Network.timeout": "soon", "other": "soon"}"#.utf8)
    let error = #expect(throws: DefaultsImportError.self) {
      try store.import(json, as: .json, validate: NamespaceAudit(Network.self).validate)
    }
    #expect(error?.reasons == ["Network.timeout": "takes a whole number, found a string of 4 bytes"])
    #expect(store.keys() == [])
  }

  @Test(arguments: [
    (DefaultsExportFormat.json, "{"), (.json, ""), (.json, "[1]"), (.json, "1"), (.propertyList, ""),
    (.propertyList, "<plist>"),
    (.propertyList, "(1, 2)"), (.propertyList, "\u{0}\u{1}"),
  ])
  func whatIsNoDictionaryIsRefused(_ format: DefaultsExportFormat, _ text: String) throws {
    let store = InMemoryStore(["a": 1])
    let error = #expect(throws: DefaultsImportError.self) {
      try store.import(Data(text.utf8), as: format, replacing: true)
    }
    #expect(error?.reasons == [:])
    #expect(try settings(in: store) == ["a": 1])
  }

  @Test func aStoreThatRefusesOneValueTakesNone() throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(path: directory.file())
    try store.set(1, forKey: "a")
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(throws: DefaultsError.self) { try store.import(Data(#"{"a": 2, "deep": \#(deep)}"#.utf8), as: .json) }
    #expect(try settings(in: store) == ["a": 1])
  }

  @Test func aFileThatMayOnlyBeReadIsExported() throws {
    let directory = try TemporaryDirectory()
    try FileStore(path: directory.file()).set(1, forKey: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: directory.file())
    let store = try FileStore(path: directory.file())
    #expect(String(decoding: try store.export(as: .json), as: UTF8.self) == "{\n  \"a\" : 1\n}")
    #expect(try FileStore(path: directory.file("none")).export(as: .json) == InMemoryStore().export(as: .json))
    #expect(try directory.names() == ["test.defaults"])
  }
}
