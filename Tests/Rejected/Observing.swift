import NamespacedDefaults

// An observer that shares what it must not, or is not heard.

func observing() async {
  var count = 0
  // error: mutation of captured var 'count' in concurrently-executing code
  let first = DefaultsKeys.launchCount.observe { count = $0.newValue }
  let shared = Shared()
  // error: capture of 'shared' with non-Sendable type 'Shared' in a '@Sendable' closure
  let second = DefaultsKeys.launchCount.observe { _ in shared.number += 1 }
  // error: cannot convert parent type 'DefaultsKey<Int>' to expected type 'DefaultsKey<String>'
  let third = DefaultsKeys.launchCount.observe { (change: DefaultsKey<String>.Change) in print(change) }
  // error: has no member 'launchCuont'
  for await (name, count) in Defaults.updates(.username, .launchCuont) { print(name, count) }
  print(first, second, third, count)
}

func observingSeveral() {
  // error: observe several keys as a list: Defaults.observe([.a, .b]) { … }
  print(Defaults.observe(.launchCount, .username) { print("") })
}

func observingPaths() async {
  // error: 'updates' is unavailable: give a key and not a path: Defaults.key(\.theme)
  for await (theme, count) in Defaults.updates(\.theme, .launchCount) { print(theme, count) }
  // error: 'updates' is unavailable: give a key and not a path: Defaults.key(\.theme)
  for await (count, theme) in Defaults.updates(.launchCount, \.theme) { print(theme, count) }
  // error: 'updates' is unavailable: give a key and not a path: Defaults.key(\.theme)
  for await (first, second) in Defaults.updates(\.theme, \.theme) { print(first, second) }
  // error: cannot convert value of type 'KeyPath<Root, Value>' to expected argument type 'DefaultsKeys'
  for await theme in Defaults.updates(\.theme) { print(theme) }
  // error: 'DefaultsKeys' be equivalent
  for await value in Defaults.updates("theme") { print(value) }
  // error: cannot convert value of type 'KeyPath<Root, Value>' to expected argument type 'DefaultsKey<Any>'
  print(Defaults.observe(\.theme) { print($0.newValue) })
  // error: cannot convert value of type 'String' to expected argument type 'DefaultsKey<String?>'
  print(Defaults.observe("theme") { print($0.newValue ?? "") })
}
