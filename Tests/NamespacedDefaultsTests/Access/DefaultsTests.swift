import NamespacedDefaults
import Testing

struct DefaultsTests {
  @Test func withStoreReachesChildTasks() async {
    let store = InMemoryStore()
    await Defaults.withStore(store) {
      async let inChild = Defaults.store === store
      #expect(await inChild)
    }
    #expect(Defaults.store !== store)
  }

  @Test func withStoresNest() {
    let (outer, inner) = (InMemoryStore(), InMemoryStore())
    Defaults.withStore(outer) {
      Defaults.withStore(inner) { #expect(Defaults.store === inner) }
      #expect(Defaults.store === outer)
    }
  }

  @Test func aStoreThatIsSetInAnOverrideBelongsToIt() {
    let (outer, inner) = (InMemoryStore(), InMemoryStore())
    Defaults.withStore(outer) {
      Defaults.withStore(InMemoryStore()) {
        Defaults.store = inner
        #expect(Defaults.store === inner)
      }
      #expect(Defaults.store === outer)
    }
  }

  @Test func anAccessOutsideOfAnIsolationStaysInMemory() throws {
    let home = try TemporaryDirectory()
    let lines = try HelperProcess.run("isolate", environment: ["HOME": home.path])
    #expect(lines == ["true false", "false true"])
    #expect(try home.names() == [])
  }

  @Test func anAccessOutsideOfAnIsolationIsReportedOnce() throws {
    let settings = try HelperProcess.problems("isolate", environment: ["HOME": TemporaryDirectory().path])
    #expect(
      settings == [
        """
        NamespacedDefaults: unchosenStore: a setting was used outside of any isolation, by a detached task, a thread \
        or a test without the trait .isolatedDefaults; such accesses share a store in memory
        """
      ]
    )
  }

  #if DEBUG
    @Test func aStoreThatComesAfterTheFirstWriteIsReported() throws {
      let home = try TemporaryDirectory()
      let environment = ["HOME": home.path, "XDG_CONFIG_HOME": home.path]
      let path = home.file("late.defaults")
      let problems = try HelperProcess.problems(
        ["default", "set", "count", "1", "choose", path, "set", "count", "2", "choose", home.file("other.defaults")],
        environment: environment
      )
      #expect(problems.count == 1)
      #expect(
        problems.first?.hasPrefix("NamespacedDefaults: unchosenStore: Defaults.store was set after a setting") == true
      )
      #expect(try FileStore(path: path).value(forKey: "count") == 2)
    }

    @Test(arguments: [["default", "get", "count"], ["choose", "first", "set", "count", "1"]])
    func aStoreThatComesBeforeTheFirstWriteIsNot(_ arguments: [String]) throws {
      let home = try TemporaryDirectory()
      let problems = try HelperProcess.problems(
        arguments.map { $0 == "first" ? home.file("first") : $0 } + [
          "choose", home.file("second"), "set", "count", "2",
        ],
        environment: ["HOME": home.path, "XDG_CONFIG_HOME": home.path]
      )
      #expect(problems == [])
    }
  #endif

  @Test func theStoreOfAnIsolatedProcessIsInMemory() throws {
    let home = try TemporaryDirectory()
    let lines = try HelperProcess.run(
      arguments: ["isolated", "default", "set", "count", "1", "get", "count"],
      // No file can be created there.
      environment: ["HOME": home.path, "XDG_CONFIG_HOME": home.path, "TMPDIR": home.file("absent")]
    )
    #expect(lines == ["ok", "1"])
    #expect(try home.names() == [])
  }

  @Test func anIsolatedProcessReadsNothingOfTheStoreBefore() async {
    await #expect(processExitsWith: .success) {
      let former = InMemoryStore(["launchCount": 3])
      Defaults.store = former
      let key = DefaultsKey("launchCount", defaultValue: 0)
      for _ in 0..<100 { precondition(key.value == 3) }
      Defaults.isolateProcess()
      precondition(key.value == 0)
      withExtendedLifetime(former) {}
    }
  }

  @Test func aNamedStoreOfAnIsolatedProcessIsInATemporaryDirectory() throws {
    let (home, temporary) = (try TemporaryDirectory(), try TemporaryDirectory())
    let lines = try HelperProcess.run(
      arguments: ["isolated", "open-named", "a/b", "set", "count", "1", "open-named", "a/b", "get", "count", "place"],
      environment: ["HOME": home.path, "XDG_CONFIG_HOME": home.path, "TMPDIR": temporary.path]
    )
    #expect(lines.dropLast() == ["ok", "1"])
    #expect(lines.last?.hasPrefix(temporary.path + "/NamespacedDefaults.") == true)
    #expect(lines.last?.hasSuffix("/config") == true)
    #expect(try home.names() == [])
    #expect(try temporary.names() == [], "it is removed at the end")
  }

  @Test func aPathIsWhereItSaysInAnIsolatedProcess() throws {
    let home = try TemporaryDirectory()
    let lines = try HelperProcess.run(
      arguments: ["isolated"]
        + [home.file("a.defaults"), "~/b.defaults"].flatMap { ["open", $0, "set", "count", "1"] },
      environment: ["HOME": home.path]
    )
    #expect(lines == ["ok", "ok"])
    #expect(try home.names() == ["a.defaults", "b.defaults"])
  }

  @Test func aProblemHandlerKeepsTheStoreOfTheTask() {
    let store = InMemoryStore()
    Defaults.withStore(store) {
      Defaults.withProblemHandler({ _ in }) { #expect(Defaults.store === store) }
    }
  }
}
