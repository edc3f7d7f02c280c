#if UserDefaults
  // A process of its own for the tests of `UserDefaultsStore`: `write` or `read`, and the name of a suite.
  import Foundation
  import NamespacedDefaults

  /// A notification that is posted by a line on standard output.
  struct PrintingNotification: SuiteNotification {
    func post() -> Bool {
      FileHandle.standardOutput.write(Data("post\n".utf8))
      return false
    }

    func start(onPost: @escaping @Sendable () -> Void) {}
    func observe(_ name: String) {}
    func stop() {}
  }

  let store = try UserDefaultsStore(suiteName: CommandLine.arguments[2])
  switch CommandLine.arguments[1] {
  case "write":
    let values: [String: PropertyListValue] = [
      "bool": true, "integer": 1, "least": .integer(.min), "greatest": .unsignedInteger(.max), "whole": 3.0,
      "tenth": 0.1, "float": .double(Double(Float(0.1))), "nan": .double(.nan), "infinity": .double(-.infinity),
      "date": .date(Date(timeIntervalSinceReferenceDate: 0.75)), "data": .data(Data([0, 255])),
      "empty data": .data(Data()),
      "text": "a\0\u{1}\u{FFFF}\r\n<&>😀", "empty text": "", "array": [1, true, 2.5, ["x"], [:]], "empty array": [],
      "dictionary": ["": ["CF$UID": "x"], "a.b": 0], "empty dictionary": [:], "": "nameless", "a\0b\n<é>": "odd",
    ]
    for (name, value) in values { try store.set(value, forKey: name) }
    try store.set("gone", forKey: "removed")
    try store.set(nil, forKey: "removed")
    _exit(0)
  case "read":
    for name in try store.keys().sorted() {
      print(name.debugDescription, try store.value(forKey: name)?.description ?? "nil")
    }
  case "refresh":
    let observation = store.observe("key") { print($0.newValue?.description ?? "nil") }
    try store.set("old", forKey: "key")
    let other = try Process.run(URL(filePath: "/proc/self/exe"), arguments: ["replace", CommandLine.arguments[2]])
    other.waitUntilExit()
    store.refresh()
    observation.cancel()
  case "replace": try store.set("new", forKey: "key")
  case "list":
    // Nobody synchronizes the program's own settings.
    UserDefaults.standard.set(5, forKey: "count")
    print(try UserDefaultsStore.standard.keys())
  case "post":
    guard let posting = UserDefaultsStore(suiteName: CommandLine.arguments[2], notification: PrintingNotification())
    else { break }
    try posting.set(1, forKey: "Account.count")
    try posting.set(2, forKey: "Account.count")
  case "refuse":
    // Shown, and refused before it can harm: what the file cannot hold.
    try store.set("kept", forKey: "key")
    var nested: PropertyListValue = 1
    for _ in 0..<129 { nested = [nested] }
    let refused: [PropertyListValue] = [
      .date(Date(timeIntervalSinceReferenceDate: .nan)), [.date(Date(timeIntervalSinceReferenceDate: .infinity))],
      ["CF$UID": 1], ["a": [["CF$UID": 1.5]]], nested, ["\u{feff}a": 1], ["a": [["\u{feff}": 1]]], "\u{feff}a",
    ]
    for value in refused {
      do {
        try store.set(value, forKey: "key")
        print("stored \(value)")
      } catch let error as DefaultsError where error.code == .unencodableValue {
      }
    }
  case "fail":
    try store.set("old", forKey: "a")
    // A directory in the file's place: not even a privileged user can write it.
    let file = URL(filePath: ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "")
      .appending(path: CommandLine.arguments[2] + ".plist")
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    func show() throws {
      for name in try store.keys().sorted() { print(name, try store.value(forKey: name)?.description ?? "nil") }
    }
    do {
      try store.set(["a": "new", "b": 1])
    } catch let error as DefaultsError where error.code == .failedSystemCall {
      print("refused to \(error.operation ?? "")")
    }
    try show()
    do { try store.set(nil, forKey: "a") } catch { print("refused") }
    try show()
    try FileManager.default.removeItem(at: file)
    try store.set(2, forKey: "b")
    try show()
  default: break
  }
#endif
