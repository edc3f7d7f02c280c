import Combine
import Defaults

func rest() async {
  await Defaults.iCloud.waitForSyncCompletion()
  Defaults.iCloud.add(.scheme)
  // Defaults.iCloud.remove(.scheme)
  let changes = Defaults.publisher(.scheme).map { ($0.oldValue, $0.newValue) }
  let blob = Defaults.Key<Data>("blob", default: Data(), externalStorage: true)
  print(changes, blob, "Defaults.publisher(.scheme)")
}

let suite = UserDefaults(suiteName: "example.reader")!

func reset(_ keys: [Defaults.Key<Int>], in group: UserDefaults) {
  keys.forEach { $0.reset() }
  keys[0].reset()
  print(suite[.scheme], group[keys[0]], UserDefaults.standard[keys[0]], UserDefaults(suiteName: "a")![.scheme])
  suite.removeAll()
  _ = "suite.removeAll()"
}

final class Follower {
  var count = 0
  var observations: [any Defaults.Observation] = []
  var observation: Defaults.Observation?

  func follow() {
    observation = Defaults.observe(.scheme) { change in self.count += 1 }.tieToLifetime(of: self)
  }
}
