import Foundation
import NamespacedDefaults
import NamespacedDefaultsMigration
import Testing

/// What an import of an XML property list reads, and what it refuses.
struct XMLImportTests {
  private func xml(_ members: String) -> Data {
    Data("<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict>\(members)</dict></plist>".utf8)
  }

  @Test(arguments: [
    "<key>a</key><true/><key>a</key><false/>",
    "<key>a</key><array><dict><key>b</key><true/><key>c</key><true/><key>b</key><true/></dict></array>",
    "<key>a</key><true/><!-- > --><key><![CDATA[a]]></key><true/>",
    "<key>\u{e9}</key><true/><key >e\u{301}</key><true/>",
  ])
  func aNameThatStandsTwiceInADictionaryIsRefused(members: String) throws {
    let store = InMemoryStore()
    let error = #expect(throws: DefaultsImportError.self) { try store.import(xml(members), as: .propertyList) }
    #expect(error?.description == "nothing was imported: the property list has a name twice in one dictionary")
    #expect(store.keys() == [])
  }

  @Test func namesOfDifferentDictionariesCommentsAndTextsAreNoRepetitions() throws {
    let store = InMemoryStore()
    let members = """
      <key>a</key><dict><key>a</key><string>&lt;key>a&lt;/key></string></dict><!-- <key>a</key> -->
      <key>b</key><string><![CDATA[<key>a</key>]]></string><key/><string>nameless</string>
      """
    try store.import(xml(members), as: .propertyList)
    #expect(try settings(in: store) == ["a": ["a": "<key>a</key>"], "b": "<key>a</key>", "": "nameless"])
  }

  @Test(
    arguments: [
      ("<integer>1</integer>", 1), ("<integer> -1 </integer>", -1), ("<integer>+1</integer>", 1),
      ("<integer>0xfF</integer>", 255), ("<integer>-0x8000000000000000</integer>", .integer(.min)),
      ("<integer>18446744073709551615</integer>", .unsignedInteger(.max)),
      ("<real>3</real>", 3.0), ("<real>-1e3</real>", -1000.0), ("<real>+infinity</real>", .double(.infinity)),
      ("<real>nan</real>", .double(.nan)),
      ("<true/>", true), ("<true></true>", true), ("<false />", false),
      ("<string/>", ""), ("<string></string>", ""), ("<string xml:space='>'> a\r\n</string>", " a\r\n"),
      ("<string>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F422;&#13;</string>", "<>&\"'A🐢\r"),
      ("<string><![CDATA[<&amp;>]]]]><![CDATA[>]]></string>", "<&amp;>]]>"),
      ("<string>a<!-- </string> -->b</string>", "ab"), ("<integer>1<!-- one --></integer>", 1),
      ("<date>2001-01-01T00:00:01Z</date>", .date(Date(timeIntervalSinceReferenceDate: 1))),
      ("<data>\n\tAP8\n\t=\n</data>", .data(Data([0, 255]))), ("<data/>", .data(Data())),
      ("<array/>", []), ("<array><!-- none --></array>", []),
      ("<array><true/>\n<integer>1</integer></array>", [true, 1]),
      ("<dict/>", [:]), ("<dict></dict >", [:]), ("<dict><key/><true/></dict>", ["": true]),
    ] as [(String, PropertyListValue)]
  )
  func eachElementIsRead(element: String, value: PropertyListValue) throws {
    let store = InMemoryStore()
    try store.import(xml("<key>a</key>\(element)"), as: .propertyList)
    #expect(try settings(in: store) == ["a": value])
  }

