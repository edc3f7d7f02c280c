#if Postgres
  import NamespacedDefaults
  import NamespacedDefaultsLayers
  import NamespacedDefaultsPostgres
  import TestSupport
  import Testing

  /// The settings of a fleet beneath those of a machine.
  @Suite(.withServer) struct LayerTests {
    @Test func theFleetShowsWhereTheMachineHasNothing() throws {
      let fleet = try Fleet()
      let (server, other) = (try fleet.open("a"), try fleet.open("b"))
      let machine = InMemoryStore(["limit": 1])
      let store = LayeredStore([Layer(machine), Layer(server, isReadOnly: true)])
      let key = DefaultsKey<Int>("workers", defaultValue: 0, store: store)
      let heard = Lockbox<[Int]>([])
      let observation = key.observe { change in heard.change { $0.append(change.newValue) } }
      try other.set(["limit": 5, "workers": 8])
      try wait(for: "the change") { heard.value == [8] }
      #expect(try store.value(forKey: "limit") == 1)
      #expect(key.value == 8)
      key.value += 1
      #expect(machine.keys().sorted() == ["limit", "workers"])
      #expect(try other.value(forKey: "workers") == 8)
      withExtendedLifetime(observation) {}
    }

    @Test func theFleetsLayerIsWrittenAsTheStoreIs() throws {
      let fleet = try Fleet()
      let (a, b) = (LayeredStore([try fleet.open("a")]), LayeredStore([try fleet.open("b")]))
      for _ in 0..<10 {
        for store in [a, b] {
          try store.transaction {
            try store.update("counter") { value in
              if case .integer(let number)? = value { value = .integer(number + 1) } else { value = 1 }
            }
          }
        }
      }
      #expect(try fleet.sql("select value from namespaced_defaults.settings") == "20")
    }
  }
#endif
