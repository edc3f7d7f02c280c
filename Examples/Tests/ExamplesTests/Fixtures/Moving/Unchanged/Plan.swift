import Foundation

struct Key { var name: String }

final class Plan {
  init(default first: Int, suite: String) {
    print(Key(name: "default: \(first)"), suite)
  }

  func run(_ timer: Timer) {
    timer.invalidate()
    UserDefaults.standard.set(1, forKey: "Defaults.Keys")
    let ratio = 4 / 2, names = ["a": 1]
    print(names["b", default: ratio], "isn't // a comment", #"nor "this""#)
  }
}
