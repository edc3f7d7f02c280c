#if UserDefaults
  import Foundation
  import NamespacedDefaults
  import Testing

  @Suite struct PropertyListTests {
    @Test func numberObjectsKeepTheirKind() throws {
      #expect(try PropertyListValue(propertyList: NSNumber(value: true)) == .bool(true))
      #expect(try PropertyListValue(propertyList: NSNumber(value: false)) == .bool(false))
      #expect(try PropertyListValue(propertyList: NSNumber(value: 1)) == .integer(1))
      #expect(try PropertyListValue(propertyList: NSNumber(value: Int8(1))) == .integer(1))
      #expect(try PropertyListValue(propertyList: NSNumber(value: UInt8(255))) == .integer(255))
      #expect(try PropertyListValue(propertyList: NSNumber(value: Int64.min)) == .integer(.min))
      #expect(try PropertyListValue(propertyList: NSNumber(value: UInt64(7))) == .integer(7))
      #expect(try PropertyListValue(propertyList: NSNumber(value: UInt64.max)) == .unsignedInteger(.max))
      #expect(try PropertyListValue(propertyList: NSNumber(value: 1.0)) == .double(1))
      #expect(try PropertyListValue(propertyList: NSNumber(value: Float(0.5))) == .double(0.5))
      #expect(try PropertyListValue(propertyList: NSNumber(value: Double.nan)) == .double(.nan))
    }

    @Test func swiftValues() throws {
      #expect(try PropertyListValue(propertyList: true) == .bool(true))
      #expect(try PropertyListValue(propertyList: 1) == .integer(1))
      #expect(try PropertyListValue(propertyList: UInt16(1)) == .integer(1))
      #expect(try PropertyListValue(propertyList: UInt64.max) == .unsignedInteger(.max))
      #expect(try PropertyListValue(propertyList: 1.0) == .double(1))
      #expect(try PropertyListValue(propertyList: Float(0.1)) == .double(0.10000000149011612))
      #expect(try PropertyListValue(propertyList: "x") == "x")
      #expect(try PropertyListValue(propertyList: someDate) == .date(someDate))
      #expect(try PropertyListValue(propertyList: Data([1])) == .data(Data([1])))
      #expect(try PropertyListValue(propertyList: [1, "x", true] as [Any]) == [1, "x", true])
      #expect(try PropertyListValue(propertyList: ["a": [1.5]]) == ["a": [1.5]])
    }

    @Test func foundationObjects() throws {
      #expect(try PropertyListValue(propertyList: NSString("x")) == "x")
      #expect(try PropertyListValue(propertyList: NSData(data: Data([1]))) == .data(Data([1])))
      #expect(try PropertyListValue(propertyList: NSDate(timeIntervalSinceReferenceDate: 7e8)) == .date(someDate))
      #expect(try PropertyListValue(propertyList: NSArray(array: [NSNumber(value: true), 1])) == [true, 1])
      #expect(try PropertyListValue(propertyList: NSDictionary(dictionary: ["a": NSNumber(value: 1.0)])) == ["a": 1.0])
    }

    @Test func wrappedInOptionals() throws {
      #expect(try PropertyListValue(propertyList: [1, true] as [Any?]) == [1, true])
      #expect(try PropertyListValue(propertyList: ["a": ["b"] as [Any?]] as [AnyHashable: Any?]) == ["a": ["b"]])
      #expect(try PropertyListValue(propertyList: Optional<Any>.some(7) as Any) == 7)
    }

    @Test func anythingElseIsAnError() throws {
      let url = try #require(URL(string: "https://a.b"))
      for object in [url, NSURL(string: "a:b") as Any, NSNull(), NSObject(), Optional<Int>.none as Any, [1: 2]] {
        #expect(throws: DefaultsError.self) { try PropertyListValue(propertyList: object) }
        #expect(throws: DefaultsError.self) { try PropertyListValue(propertyList: [1, object] as [Any]) }
        #expect(throws: DefaultsError.self) { try PropertyListValue(propertyList: ["a": object]) }
      }
    }

    @Test func nestingHasALimit() throws {
      var list: Any = 1
      for _ in 0..<128 { list = [list] }
      #expect(throws: Never.self) { try PropertyListValue(propertyList: list) }
      #expect(throws: DefaultsError.self) { try PropertyListValue(propertyList: [list]) }
      #expect(throws: DefaultsError.self) { try PropertyListValue(propertyList: ["a": list]) }
    }

    @Test func thereAndBack() throws {
      for value in everyKind {
        #expect(try PropertyListValue(propertyList: value.propertyList) == value)
      }
      let all: PropertyListValue = ["a": .array(everyKind)]
      #expect(try PropertyListValue(propertyList: all.propertyList) == all)
    }

    @Test func foundationWritesWhatItIsGiven() throws {
      let xml = try PropertyListSerialization.data(
        fromPropertyList: (["b": true, "i": 1, "d": 1.5, "a": []] as PropertyListValue).propertyList,
        format: .xml,
        options: 0
      )
      let read = try PropertyListSerialization.propertyList(from: xml, format: nil)
      #expect(try PropertyListValue(propertyList: read) == ["b": true, "i": 1, "d": 1.5, "a": []])
    }
  }
#endif
