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

final class Follower {
  var count = 0
  var observation: Defaults.Observation?

  func follow() {
    observation = Defaults.observe(.scheme) { change in self.count += 1 }.tieToLifetime(of: self)
  }
}
