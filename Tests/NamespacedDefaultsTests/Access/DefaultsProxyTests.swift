import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Testing

@Suite(.isolatedDefaults)
struct DefaultsProxyTests {
  @Test func anAssignedValueIsReadByItsType() {
    Defaults["string"] = "red"
    Defaults["int"] = 3
    Defaults["double"] = 2.5
    Defaults["bool"] = true
    Defaults["array"] = [1, 2]
    Defaults["dictionary"] = ["a": 1]
    Defaults["data"] = Data([1])
    Defaults["date"] = Date(timeIntervalSince1970: 0)
    Defaults["url"] = URL(string: "https://a.b")
    #expect(Defaults["string"].string == "red")
    #expect(Defaults["int"].int == 3)
    #expect(Defaults["double"].double == 2.5)
    #expect(Defaults["bool"].bool == true)
    #expect(Defaults["array"].array == [1, 2])
    #expect(Defaults["dictionary"].dictionary == ["a": 1])
    #expect(Defaults["data"].data == Data([1]))
    #expect(Defaults["date"].date == Date(timeIntervalSince1970: 0))
    #expect(Defaults["url"].url == URL(string: "https://a.b"))
  }

  @Test func anythingSerializableIsAssignable() throws {
    Defaults["theme"] = Appearance.dark
    Defaults["frog"] = Newt(name: "Kermit")
    let none: String? = nil
    Defaults["theme2"] = none
    #expect(try Defaults.store.value(forKey: "theme") == "dark")
    #expect(try Defaults.store.value(forKey: "frog") == .data(Data(#"{"name":"Kermit"}"#.utf8)))
    #expect(try Defaults.store.keys().sorted() == ["frog", "theme"])
  }

  @Test func whatIsMissingIsNilOrTheValueForms() {
    #expect(Defaults["x"].string == nil)
    #expect(Defaults["x"].int == nil)
    #expect(Defaults["x"].stringValue == "")
    #expect(Defaults["x"].intValue == 0)
    #expect(Defaults["x"].doubleValue == 0)
    #expect(Defaults["x"].boolValue == false)
    #expect(Defaults["x"].arrayValue == [])
    #expect(Defaults["x"].dictionaryValue == [:])
    #expect(Defaults["x"].dataValue == Data())
  }

  @Test func aWrongTypeIsNilAndReported() {
    Defaults["color"] = "red"
    let problems = problems { #expect(Defaults["color"].int == nil) }
    #expect(problems.map(\.kind) == [.undecodableValue])
    #expect(Defaults["color"].string == "red")
  }

  @Test func nilRemoves() {
    Defaults["color"] = "red"
    #expect(Defaults["color"].exists)
    Defaults["color"] = nil
    #expect(!Defaults["color"].exists)
    Defaults["color"] = "red"
    Defaults["color"].remove()
    #expect(!Defaults["color"].exists)
  }

  @Test func conditionalAssignmentKeepsWhatIsThere() {
    Defaults["color"] ?= "red"
    Defaults["color"] ?= "blue"
    #expect(Defaults["color"].string == "red")
  }

  @Test func aDoubleStaysADouble() throws {
    Defaults["total"] = 3.14
    Defaults["total"] += 10
    #expect(try Defaults.store.value(forKey: "total") == .double(13.14))
    Defaults["total"] -= 0.5
    Defaults["total"]++
    #expect(try Defaults.store.value(forKey: "total") == .double(13.64))
  }

  @Test func anIntegerStaysAnIntegerUntilADoubleIsAdded() throws {
    Defaults["count"]++
    Defaults["count"] += 10
    Defaults["count"] -= 4
    #expect(try Defaults.store.value(forKey: "count") == 7)
    Defaults["count"] += 0.5
    #expect(try Defaults.store.value(forKey: "count") == 7.5)
  }

  @Test func stringsAreAppended() {
    Defaults["line"] += "a"
    Defaults["line"] += "b"
    #expect(Defaults["line"].string == "ab")
  }

  @Test func anOverflowIsReportedAndNothingWritten() throws {
    Defaults["count"] = Int.max
    let problems = problems {
      Defaults["count"]++
      Defaults["count"] -= Int.min
    }
    #expect(problems.map(\.kind) == [.unencodableValue], "both for one reason")
    #expect(Defaults["count"].int == .max)
  }

  @Test func addingToWhatIsNoNumberIsReportedAndNothingWritten() {
    Defaults["color"] = "red"
    let problems = problems { Defaults["color"] += 1 }
    #expect(problems.map(\.kind) == [.undecodableValue])
    #expect(Defaults["color"].string == "red")
  }

  @Test func incrementsFromEightThreadsAreCounted() {
    let adapter = DefaultsAdapter(store: Defaults.store)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<200 { adapter["count"]++ }
    }
    #expect(Defaults["count"].int == 1_600)
  }
}
