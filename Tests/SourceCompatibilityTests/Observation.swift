import NamespacedDefaults

func observeKeys(_ key: DefaultsKey<Int>, _ group: DefaultsAdapter) {
  let observations: [DefaultsObservation] = [
    key.observe { (change: DefaultsKey<Int>.Change) in
      print(change.oldValue + 0, change.newValue + 0, change.isInitial)
    },
    key.observe(initial: true) { print($0) },
    Defaults.observe(.count) { print($0) },
    Defaults.observe(.count, initial: true) { print($0) },
    Defaults.observe(.count) { print($0) },
    group.observe(.count) { print($0) },
    group.observe(Defaults.key(\.theme)) { print($0) },
    Defaults.observe([.count, .username]) { print("changed") },
    Defaults.observe([key, .username], initial: true) { print("changed") },
    Everything.key(.isOn).observe { print(!$0.newValue) },
    key.observe { @MainActor in print($0.newValue + 1) },
    key.observe(initial: true) { @MainActor change in print(change.newValue + 1) },
    Defaults.observe(.count) { @MainActor in print($0.newValue + 1) },
    Defaults.key(\.theme).observe { @MainActor in print($0) },
    Defaults.observe([.count, .username]) { @MainActor in print("changed") },
    group.observe(.count) { @MainActor in print($0.newValue + 1) },
    group.store.observe { @MainActor in print($0.key) },
  ]
  for observation in observations { observation.cancel() }
  let old: Int = Defaults.withoutPropagation { key.value }
  Defaults.withoutPropagation { key.value = old }
}

func updates(_ key: DefaultsKey<Int>, _ group: DefaultsAdapter) async {
  for await count in key.updates() { print(count + 1) }
  for await isOn in Everything.key(.isOn).updates() { print(!isOn) }
  for await count in Defaults.updates(.count) { print(count + 1) }
  for await (count, name) in Defaults.updates(.count, .username) { print(count + 1, name ?? "") }
  for await (isOn, name, count) in Defaults.updates(Everything.key(.isOn), .username, key) {
    print(isOn, name ?? "", count)
  }
  for await count in Defaults.updates(.count) { print(count + 1) }
  for await theme in Defaults.key(\.theme).updates() { print(theme) }
  for await value in Defaults["a"].key(as: Int.self).updates() { print(value as Any) }
  for await count in group.updates(.count) { print(count + 1) }

  for await count in key.updates(initial: false) { print(count + 1) }
  for await count in Defaults.updates(.count, initial: false) { print(count + 1) }
  for await (count, name) in Defaults.updates(.count, .username, initial: false) { print(count + 1, name ?? "") }
  for await _ in Defaults.updates([.count, .username]) { print("changed") }
  for await _ in Defaults.updates([.count, .username], initial: false) { print("changed") }
  for await count in group.updates(.count, initial: false) { print(count + 1) }
  _ = await Defaults.updates(.isOn).contains(true)

  for await change in Defaults.changes(.count) { print(change?.newValue as Any) }
  for await (count, name) in Defaults.changes(.count, .username) { print(count?.newValue as Any, name as Any) }
  for await (count, name, isOn) in Defaults.changes(.count, .username, Everything.key(.isOn)) {
    if let count { print(count.oldValue + count.newValue) }
    if let isOn { print(!isOn.newValue) }
    if let text = name?.newValue { print(text) }
  }
  let both: DefaultsUpdates<(DefaultsKey<Int>.Change?, DefaultsKey<String?>.Change?)> = Defaults.changes(key, .username)
  for await (count, _) in both { print(count as Any) }
  for await change in key.changes() { print(change.oldValue + 1, change.newValue + 1) }
  let changes: DefaultsUpdates<DefaultsKey<Int>.Change> = key.changes(bufferingPolicy: .bufferingOldest(1))
  var changeIterator: DefaultsUpdates<DefaultsKey<Int>.Change>.Iterator = changes.makeAsyncIterator()
  let change: DefaultsKey<Int>.Change? = await changeIterator.next()
  print(change as Any, await changeIterator.next(isolation: nil) as Any)

  let sequence: DefaultsUpdates<Int> = key.updates()
  var iterator: DefaultsUpdates<Int>.Iterator = sequence.makeAsyncIterator()
  print(await iterator.next() ?? 0, await iterator.next(isolation: nil) ?? 0)
}
