import NamespacedDefaults
import Observation
import TestSupport
import Testing

/// Writes of other processes reach every kind of observer of a `FileStore`.
@Suite struct OtherProcessTests {
  @Test func callbacksHearOfThem() throws {
    let directory = try TemporaryDirectory()
    let count = DefaultsKey<Int>("count", defaultValue: 0, store: try FileStore(path: directory.file()))
    let heard = Collector<Int>()
    let observation = count.observe { heard.append($0.newValue) }
    #expect(try HelperProcess.run("open", directory.file(), "set", "count", "5") == ["ok"])
    #expect(heard.waitFor { $0 == 5 })
    observation.cancel()
  }

  @Test func sequencesHearOfThem() async throws {
    let directory = try TemporaryDirectory()
    let count = DefaultsKey<Int>("count", defaultValue: 0, store: try FileStore(path: directory.file()))
    var values = count.updates().makeAsyncIterator()
    #expect(await values.next() == 0)
    #expect(try HelperProcess.run("open", directory.file(), "set", "count", "5") == ["ok"])
    #expect(await values.next() == 5)
  }

  @Test func trackingsHearOfThem() throws {
    let directory = try TemporaryDirectory()
    let count = DefaultsKey<Int>("count", defaultValue: 0, store: try FileStore(path: directory.file()))
    let fired = Collector<Int>()
    withObservationTracking {
      _ = count.value
    } onChange: {
      fired.append(count.value)
    }
    #expect(try HelperProcess.run("open", directory.file(), "set", "count", "5") == ["ok"])
    #expect(fired.waitFor { $0 == 5 })
  }
}
