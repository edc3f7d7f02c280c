import NamespacedDefaults

private func change<Value>(_ value: inout Value) {}

func defaultsNames() throws {
  Defaults[.count] += Defaults[.count]
  Defaults[.count] = 1
  Defaults[key: .count] += Defaults[key: .count]
  Defaults[key: .count] = 1
  Defaults[\.theme] = Defaults[\.theme]
  change(&Defaults[\.theme])
  Defaults.theme = Defaults.theme
  change(&Defaults.theme)
  Defaults[key: DefaultsKey<Double>("local", defaultValue: 0)] *= 2

  let has: [Bool] = [
    Defaults.hasKey("a"), Defaults.hasKey(.count), Defaults.hasKey(\.theme), Defaults.key(\.theme).hasValue,
  ]
  Defaults.remove("a")
  Defaults.remove(.count)
  Defaults.remove(\.theme)
  Defaults.remove(.count, .username)
  Defaults.remove([.count, .username])
  Defaults.removeAll()
  Defaults.register(["a": 1, "b": Theme.dark, "c": Profile()])
  try Defaults.synchronize()
  Defaults.readsLaunchArguments = Defaults.readsLaunchArguments
  print(has)
}

func adapterNames(_ group: DefaultsAdapter) throws {
  group[.count] += group[.count]
  group[.count] = 1
  group[key: .count] += group[key: .count]
  group[key: .count] = 1
  group[\.theme] = group[\.theme]
  change(&group[\.theme])
  group.theme = group.theme
  change(&group.theme)
  group[key: DefaultsKey<Double>("local", defaultValue: 0)] *= 2

  let has: [Bool] = [group.hasKey("a"), group.hasKey(.count), group.hasKey(Defaults.key(\.theme))]
  group.remove("a")
  group.remove(.count)
  group.removeAll()
  print(has)
}

func inPlace() {
  Defaults[.lines].append("1.0")
  Defaults[.lines][0] += " 2.0"
  Defaults[.limits]["a", default: 0] += 1
  Defaults[.profile]?.name = "Ada"
  Defaults[.username]?.append("!")
  Defaults[.isOn].toggle()
}

func settings() async throws {
  Defaults.store = InMemoryStore()
  Defaults.problemHandler = { print($0) }
  let store: any DefaultsStore = Defaults.store
  Defaults.problemHandler(
    DefaultsProblem(.failedRead, error: DefaultsError(DefaultsError.Code.failedSystemCall, "full"))
  )
  Defaults.withStore(store) { Defaults[.count] += 1 }
  let one: Int = try await Defaults.withStore(store) {
    try await Task.sleep(for: .zero)
    return 1
  }
  Defaults.withProblemHandler({ print($0.kind) }) { Defaults[.count] += 1 }
  let two: Int = try await Defaults.withProblemHandler({ print($0.kind) }) {
    try await Task.sleep(for: .zero)
    return 2
  }
  let adapter = DefaultsAdapter(store: store)
  #if UserDefaults
    let suite: DefaultsAdapter? = try? DefaultsAdapter(suiteName: "group.example")
    print(suite as Any)
  #endif
  print(one, two, adapter.store)
}
