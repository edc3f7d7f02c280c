import Foundation
import NamespacedDefaultsTesting
import Testing

@testable import NamespacedDefaults

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

  @Test func aWholeDoubleStaysADouble() throws {
    Defaults["a"] = 3.0
    Defaults["a"] += 1
    #expect(try Defaults.store.value(forKey: "a") == .double(4))
    Defaults["a"] -= 1
    #expect(try Defaults.store.value(forKey: "a") == .double(3))
    Defaults["a"]++
    #expect(try Defaults.store.value(forKey: "a") == .double(4))
    Defaults["b"] = 3
    Defaults["b"] += 1.0
    #expect(try Defaults.store.value(forKey: "b") == .double(4))
    Defaults["b"] -= 1.0
    #expect(try Defaults.store.value(forKey: "b") == .double(3))
  }

  /// The operators, and what each makes of 10 and of "10".
  static let operators: [(name: String, change: @Sendable () -> Void, number: PropertyListValue)] = [
    ("+= 1", { Defaults["x"] += 1 }, 11), ("-= 1", { Defaults["x"] -= 1 }, 9), ("++", { Defaults["x"]++ }, 11),
    ("+= 0.5", { Defaults["x"] += 0.5 }, 10.5), ("-= 0.5", { Defaults["x"] -= 0.5 }, 9.5),
    ("+= text", { Defaults["x"] += "!" }, "10!"),
  ]

  @Test(arguments: operators.indices)
  func anOperatorBeginsWithWhatIsStoredAndNotWithALaunchArgument(_ index: Int) throws {
    let arguments = LaunchArguments(["-x", "500"])
    let (_, change, result) = Self.operators[index]
    try Defaults.store.set(10, forKey: "x")
    TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) {
      #expect(Defaults["x"].int == 500)
      change()
    }
    #expect(try Defaults.store.value(forKey: "x") == result)
  }

  @Test(arguments: operators.indices)
  func anOperatorBeginsWithWhatIsRegistered(_ index: Int) throws {
    let (_, change, result) = Self.operators[index]
    Defaults.register(["x": 10])
    change()
    #expect(try Defaults.store.value(forKey: "x") == result)
  }

  @Test func conditionalAssignmentLooksAtWhatIsStoredOnly() throws {
    let arguments = LaunchArguments(["-x", "500"])
    Defaults.register(["x": 10])
    TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) { Defaults["x"] ?= 1 }
    #expect(try Defaults.store.value(forKey: "x") == 1)
  }

  @Test func incrementsFromEightThreadsAreCounted() {
    let adapter = DefaultsAdapter(store: Defaults.store)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<200 { adapter["count"]++ }
    }
    #expect(Defaults["count"].int == 1_600)
  }
}
