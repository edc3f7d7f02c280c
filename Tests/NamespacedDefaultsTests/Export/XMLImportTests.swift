import Foundation
import NamespacedDefaults
import Testing

/// What an import of an XML property list refuses, though a reader would take it.
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
}
