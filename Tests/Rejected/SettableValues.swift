import NamespacedDefaults

// A value of another type than the key's.

func settableValues() {
  // error: cannot convert value of type 'String' to expected argument type 'Bool'
  Account.set("yes", forKey: .isUserLoggedIn)
  // error: cannot convert value of type 'Double' to expected argument type 'Int'
  Account.set(1.5, forKey: .loginCount)
  // error: 'nil' is not compatible with expected argument type 'Int'
  Account.set(nil, forKey: .loginCount)
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  Account.set(7, forKey: .name)
  // error: requires that 'Plain' conform to 'DefaultsSerializable'
  Account.set(Plain(), forKey: .theme)
  // error: requires that 'Shared' conform to 'DefaultsSerializable'
  Account.set(Shared(), forKey: .theme)
  // error: cannot convert value of type 'Bool' to specified type 'Int'
  let count: Int = Account.bool(forKey: .isUserLoggedIn)
  // error: value of optional type 'String?' must be unwrapped
  let name: String = Account.string(forKey: .name)
  // error: requires that 'Plain' conform to 'DefaultsSerializable'
  let plain = Account.object(Plain.self, forKey: .theme)
  // error: cannot convert value of type 'Bool'
  Account[.isUserLoggedIn] += 1
  // error: cannot assign value of type 'String' to subscript of type 'Int'
  Account[.loginCount] = "x"
  print(count, name, plain)
}

func typedByTheDefault() {
  // error: 'nil' is not compatible with expected argument type 'String'
  Server.set(nil, forKey: .host)
  // error: cannot assign value of type 'Int' to subscript of type 'String'
  Server[.host] = 1
  // error: 'nil' cannot be assigned to subscript of type 'Theme'
  Server[.theme] = nil
  // error: 'object(_:forKey:)' is unavailable: the default says the type: object(forKey:)
  print(Server.object(Theme.self, forKey: .theme) as Any)
  // error: 'object(_:forKey:)' is unavailable: the default says the type: object(forKey:)
  print(Server().object(Theme.self, forKey: .theme) as Any)
}

func generically<Namespace: BoolDefaultSettable>(_ namespace: Namespace.Type, _ key: Namespace.BoolKey) {
  // error:
  let isOn: Bool = Namespace[key]
  print(isOn)
}
