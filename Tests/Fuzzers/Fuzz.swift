// Compiled together with the library's sources, in one module; see README.md.

import Foundation

/// A kind of input that anyone may make, and the code that reads it.
private enum Target: String {
  /// A property list that is imported: binary, XML or the old text form.
  case propertyList = "property-list"
  /// JSON that is imported.
  case json
  /// A stored value, in the bytes of a record, read by keys of every type.
  case value
  /// Data that a key reads as an archived object or URL.
  case archive
  /// A launch argument: text, JSON or a property list.
  case argument
  /// A stored string.
  case text
  /// The file of a `JSONStore`, which is read and edited.
  case jsonFile = "json-file"
  /// The file of a `FileStore`, made with right checksums, which is read, written and read again.
  case log

  static let current = ProcessInfo.processInfo.environment["FUZZ_TARGET"].flatMap(Target.init) ?? .propertyList
}

/// Writes the seeds of the target into the directory that `FUZZ_SEEDS` names; libFuzzer calls this first.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
  guard let directory = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
  for (index, seed) in seeds(of: .current).enumerated() {
    FileManager.default.createFile(atPath: "\(directory)/made-\(index)", contents: seed)
  }
  return 0
}

/// Reads one input; libFuzzer calls this with each.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let data = Data(bytes: start, count: count)
  switch Target.current {
  case .propertyList: importAll(data, as: .propertyList)
  case .json: importAll(data, as: .json)
  case .value:
    data.withUnsafeBytes {
      var reader = ValueReader($0)
      if let value = reader.value() { readAsEveryType(value) }
    }
  case .archive:
    read(Pond.self, .data(data))
    read(URL.self, .data(data))
    _ = try? DefaultsBridge<Pond>.keyedArchive(containing: [Frog.self]).decode(.data(data))
  case .argument: readArgument(String(decoding: data, as: UTF8.self))
  case .jsonFile: edit(Array(data))
  case .log: readAndWriteLog(data)
  case .text:
    let text = String(decoding: data, as: UTF8.self)
    readAsEveryType(.string(text))
    _ = text.printable
    _ = LaunchArguments(text.split(separator: " ").map(String.init))
  }
  return 0
}

/// Imports the data where that can be done, and expects that an export of them comes back.
private func importAll(_ data: Data, as format: DefaultsExportFormat) {
  let store = InMemoryStore()
  do {
    let names = try store.import(data, as: format)
    for name in names { readAsEveryType(try store.value(forKey: name) ?? 0) }
    let copy = InMemoryStore()
    guard let export = try? store.export(as: .json) else { return }
    try copy.import(export, as: .json)
    precondition(copy.keys().sorted() == store.keys().sorted(), "an export has other names")
  } catch {
    _ = "\(error)"
  }
}

/// Edits a file, and expects that nothing else changes.
private func edit(_ bytes: [UInt8]) {
  let contents: JSONContents
  do {
    contents = try JSONContents(bytes)
  } catch {
    _ = error.place(in: bytes)
    return
  }
  for value in contents.values.values { readAsEveryType(value) }
  let new: [PropertyListValue?] = [
    nil, 1, "2001-01-01T00:00:00Z", ["a": [1, "b"], "$data": 1], .data(Data("{\"c\":1}".utf8)),
  ]
  for name in contents.values.keys.sorted().prefix(4) + ["", "new", "new.a", "a.b.c"] {
    for value in new where value != nil || contents.values[name] != nil {
      edit(contents, name, value)
    }
  }
  let removals = contents.values.keys.map { DefaultsChange(key: $0, oldValue: contents.values[$0], newValue: nil) }
  let empty = apply(removals, to: contents)
  precondition(empty.values.isEmpty, "not all is removed")
}

