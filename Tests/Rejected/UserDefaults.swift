import Foundation
import NamespacedDefaults

// A `UserDefaults` taken for more than a namespace.

func habits() {
  // error: 'set' is unavailable: write Defaults[.name] = …, with a declared key, or Defaults["name"] = …
  Defaults.set(3, forKey: "count")
  // error: 'integer' is unavailable: write Defaults[.name], with a declared key, or Defaults["name"].int
  print(Defaults.integer(forKey: "count"))
  // error: 'removeObject' is unavailable: write Defaults.remove(.name), with a declared key, or Defaults.remove("name")
  Defaults.removeObject(forKey: "count")
  // error: 'standard' is unavailable: write Defaults itself, or Defaults.store for its store
  print(Defaults.standard)
}

func removals(_ suite: UserDefaults) {
  // error: it would remove "UserDefaults.…" only; call Defaults.removeAll(), or that of a DefaultsAdapter
  UserDefaults.removeAll()
  // error: it would remove "UserDefaults.…" only; call DefaultsAdapter(store: UserDefaultsStore(…)).removeAll()
  UserDefaults.standard.removeAll()
  // error: it would remove "UserDefaults.…" only; call DefaultsAdapter(store: UserDefaultsStore(…)).removeAll()
  suite.removeAll()
}
