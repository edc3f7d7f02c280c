import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import Testing

/// Three processes: one counts, one tells what it has read, and one reads again when it was told.
@Suite(.serialized) struct ReadersProcessTests {
  /// Where the count is written, and in what it is read.
  struct Place: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The commands that open the store of the writer, and that of the readers.
    let writing, reading: [String]
    /// The number of counts that the reader is told.
    var count = 200
    var writesBeside = false
    /// Whether the readers find a change when the clock has ticked, as ``JSONStore`` promises, and not at once.
    var findsLater = false
  }

  static let places = [
    Place(testDescription: "a file", writing: ["open", "a.defaults"], reading: ["open", "a.defaults"]),
    Place(
      testDescription: "a file that a thread of the reader writes",
      writing: ["open", "a.defaults"],
      reading: ["open", "a.defaults"],
      writesBeside: true
    ),
    Place(
      testDescription: "the upper of two layers",
      writing: ["open", "a.defaults"],
      reading: ["open-layers", "a.defaults", "b.defaults"]
    ),
    Place(
      testDescription: "the lower of two layers",
      writing: ["open", "b.defaults"],
      reading: ["open-layers", "a.defaults", "b.defaults"]
    ),
    Place(
      testDescription: "layers that a thread of the reader writes",
      writing: ["open-layers", "a.defaults", "b.defaults"],
      reading: ["open-layers", "a.defaults", "b.defaults"],
      writesBeside: true
    ),
    Place(
      testDescription: "a JSON file",
      writing: ["open-json", "a.json"],
      reading: ["open-json", "a.json"],
      count: 30,
      findsLater: true
    ),
    Place(
      testDescription: "a JSON file under another file",
      writing: ["open-json", "b.json"],
      reading: ["open-layers", "a.defaults", "b.json"],
      count: 30,
      findsLater: true
    ),
  ]

  @Test(arguments: places) func whatAProcessWasToldIsRead(_ place: Place) throws {
    let directory = try TemporaryDirectory()
    let memory = directory.file("memory")
    try Data(count: 16).write(to: URL(filePath: memory))
    // What is not there yet is found when the clock ticks.
    for name in ["a", "b"] {
      try FileStore(path: directory.file("\(name).defaults")).set(true, forKey: "unrelated")
      try JSONStore(path: directory.file("\(name).json")).set(true, forKey: "unrelated")
    }
    func paths(_ words: [String]) -> [String] { words.map { $0.contains(".") ? directory.file($0) : $0 } }
    let (writing, reading) = (paths(place.writing), paths(place.reading))
    let beside = place.writesBeside ? writing + ["count-up-beside", memory] : []
    let hearing = [place.findsLater ? "hear-later" : "hear", memory, "\(place.count)"]
    let writer = place.writesBeside ? nil : try HelperProcess(writing + ["count-up", memory])
    let teller = try HelperProcess(reading + ["tell", memory])
    let reader = try HelperProcess(beside + reading + ["use"] + reading + hearing)
    #expect(try reader.finish() == ["ok"])
    #expect(try teller.finish() == ["0 older than before"])
    #expect(try writer?.finish() ?? [] == [])
  }
}
