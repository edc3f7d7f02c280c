import Core
import Feature
import Foundation
import NamespacedDefaults
import NamespacedDefaultsTesting
import Synchronization
import Testing

private func bump(_ number: inout Int, isolation: isolated (any Actor)? = #isolation) async {
  let old = number
  await Task.yield()
  number = old + 1
}

@MainActor private func bumpOnTheMainActor(_ key: DefaultsKey<Int>) async { await bump(&key.value) }

@concurrent private func bumpOnThePool(_ key: DefaultsKey<Int>) async { await bump(&key.value) }

/// What a release build notices, too.
@Suite(.isolatedDefaults)
struct ReleaseTests {
  @Test func thisIsAReleaseBuild() {
    var isDebugBuild = false
    func noteDebugBuild() -> Bool {
      isDebugBuild = true
      return true
    }
    assert(noteDebugBuild())
    #expect(!isDebugBuild)
  }

  private func problems(of body: () -> Void) -> [String] {
    let lines = Mutex<[String]>([])
    Defaults.withProblemHandler({ problem in lines.withLock { $0.append("\(problem)") } }, operation: body)
    return lines.withLock(\.self)
  }

  @Test func twoModulesWithATypeOfOneNameAreReportedOnce() {
    let problems = problems {
      for _ in 0..<2 {
        Core.Preferences.set(true, forKey: .isEnabled)
        #expect(Feature.Preferences.bool(forKey: .isEnabled), "one stored value")
      }
    }
    #expect(
      problems == [
        """
        collision for "Preferences": Core.Preferences and Feature.Preferences share one namespace; give one of them its \
        own: static let namespace = "…"
        """
      ]
    )
  }

  @Test func aNameWithADotThatNoListHasIsReportedOnce() {
    enum Editor: KeyNamespaceable { static let size = key("font.size", defaultValue: 13.0) }
    let problems = problems {
      for _ in 0..<2 { Editor.size.value += 1 }
    }
    #expect(
      problems == [
        """
        collision for "Editor.font.size": removeAll() of "Editor" finds a name with a dot in it only in a list: make its \
        key enum CaseIterable, or list the key in keys
        """
      ]
    )
  }

  @Test func aCollisionStopsNoReleaseBuildAndEachRemovesItsOwn() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let store = InMemoryStore(["Preferences.other": true])
      Defaults.withStore(store) {
        Core.Preferences.set(true, forKey: .isEnabled)
        _ = Feature.Preferences.bool(forKey: .isEnabled)
        Feature.Preferences.removeAll()
      }
      exit(store.keys().sorted() == ["Preferences.isEnabled", "Preferences.other"] ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("Core.Preferences and Feature.Preferences share one namespace"))
  }

  @Test func twoKeyEnumsWithOneNameAreReportedOnce() {
    let problems = problems {
      for _ in 0..<2 {
        _ = Ambiguous.integer(forKey: .size)
        _ = Ambiguous.bool(forKey: .size)
      }
    }
    #expect(
      problems == [
        """
        collision for "Ambiguous.size": Feature.Ambiguous.IntegerKey and Feature.Ambiguous.BoolKey share one stored \
        value; rename one of the keys
        """
      ]
    )
  }

  @Test func aChangeInsideTheSuspendedChangeOfAnotherTaskStopsTheProgram() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let key = DefaultsKey("n", defaultValue: 0, store: InMemoryStore())
      _ = try? key.update { _ in Task.immediate { key.value += 1 } }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("Do not pass a setting inout to an async function"))
  }

  @Test func suspendedChangesOnTheMainActorLoseNothingUnnoticed() async {
    await #expect(processExitsWith: .failure) {
      let key = DefaultsKey("n", defaultValue: 0, store: InMemoryStore())
      await withTaskGroup { group in
        for _ in 0..<10 { group.addTask { await bumpOnTheMainActor(key) } }
      }
      // A loss would be a success of the process, and nothing but a loss.
      exit(key.value == 10 ? EXIT_FAILURE : EXIT_SUCCESS)
    }
  }

  @Test func suspendedChangesOnThePoolLoseNothingUnnoticed() async {
    await #expect(processExitsWith: .failure) {
      let key = DefaultsKey("n", defaultValue: 0, store: InMemoryStore())
      await withTaskGroup { group in
        for _ in 0..<50 { group.addTask { await bumpOnThePool(key) } }
      }
      exit(key.value == 50 ? EXIT_FAILURE : EXIT_SUCCESS)
    }
  }

  @Test func whoWaitsForASuspendedChangeGetsAnErrorInTheEnd() throws {
    let store = try FileStore(
      url: FileManager.default.temporaryDirectory.appending(path: "\(UUID()).defaults"),
      lockTimeout: .milliseconds(50)
    )
    defer { try? FileManager.default.removeItem(atPath: store.path) }
    let (key, other) = (
      DefaultsKey("n", defaultValue: 0, store: store), DefaultsKey("m", defaultValue: 0, store: store)
    )
    let message = Mutex("")
    try key.update { _ in
      let end = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        do { try other.write(1) } catch { message.withLock { $0 = "\(error)" } }
        end.signal()
      }
      end.wait()
    }
    #expect(message.withLock(\.self).contains("do not pass a setting inout to an async function"))
  }
}