  @Test(
    arguments: [
      ("<integer>1.5</integer>", "<integer> has no such number"),
      ("<integer>18446744073709551616</integer>", "<integer> has no such number"),
      ("<integer/>", "<integer> has no such number"), ("<real>1,5</real>", "<real> has no number"),
      ("<date>2001-02-30T00:00:00Z</date>", "<date> has no date"), ("<data>?</data>", "<data> has no Base64"),
      ("<true>1</true>", "<true> has content"), ("<null/>", "<null> is no value of a property list"),
      ("<string>&nbsp;</string>", "an entity is not known"), ("<string>&#xD800;</string>", "an entity is not known"),
      ("<string><b/></string>", "</string> is missing"), ("<string>&amp</string>", "; is missing"),
      ("<array><key>a</key></array>", "<key> is no value of a property list"),
      ("<dict><true/></dict>", "<true> stands where a <key> belongs"),
      ("<dict><key>b</key></dict>", "an element is missing"),
      ("text", "an element is missing"), ("", "<key> is no value of a property list"), ("<true", "a tag is not closed"),
      ("<string a=\">/>", "\" is missing"), ("<!-- ", "--> is missing"),
      ("<array>", "<key> is no value of a property list"),
    ]
  )
  func whatIsNoElementIsRefusedWithItsLine(element: String, reason: String) throws {
    let store = InMemoryStore()
    let error = #expect(throws: DefaultsImportError.self) {
      try store.import(xml("<key>a</key>\(element)<key>b</key><true/>"), as: .propertyList)
    }
    #expect(error?.description == "nothing was imported: line 2 of the property list: \(reason)")
    #expect(store.keys() == [])
  }

  @Test(
    arguments: [
      (
        "<?xml version='1.0' encoding='UTF-16'?><plist><dict/></plist>",
        "line 1 of the property list: it is not in UTF-8"
      ),
      (
        "<!DOCTYPE plist [<!ENTITY a \"aaaa\">]><plist><dict/></plist>",
        "line 1 of the property list: it declares a type of its own"
      ),
      ("<plist>\n<dict/><dict/></plist>", "line 2 of the property list: </plist> is missing"),
      ("<plist><dict/></plist>\n\nmore", "line 3 of the property list: something follows the value"),
      ("<plist/>", "line 1 of the property list: it has no value"),
      ("<plist><array/></plist>", "the property list is no dictionary"),
      (
        "{ a = 1; }",
        "the property list is in the old text form, in which everything is a string; plutil -convert xml1 converts it"
      ),
      ("", "the property list is neither in XML nor in the binary format"),
    ]
  )
  func whatIsNoDocumentIsRefused(document: String, reason: String) throws {
    let error = #expect(throws: DefaultsImportError.self) {
      try InMemoryStore().import(Data(document.utf8), as: .propertyList)
    }
    #expect(error?.description == "nothing was imported: \(reason)")
  }

  @Test func textThatIsNotUTF8IsRefused() throws {
    let data = Data([0xFF, 0xFE]) + Data("<plist/>".utf8)
    let error = #expect(throws: DefaultsImportError.self) { try InMemoryStore().import(data, as: .propertyList) }
    #expect(
      error?.description == "nothing was imported: the property list is neither XML in UTF-8 nor in the binary format"
    )
  }

  @Test func aMarkBeforeTheDocumentIsNoPartOfIt() throws {
    let store = InMemoryStore()
    try store.import(Data("\u{feff}<dict><key>a</key><true/></dict>".utf8), as: .propertyList)
    #expect(try settings(in: store) == ["a": true])
  }

  @Test func oneHundredAndTwentyEightCollectionsNestAndNoMore() throws {
    func nested(_ depth: Int) -> Data {
      xml("<key>a</key>" + String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth))
    }
    let store = InMemoryStore()
    #expect(try store.import(nested(127), as: .propertyList) == ["a"])
    let error = #expect(throws: DefaultsImportError.self) { try store.import(nested(128), as: .propertyList) }
    #expect(
      error?.description == "nothing was imported: line 2 of the property list: more than 128 collections nest"
    )
    // A document of a megabyte must not end the process.
    #expect(throws: DefaultsImportError.self) { try store.import(nested(70_000), as: .propertyList) }
  }

  #if UserDefaults
    /// Everything that is written here, another program reads, and the other way round.
    @Test func foundationReadsWhatIsWrittenAndIsReadItself() throws {
      let values: [String: PropertyListValue] = [
        "a": true, "b": [1, 2.5, .unsignedInteger(.max), 3.0],
        "c": ["<&>\"'\r\n\t": .data(Data(repeating: 7, count: 100))],
        "d": .date(Date(timeIntervalSinceReferenceDate: -86_400)), "e": [[:], [], ""], "f": .double(.infinity),
      ]
      let exported = try InMemoryStore(values).export(as: .propertyList)
      let list = try PropertyListSerialization.propertyList(from: exported, format: nil)
      #expect(try PropertyListValue(propertyList: list) == .dictionary(values))
      let written = try PropertyListSerialization.data(
        fromPropertyList: PropertyListValue.dictionary(values).propertyList,
        format: .xml,
        options: 0
      )
      let store = InMemoryStore()
      try store.import(written, as: .propertyList)
      #expect(try settings(in: store) == values)
    }
  #endif
}