private func edit(_ contents: JSONContents, _ name: String, _ value: PropertyListValue?) {
  let edited = apply([DefaultsChange(key: name, oldValue: contents.value(forKey: name), newValue: value)], to: contents)
  if let value { precondition(edited.value(forKey: name) == value.asInText, "another value is read") }
  // What is found below an object is not in the list, and a change of it is one of the object.
  let member = contents.member(named: name)
  guard contents.values[name] != nil || member == nil else { return }
  for (other, value) in contents.values where other != name && !name.hasPrefix(other + ".") {
    precondition(edited.values[other] == value, "another value has changed")
  }
  precondition(edited.values.count <= contents.values.count + 1, "there are other values")
  guard value == 1, let member, ![.object, .array, .null].contains(contents.text[member].kind),
    contents.text.value(of: member) != 1
  else { return }
  let range = contents.text[member].range
  let expected = contents.bytes[..<range.lowerBound] + [UInt8(ascii: "1")] + contents.bytes[range.upperBound...]
  precondition(edited.bytes == Array(expected), "the text of something else has changed")
}

private func apply(_ changes: [DefaultsChange], to contents: JSONContents) -> JSONContents {
  guard let edited = try? JSONEditor.contents(contents, applying: changes) else {
    preconditionFailure("the edited text cannot be read")
  }
  return edited
}

/// Reads an argument in all its forms, and expects that Foundation takes for JSON what the library does.
private func readArgument(_ text: String) {
  for form in storedForms(ofArgument: text) {
    precondition(depth(of: form) <= 128, "an argument nests too deep")
    readAsEveryType(form)
  }
  let json = Data(text.utf8)
  guard (try? JSONReader.value(of: json)) != nil else { return }
  let isJSON = (try? JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)) != nil
  precondition(isJSON, "text is read as JSON that is not JSON")
}

private func depth(of value: PropertyListValue) -> Int {
  switch value {
  case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
  case .dictionary(let members): 1 + (members.values.map(depth).max() ?? 0)
  default: 0
  }
}

private func read<Value: DefaultsSerializable>(_ type: Value.Type, _ stored: PropertyListValue) {
  guard let value = try? decodeStored(type, from: stored) else { return }
  _ = try? value.propertyListValue()
}

private func readAsEveryType(_ stored: PropertyListValue) {
  _ = "\(stored)"
  read(Bool.self, stored)
  read(Int.self, stored)
  read(UInt8.self, stored)
  read(Float.self, stored)
  read(Double.self, stored)
  read(String.self, stored)
  read(Data.self, stored)
  read(Date.self, stored)
  read(URL.self, stored)
  read(UUID.self, stored)
  read(Decimal.self, stored)
  read(Duration.self, stored)
  read(Range<Int>.self, stored)
  read([Int].self, stored)
  read(Set<String>.self, stored)
  read([String: Double].self, stored)
  read([Theme: [Profile]].self, stored)
  read(Profile.self, stored)
  read([URL?].self, stored)
  read(Frog.self, stored)
  read(PropertyListValue.self, stored)
}

