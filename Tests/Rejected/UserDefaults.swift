import Foundation
import NamespacedDefaults

// A `UserDefaults` taken for more than a namespace.

func removals(_ suite: UserDefaults) {
  // error: it would remove "UserDefaults.…" only; call Defaults.removeAll(), or that of a DefaultsAdapter
  UserDefaults.removeAll()
  // error: it would remove "UserDefaults.…" only; call DefaultsAdapter(store: UserDefaultsStore(…)).removeAll()
  UserDefaults.standard.removeAll()
  // error: it would remove "UserDefaults.…" only; call DefaultsAdapter(store: UserDefaultsStore(…)).removeAll()
  suite.removeAll()
}
