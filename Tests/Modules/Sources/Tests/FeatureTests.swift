import Core
import Feature
import NamespacedDefaults
import NamespacedDefaultsTesting
import Observation
import Testing

/// A module's use of another one's settings.
@Suite(.isolatedDefaults)
struct FeatureTests {
  @MainActor @Test func aModelUsesTheSettings() {
    let model = LaunchModel()
    model.launch()
    model.username = "Ada"
    #expect(model.launchCount == 1)
    #expect(model.theme == .dark)
    #expect(Defaults[.username] == "Ada")
    #expect(Account.integer(forKey: .loginCount) == 1)
  }

  @MainActor @Test func aModelIsObserved() {
    let model = LaunchModel()
    let changes = Recorder()
    withObservationTracking {
      #expect(model.launchCount == 0)
    } onChange: {
      changes.append(1)
    }
    Defaults[.launchCount] += 1
    #expect(changes.values == [1])
  }

  @Test func anActorUsesTheSettings() async {
    await Worker().work()
    #expect(Defaults[.launchCount] == 2)
    #expect(Defaults.theme == .light)
    #expect(Defaults[.recentNames] == ["Ada"])
    #expect(Account.bool(forKey: .isUserLoggedIn))
    #expect(!Window.bool(forKey: .isOpen))
    #expect(User(id: 7).string(forKey: .nickname) == "Ada")
  }
}
