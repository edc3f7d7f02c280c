import Foundation
import NamespacedDefaults

// The program has `typealias Defaults = _Defaults` in another file.
func nextPage() -> Int {
  Defaults[.pages] += 1
  return Defaults[.pages]
}
