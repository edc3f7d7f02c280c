import Foundation
import NamespacedDefaults
import NamespacedDefaultsLayers
import Observation
import TestSupport
import Testing

/// Layers that are files, which other processes change too.
@Suite struct LayeredProcessTests {
  private func makeStore(_ directory: TemporaryDirectory) throws -> LayeredStore {
    let person = try FileStore(path: directory.file("person.defaults"))
    let machine = try FileStore(path: directory.file("machine.defaults"))
    return LayeredStore([Layer(person), Layer(machine, isReadOnly: true)])
  }

  @Test func inPlaceChangesAreAtomicBetweenProcesses() throws {
    let directory = try TemporaryDirectory()
    let store = try makeStore(directory)
    let processes = try (0..<2).map { _ in
      try HelperProcess(["open", directory.file("person.defaults"), "increment", "counter", "2000"])
    }
    let counter = DefaultsKey<Int>("counter", defaultValue: 0, store: store)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in for _ in 0..<1000 { counter.value += 1 } }
    for process in processes { _ = try process.finish() }
    #expect(counter.value == 6000)
    #expect(try FileStore(path: directory.file("person.defaults")).value(forKey: "counter") == 6000)
  }

  /// Each layer's file is written by another process, when it is not there yet, when it is, and when it shows nothing.
  @Test func aReadGetsWhatAnotherProcessHasWritten() throws {
    let directory = try TemporaryDirectory()
    let count = DefaultsKey<Int>("count", defaultValue: 0, store: try makeStore(directory))
    func write(_ layer: String, _ words: String...) throws {
      #expect(try HelperProcess.run(arguments: ["open", directory.file("\(layer).defaults")] + words) == ["ok"])
    }
    #expect((count.value, count.value) == (0, 0))
    try write("machine", "set", "count", "1")
    // What is not there is taken for true until the clock ticks.
    usleep(20_000)
    #expect((count.value, count.value) == (1, 1))
    try write("person", "set", "count", "2")
    usleep(20_000)
    #expect((count.value, count.value) == (2, 2))
    try write("machine", "set", "count", "3")
    #expect((count.value, count.value) == (2, 2))
    try write("person", "set", "count", "4")
    #expect((count.value, count.value) == (4, 4))
    try write("person", "remove", "count")
    #expect((count.value, count.value) == (3, 3))
  }

  @Test(arguments: ["person", "machine"]) func observersHearOfThem(layer: String) throws {
    let directory = try TemporaryDirectory()
    let count = DefaultsKey<Int>("count", defaultValue: 0, store: try makeStore(directory))
    let heard = Collector<Int>()
    let observation = count.observe { heard.append($0.newValue) }
    #expect(try HelperProcess.run("open", directory.file("\(layer).defaults"), "set", "count", "5") == ["ok"])
    #expect(heard.waitFor { $0 == 5 })
    observation.cancel()
  }

  @Test(arguments: ["person", "machine"]) func trackingsHearOfThem(layer: String) throws {
    let directory = try TemporaryDirectory()
    let count = DefaultsKey<Int>("count", defaultValue: 0, store: try makeStore(directory))
    let fired = Collector<Int>()
    withObservationTracking {
      _ = count.value
    } onChange: {
      fired.append(count.value)
    }
    #expect(try HelperProcess.run("open", directory.file("\(layer).defaults"), "set", "count", "5") == ["ok"])
    #expect(fired.waitFor { $0 == 5 })
  }

  /// A program that waits for the disk learns that it has failed, also where a layer has been written.
  @Test func aWriteWaitsForTheDiskOfItsLayer() throws {
    let directory = try TemporaryDirectory()
    let person = try FileStore(path: directory.file("person.defaults"), durability: .powerLoss)
    let store = LayeredStore([person, InMemoryStore()])
    try store.set(1, forKey: "a")
    try store.transaction { try store.set(["a": 2, "b": 3]) }
    #expect(try FileStore(path: directory.file("person.defaults")).value(forKey: "b") == 3)
  }
}
