import NamespacedDefaults

// A key of another kind, another type, or of nobody.

func settableKeys() {
  // error: cannot convert value of type 'Bool' to expected argument type 'Int'
  Account.set(true, forKey: .loginCount)
  // error: integer literal value '1' cannot be used as a boolean
  Account.set(1, forKey: .isUserLoggedIn)
  // error: type 'Account.BoolKey' has no member 'isUserLogedIn'
  Account.set(true, forKey: .isUserLogedIn)
  // error: type 'Account.BoolKey' has no member 'showsHints'
  Account.set(true, forKey: .showsHints)
  // error: cannot convert value of type 'Onboarding.BoolKey' to expected argument type 'Account.BoolKey'
  Account.set(true, forKey: Onboarding.BoolKey.showsHints)
  // error: cannot convert value of type 'String' to expected argument type 'Account.BoolKey'
  Account.set(true, forKey: "isUserLoggedIn")
  // error: type 'Account.BoolKey' has no member 'loginCount'
  print(Account.bool(forKey: .loginCount))
  // error: type 'Account.IntegerKey' has no member 'isUserLoggedIn'
  print(Account.integer(forKey: .isUserLoggedIn))
  // error: type 'Account' has no member 'double'
  print(Account.double(forKey: .loginCount))
  // error: type 'Onboarding.BoolKey' has no member 'showHints'
  print(Onboarding.bool(forKey: .showHints))
  // error: reference to member 'isUserLogedIn' cannot be resolved without a contextual type
  print(Account[.isUserLogedIn])
}

func presence() {
  // error: value of type 'Defaults.Type' has no dynamic member 'hasValue' using key path from root type 'DefaultsKeys'
  if Defaults.hasValue(.launchCount) {}
  // error: value of type 'Bool' has no member 'hasValue'
  if Account[.isUserLoggedIn].hasValue {}
  // error: cannot call value of non-function type 'Bool'
  if DefaultsKeys.launchCount.hasValue() {}
  // error: type 'Account' has no member 'hasValue'
  if Account.hasValue(.isUserLoggedIn) {}
}

func amongAllKinds() {
  // error: cannot convert value of type 'Bool' to expected argument type 'Int'
  Everything.set(true, forKey: .count)
  // error: type 'Everything.BoolKey' has no member 'isOm'
  Everything.set(true, forKey: .isOm)
  // error: integer literal value '1' cannot be used as a boolean
  Everything.set(1, forKey: .isOn)
  // error: integer literal value '1' cannot be used as a boolean
  Everything[.isOn] = 1
  // error: type 'Everything.BoolKey' has no member 'isOm'
  Everything[.isOm] = true
  // error: requires that 'Plain' conform to 'DefaultsSerializable'
  Everything.set(Plain(), forKey: .profile)
  // error: cannot convert value of type 'Plain' to expected argument type 'String'
  Everything.set(Plain(), forKey: .name)
  // error: cannot convert value of type 'Double' to expected argument type 'Int'
  Everything[.count] += 1.5
  // error: type 'Everything.BoolKey' has no member 'count'
  print(Everything.bool(forKey: .count))
  // error: member 'isOm' cannot be resolved
  Everything.remove(forKey: .isOm)
}
