import NamespacedDefaults
import NamespacedDefaultsFoundation

extension StoreBattery {
  static func checkKinds(_ store: any DefaultsStore, _ expect: Expectations) throws {
    let values: [String: PropertyListValue] = [
      "true": .bool(true), "false": .bool(false),
      "zero": .integer(0), "least": .integer(.min), "greatest": .integer(.max), "unsigned": .unsignedInteger(.max),
      "double": .double(0.1), "whole": .double(3), "tiny": .double(.leastNonzeroMagnitude),
      "infinity": .double(.infinity), "nan": .double(.nan),
      "text": .string("żółw 🐢 <&>\"'\n"), "emptyText": .string(""),
      "date": .date(Date(timeIntervalSince1970: 1_700_000_000)),
      "before1970": .date(Date(timeIntervalSince1970: -86_400)),
      "data": .data(Data([0, 255, 10])), "emptyData": .data(Data()),
      "array": .array([.integer(1), .bool(true), .double(1), .string("1"), .array([])]), "emptyArray": .array([]),
      "dictionary": .dictionary(["a": .dictionary(["b.c": .integer(1)]), "": .data(Data([1]))]),
      "emptyDictionary": .dictionary([:]),
    ]
    for (name, value) in values {
      try store.set(value, forKey: name)
    }
    for (name, value) in values {
      expect(try store.value(forKey: name), equals: value, "\(name)")
    }
  }

  static func checkOddKeys(_ store: any DefaultsStore, _ expect: Expectations) throws {
    let names = [
      "", " ", ".", "..", "a.b", "a..b.", "/", "../../escape", "~", "a\nb", "a\tb", "\u{0}", "a\u{0}b", "\u{1}",
      "\u{7f}",
      "\"", "'", "<key>", "&amp;", "]]>", "%s%n", "-flag", "--", "@", "#", "żółw", "🐢", "👩‍👩‍👧", "\u{feff}", "\u{202e}abc",
      "\u{fffd}", "\u{ffff}", "\u{10ffff}", String(repeating: "k", count: 10_000),
    ]
    try store.set(.string("neighbour"), forKey: "neighbour")
    var accepted: Set<String> = ["neighbour"]
    for (index, name) in names.enumerated() {
      // A store may refuse a name that it cannot hold.
      guard (try? store.set(.integer(Int64(index)), forKey: name)) != nil else { continue }
      accepted.insert(name)
    }
    for (index, name) in names.enumerated() where accepted.contains(name) {
      expect(try store.value(forKey: name), equals: .integer(Int64(index)), "\(name.debugDescription)")
    }
    expect(try store.value(forKey: "neighbour"), equals: .string("neighbour"))
    expect(try Set(store.keys()), equals: accepted)
  }

  static func checkLargeValues(_ store: any DefaultsStore, _ expect: Expectations) throws {
    let text = PropertyListValue.string(String(repeating: "lorem ipsum ", count: 100_000))
    let data = PropertyListValue.data(Data(repeating: 0xA5, count: 5 << 18))
    let array = PropertyListValue.array((0..<5_000).map { .integer($0) })
    do {
      try store.set(["text": text, "data": data, "array": array])
    } catch let error as DefaultsError where error.code == .exceededQuota {
      expect(try store.keys(), equals: [], "what is over the quota is refused as a whole")
      return
    }
    expect(try store.value(forKey: "text"), equals: text)
    expect(try store.value(forKey: "data"), equals: data)
    expect(try store.value(forKey: "array"), equals: array)
  }

  static func checkLastWrite(_ store: any DefaultsStore, _ expect: Expectations) throws {
    for number in 0..<100 {
      try store.set(.integer(Int64(number)), forKey: "a")
      try store.set(number.isMultiple(of: 2) ? .string("\(number)") : .bool(true), forKey: "b")
    }
    expect(try store.value(forKey: "a"), equals: .integer(99))
    expect(try store.value(forKey: "b"), equals: .bool(true))
  }

  static func checkRemoval(_ store: any DefaultsStore, _ expect: Expectations) throws {
    try store.set(["a": .integer(1), "a.b": .integer(2)])
    try store.set(nil, forKey: "a")
    try store.set(nil, forKey: "never stored")
    expect(try store.value(forKey: "a"), equals: nil)
    expect(try store.value(forKey: "a.b"), equals: .integer(2))
  }

  static func checkKeys(_ store: any DefaultsStore, _ expect: Expectations) throws {
    expect(try store.keys(), equals: [])
    try store.set(["a": .integer(1), "b": .integer(2), "c": .integer(3)])
    try store.set(.integer(4), forKey: "a")
    try store.set(nil, forKey: "b")
    expect(try store.keys().sorted(), equals: ["a", "c"])
  }

  static func checkRemoveAll(_ store: any DefaultsStore, _ expect: Expectations) throws {
    try store.set(["Account.a": .integer(1), "Account.b": .integer(2), "AccountHistory.a": .integer(3)])
    try store.removeAll { $0.hasPrefix("Account.") }
    expect(try store.keys(), equals: ["AccountHistory.a"])
  }

  static func checkSynchronizing(_ store: any DefaultsStore, _ expect: Expectations) throws {
    try store.synchronize()
    try store.set(.integer(1), forKey: "a")
    try store.synchronize()
    try store.synchronize()
    expect(try store.value(forKey: "a"), equals: .integer(1))
  }
}
