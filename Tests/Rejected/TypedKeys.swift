import NamespacedDefaults

// A typed key that is misspelt, or given a value of another type.

func misspelt() async {
  // error: type 'DefaultsKeys' has no member 'launchCuont'
  let count = Defaults[.launchCuont]
  // error: type 'DefaultsKey<Int>' has no member 'launchCuont'
  Defaults[.launchCuont] += 1
  // error: type 'DefaultsKey<Int>' has no member 'launchCuont'
  Defaults[.launchCuont] = 1
  // error: type 'DefaultsKey<Value>' has no member 'usrname'
  Defaults[.usrname]?.append("!")
  // error: type 'DefaultsKey<Any>' has no member 'launchCuont'
  print(Defaults[.launchCuont])
  // error: type 'DefaultsKey<Bool>' has no member 'isNwe'
  if Defaults[.isNwe] {}
  // error: has no member 'them'
  Defaults[.them] = .dark
  // error: has no member 'launchCuont'
  print(Defaults[.launchCuont], Defaults[key: .launchCount])
  // error: type 'DefaultsKey<Int>' has no member 'launchCuont'
  Defaults[key: .launchCuont] += 1
  // error: type 'DefaultsKeys' has no member 'launchCuont'
  Defaults.remove(.launchCuont)
  // error: type 'DefaultsKeys' has no member 'launchCuont'
  if Defaults.hasKey(.launchCuont) {}
  // error: type 'DefaultsKeys' has no member 'launchCuont'
  for await count in Defaults.updates(.launchCuont) { print(count) }
  // error: type 'DefaultsKeys' has no member 'launchCuont'
  let observation = Defaults.observe(.launchCuont) { print($0) }
  print(count, observation)
}

func asInUserDefaults() {
  // error: 'set(_:forKey:)' is unavailable: assign to a key: Defaults[.x] = value, or Defaults["x"] = value
  Defaults.set(true, forKey: "isNew")
}

func misspeltMembers() {
  // error: value of type 'Defaults.Type' has no dynamic member 'tehme' using key path from root type 'DefaultsKeys'
  let theme = Defaults.tehme
  // error: has no dynamic member 'tehme'
  let text: Theme = Defaults.tehme
  // error: has no dynamic member 'tehme'
  Defaults.tehme = .dark
  // error: has no dynamic member 'tehme'
  print(Defaults.tehme)
  // error: cannot infer key path type from context; consider explicitly specifying a root type
  Defaults[\.tehme] = .dark
  // error: value of type 'DefaultsKeys' has no member 'tehme'
  Defaults[\DefaultsKeys.tehme] = Theme.dark
  print(theme, text)
}

func declaredOtherwise() {
  // error: static member 'launchCount' cannot be used on instance of type 'DefaultsKeys'
  Defaults.launchCount += 1
  // error: static member 'launchCount' cannot be used on instance of type 'DefaultsKeys'
  Defaults[\.launchCount] += 1
  // error: instance member 'theme' cannot be used on type 'DefaultsKey<_>'
  Defaults[.theme] = .dark
  // error: instance member 'theme' cannot be used on type 'DefaultsKeys'
  Defaults.remove(.theme)
}

func ofAnotherType(_ use: (String) -> Void) {
  // error: 'subscript(_:)' is unavailable: the value of this key has another type
  Defaults[.launchCount] += 1.5
  // error: 'subscript(_:)' is unavailable: the value of this key has another type
  Defaults[.launchCount] = "x"
  // error: 'nil' cannot be assigned to subscript of type 'Int'
  Defaults[.launchCount] = nil
  // error: 'subscript(key:)' is unavailable: the value of this key has another type
  Defaults[key: .launchCount] = true
  // error: 'subscript(_:)' is unavailable: the value of this key has another type
  if Defaults[.launchCount] {}
  // error: 'subscript(_:)' is unavailable: the value of this key has another type
  use(Defaults[.launchCount])
  // error: 'subscript(_:)' is unavailable: the value of this key has another type
  let count: String = Defaults[.launchCount]
  // error: 'subscript(_:)' is unavailable: the value of this key has another type
  let name: String = Defaults[.username]
  // error: generic parameter 'Value' could not be inferred
  print(Defaults[.launchCount].foo)
  // error: value of optional type 'String?' must be unwrapped
  let length = Defaults[.username].count
  // error: generic parameter 'Value' could not be inferred
  Defaults[.username].append("!")
  // error: cannot assign value of type 'String' to type 'Theme'
  Defaults.theme = "dark"
  // error: type 'Theme' has no member 'purple'
  Defaults.theme = .purple
  print(count, name, length)
}

func adapter(_ group: DefaultsAdapter) {
  // error: 'subscript(_:)' is unavailable: the value of this key has another type
  group[.launchCount] = "x"
  // error: 'subscript(_:)' is unavailable: the value of this key has another type
  let text: String = group[.launchCount]
  // error: type 'DefaultsKeys' has no member 'launchCuont'
  let count = group[.launchCuont]
  // error: type 'DefaultsKey<Int>' has no member 'launchCuont'
  group[.launchCuont] += 1
  // error: type 'DefaultsKeys' has no member 'launchCuont'
  group.remove(.launchCuont)
  // error: has no dynamic member 'tehme'
  let theme = group.tehme
  print(count, theme, text)
}

func errorsAreHandled() {
  // error: call can throw, but it is not marked with 'try'
  DefaultsKeys.launchCount.update { $0 += 1 }
  // error: call can throw, but it is not marked with 'try'
  let count = DefaultsKeys.launchCount.read()
  print(count)
}
