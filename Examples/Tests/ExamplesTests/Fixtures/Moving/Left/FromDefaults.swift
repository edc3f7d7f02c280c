import Combine
import Defaults

func rest() async {
  await Defaults.iCloud.waitForSyncCompletion()
  Defaults.iCloud.add(.theme)
  // Defaults.iCloud.remove(.theme)
  let changes = Defaults.publisher(.theme).map { ($0.oldValue, $0.newValue) }
  let blob = Defaults.Key<Data>("blob", default: Data(), externalStorage: true)
  print(changes, blob, "Defaults.publisher(.theme)")
}

final class Follower {
  var count = 0
  var observation: Defaults.Observation?

  func follow() {
    observation = Defaults.observe(.theme) { change in self.count += 1 }.tieToLifetime(of: self)
  }
}
