import Foundation
import NamespacedDefaultsLayers
import TestSupport
import Testing

@testable import NamespacedDefaults

/// Errors and problems say where a value stands that cannot be read.
struct PlaceTests {
  private enum Level: String, CaseIterable, DefaultsSerializable { case debug, info, warning }

  private func key(in store: any DefaultsStore, previousName: String? = nil) -> DefaultsKey<Level> {
    let key = DefaultsKey<Level>("log.level", defaultValue: .info, store: store)
    return previousName.map(key.renamed(from:)) ?? key
  }

  private let expected = #"takes debug, info or warning, found "loud""#

  /// The error and the problem of a value that cannot be read.
  private func messages(of key: DefaultsKey<Level>) -> (error: String, problem: String) {
    let problems = Lockbox<[DefaultsProblem]>([])
    Defaults.withProblemHandler { problem in
      problems.change { $0.append(problem) }
    } operation: {
      #expect(key.value == .info)
    }
    let error = #expect(throws: DefaultsError.self) { try key.read() }
    #expect(error?.code == .typeMismatch)
    return (error?.message ?? "", problems.value.map(\.description).joined(separator: "\n"))
  }

  @Test(
    arguments: [
      ("{\n  // more or less\n  \"log\": {\"level\": \"loud\"}\n}\n", 3, 20), (#"{"log.level": "loud"}"#, 1, 15),
      ("{\"log\":\n{\"é\": 1, \"level\" :\n\n 'loud'}}", 4, 2),
    ] as [(String, Int, Int)]
  )
  func aFileIsToldWithLineAndColumn(text: String, line: Int, column: Int) throws {
    let directory = try JSONDirectory()
    try directory.write(text)
    let messages = messages(of: key(in: try directory.store()))
    let place = "\(directory.file):\(line):\(column)"
    #expect(messages.error == "\(place): log.level \(expected)")
    let consequence = "the default is used, the stored value stays, in \(place)"
    #expect(messages.problem == "undecodableValue for \"log.level\": \(expected); \(consequence)")
  }

  @Test func aVariableIsToldByItsName() {
    let store = EnvironmentStore(prefix: "TOOL", environment: ["TOOL_LOG_LEVEL": "loud"])
    let messages = messages(of: key(in: store))
    #expect(messages.error == "TOOL_LOG_LEVEL: log.level \(expected)")
    let consequence = "the default is used, in TOOL_LOG_LEVEL"
    #expect(messages.problem == "undecodableValue for \"log.level\": \(expected); \(consequence)")
  }

  @Test func anArgumentIsToldByItsName() {
    let arguments = LaunchArguments(["-log.level", "loud"])
    TaskOverrides.$current.withValue(.changed { $0.arguments = arguments }) {
      let messages = messages(of: key(in: InMemoryStore()))
      #expect(messages.error == "-log.level: log.level \(expected)")
      #expect(messages.problem == "malformedArgument for \"log.level\": \(expected); the argument is ignored")
    }
  }

  /// The layer whose value shows, whatever others have.
  @Test(arguments: 0...2) func ofLayersTheOneIsToldWhoseValueShows(bad: Int) throws {
    let (person, machine) = (try JSONDirectory(), try JSONDirectory())
    let texts = (0...2).map { $0 < bad ? nil : $0 == bad ? "loud" : "info" }
    if let text = texts[1] { try person.write("{\"log\": {\"level\": \"\(text)\"}}") }
    if let text = texts[2] { try machine.write("{\n\"log.level\": \"\(text)\"\n}") }
    let variables = texts[0].map { ["TOOL_LOG_LEVEL": $0] } ?? [:]
    let store = LayeredStore([
      EnvironmentStore(prefix: "TOOL", environment: variables), try person.store(), try machine.store(),
    ])
    let places = ["TOOL_LOG_LEVEL", "\(person.file):1:19", "\(machine.file):2:14"]
    #expect(messages(of: key(in: store)).error == "\(places[bad]): log.level \(expected)")
  }

  @Test func aFileStoreIsToldByItsPath() throws {
    let directory = try JSONDirectory()
    let store = try FileStore(path: directory.path + "/tool.defaults")
    try store.set("loud", forKey: "log.level")
    for store in [store as any DefaultsStore, LayeredStore([InMemoryStore(), store])] {
      #expect(messages(of: key(in: store)).error == "\(directory.path)/tool.defaults: log.level \(expected)")
    }
  }

  @Test(arguments: [(#"{"level": "loud"}"#, 11), (#"{"level": {"$value": "loud", "x": 1}}"#, 22)])
  func aPreviousNameIsLookedForToo(text: String, column: Int) throws {
    let directory = try JSONDirectory()
    try directory.write(text)
    let key = key(in: try directory.store()).renamed(from: "level")
    #expect(messages(of: key).error == "\(directory.file):1:\(column): log.level \(expected)")
  }
}