private func seeds(of target: Target) -> [Data] {
  let values: [PropertyListValue] = [
    true, 1, .unsignedInteger(.max), 0.5, "text", "{\"name\":\"Ann\",\"age\":1}", ["a", 1], ["a": [1, 2.5]],
    .date(Date(timeIntervalSinceReferenceDate: 1)), .data(Data("{\"name\":\"Ann\"}".utf8)), "https://a.example/b?c=d",
    "7B1B3F5A-0F0E-4C55-8E8C-0B0B0B0B0B0B", "1e5", "-0.1",
  ]
  switch target {
  case .propertyList:
    let list = values.map(\.propertyList)
    return [PropertyListSerialization.PropertyListFormat.binary, .xml].compactMap {
      try? PropertyListSerialization.data(fromPropertyList: ["a": list], format: $0, options: 0)
    }
  case .json: return [(try? InMemoryStore(["a": .array(values)]).export(as: .json)) ?? Data()]
  case .value:
    return values.map { value in
      var bytes = ByteBuffer()
      _ = ValueFormat.append(value, to: &bytes)
      return Data(bytes.array)
    }
  case .archive:
    let content: NSArray = [
      "text", 1.5, NSDate(timeIntervalSinceReferenceDate: 1), NSData(data: Data([1])), NSMutableString(string: "b"),
      NSUUID(), NSSet(array: ["a"]), NSNull(), Frog("Bo"), NSURL(string: "c")!, NSDictionary(dictionary: ["a": 1]),
    ]
    let url = NSURL(string: "c", relativeTo: URL(string: "https://a.example"))!
    return [(try? archive(Pond(content))) ?? Data(), (try? archive(url)) ?? Data()]
  case .argument:
    let starts = ["[", "(", "{\"a\":", "{a=", "<array>", "<dict><key>a</key>"]
    let texts =
      starts.map { String(repeating: $0, count: 8_000) } + values.map { "\($0)" } + [
        "2026-01-31T15:04:05.5+02:00", "<0fbd 77>", "(a, \"b\\U00e9\", 'c', <00>)", "{ a = 1; \"b c\" = ({}); }",
        #"{"a":[1,-0.5e3,true,"\ud83d\udc22\n"],"b":{}}"#,
        "<plist><dict><key>a</key><integer>1</integer><key>b</key><data>AA==</data></dict></plist>",
      ]
    return texts.map { Data($0.utf8) }
  case .text: return values.map { Data("\($0)".utf8) }
  case .jsonFile:
    let texts = [
      "{\n  // a comment\n  \"a\": 1, /* one */\n  \"b\": {\"c\": [1, -0.5e3, true, null], \"d.e\": {\"f\": \"x\"}},\n}\n",
      "\u{feff}{a: 'b', \"c\": {\"$value\": 1, \"d\": {\"$data\": \"AA==\"}}, \"2001-01-01T00:00:00Z\": 0x1F}",
      "{\r\n\t\"a\":{\"\\u0024value\":\"2001-01-01T00:00:00Z\"},\r\n\t\"a.b\":{\"$double\":\"inf\"} // end\r\n}", "",
    ]
    return texts.map { Data($0.utf8) }
  case .log:
    // Some records in batches and an unreadable one, each with other pointers; see `LogInput`.
    let pieces: [UInt8] = [
      0, 0, 0, 0x80, 1, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0x43, 0, 5, 0, 9, 1, 2, 3, 0x20, 2, 4, 1, 120, 6, 3, 3, 1, 0, 7, 4,
      0,
    ]
    let pointers: [[UInt8]] = [[0, 0, 0, 1], [0, 1, 3, 1], [1, 2, 0, 0], [3, 0, 0, 2], [16, 3, 2, 3]]
    return pointers.enumerated().map { index, pointers in
      Data([1, UInt8(index * 5)] + pointers + [1]) + Data(count: 23) + Data([1, 0, 0, 0, 17, 1, 3, 0, 1] + pieces)
    }
  }
}

struct Profile: Codable, DefaultsSerializable {
  var name: String
  var age: Int?
}

enum Theme: String, DefaultsSerializable { case light, dark }

// `@unchecked Sendable`: nothing in it changes.
final class Frog: NSObject, NSSecureCoding, @unchecked Sendable, DefaultsSerializable {
  let name: String
  init(_ name: String) { self.name = name }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = String(describing: name)
  }
}

// `@unchecked Sendable`: nothing in it changes.
final class Pond: NSObject, NSSecureCoding, @unchecked Sendable, DefaultsSerializable {
  let content: NSArray
  init(_ content: NSArray) { self.content = content }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { coder.encode(content, forKey: "content") }

  init?(coder: NSCoder) {
    guard let content = coder.decodeObject(of: [NSArray.self, Frog.self], forKey: "content") as? NSArray else {
      return nil
    }
    self.content = content
  }
}

/// A class that no key names: an archive must not create one.
final class Newt: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) {}
  init?(coder: NSCoder) { preconditionFailure("an archive has created an object of a class that no key names") }
}

extension JSONContents {
  /// The values of the names that are listed.
  fileprivate var values: [String: PropertyListValue] {
    members.reduce(into: [:]) { values, member in values[text.storedName(of: member)] = text.value(of: member) }
  }
}
