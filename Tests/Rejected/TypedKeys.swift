import NamespacedDefaults

// A typed key given a value of another type, or misspelt.

func typedKeys() {
  // error: cannot be applied to operands of type 'Int' and 'Double'
  Defaults[.launchCount] += 1.5
  // error: 'nil' cannot be assigned to type 'Int'
  Defaults[.launchCount] = nil
  // error: cannot assign value of type 'String' to subscript of type 'Int'
  Defaults[.launchCount] = "x"
  // error: static member 'launchCount' cannot be used on instance of type 'DefaultsKeys'
  Defaults.launchCount += 1
  // error: static member 'launchCount' cannot be used on instance of type 'DefaultsKeys'
  Defaults[\.launchCount] += 1
  // error:
  Defaults[key: .launchCount] = true
  // error: type 'Theme' has no member 'purple'
  Defaults.theme = .purple
  // error: member 'launchCuont' cannot be resolved
  Defaults.launchCuont += 1
  // error: member 'launchCuont' cannot be resolved
  Defaults[.launchCuont] += 1
  // error:
  Defaults[\.launchCuont] += 1
  // error: cannot convert value of type 'Int' to specified type 'String'
  let count: String = Defaults[.launchCount]
  // error: value of optional type 'String?' must be unwrapped
  let name: String = Defaults[.username]
  print(count, name)
}

func adapter(_ group: DefaultsAdapter) {
  // error: cannot assign value of type 'String' to type 'Int'
  group[.launchCount] = "x"
  // error: member 'launchCuont' cannot be resolved
  group.launchCuont += 1
}
