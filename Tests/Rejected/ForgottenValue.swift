import NamespacedDefaults

// A typed key where its value is meant.

func forgotten() {
  // error: cannot assign to property: 'theme' is a 'let' constant
  Viewer.theme = .dark
  // error: '+=' is unavailable: a key is not its value: change its .value
  Viewer.zoom += 1
  // error: 'toggle()' is unavailable: a key is not its value: change its .value
  Viewer.isFull.toggle()
  // error: '==' is unavailable: a key is not its value: compare its .value
  if Viewer.theme == .dark {}
  // error: '!=' is unavailable: a key is not its value: compare its .value
  if Viewer.zoom != 1 {}
  // error: cannot convert value of type 'DefaultsKey<Bool>' to expected condition type 'Bool'
  if Viewer.isFull {}
  // error: initializer for conditional binding must have Optional type, not 'DefaultsKey<String?>'
  if let title = Viewer.title { print(title) }
  // error: '??' is unavailable: a key is not its value: give its .value a default
  let title = Viewer.title ?? "Untitled"
  // error: cannot convert value of type 'DefaultsKey<Theme>' to specified type 'Theme'
  let theme: Theme = Viewer.theme
  // error: value of type 'DefaultsKey<Theme>' has no member 'rawValue'
  let text = Viewer.theme.rawValue
  print(title, theme, text)
}

func forgottenInSwitches() {
  switch Viewer.zoom {
  // error: '~=' is unavailable: a key is not its value: switch over its .value
  case 1: break
  default: break
  }
  // error: switch must be exhaustive
  switch Viewer.theme {
  // error: '~=' is unavailable: a key is not its value: switch over its .value
  case .light: break
  // error: '~=' is unavailable: a key is not its value: switch over its .value
  case .dark: break
  }
}

struct Reader: KeyNamespaceable {
  let id: Int
  var namespace: String { "Reader.\(id)" }
  // error: circular reference
  let accent = key("accent", defaultValue: 1)
}
