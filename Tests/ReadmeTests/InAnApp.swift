// The code of the article "On Apple platforms". Tests/Apple/check type-checks this file alone for Apple's platforms.

import NamespacedDefaults
import NamespacedDefaultsTesting
import Observation
import Testing

#if canImport(SwiftUI)
  import NamespacedDefaultsUI
  import SwiftUI
#endif

enum Speed: String, DefaultsSerializable { case normal, fast }

enum Player: KeyNamespaceable {
  // Stored as "Player.speed", in UserDefaults.standard.
  static let speed = key("speed", defaultValue: Speed.normal)
  static let isMuted = key("isMuted", defaultValue: false)
}

#if canImport(SwiftUI)
  struct PlayerView: View {
    @DefaultState(Player.isMuted) private var isMuted
    // Stored as "Player.volume".
    @DefaultState("volume", in: Player.self) private var volume = 0.5

    var body: some View {
      Toggle("Muted", isOn: $isMuted)
      Slider(value: $volume, in: 0...1)
      Text(Player.speed.value.rawValue)
    }
  }

  struct PlayerControls: View {
    var body: some View {
      Toggle("Muted", key: Player.isMuted)
    }

    var speed: Binding<Speed> { Player.speed.binding }
  }

  final class PlayerSettings: Observable {
    @Default(Player.speed) var speed
    @Default("balance", in: Player.self) var balance = 0.0
  }

  struct PlayerSettingsView: View {
    @Bindable var settings: PlayerSettings

    var body: some View {
      Slider(value: $settings.balance, in: -1...1)
      Text(settings.speed.rawValue)
    }
  }

  @MainActor func mutedPreview() -> some View {
    PlayerView()
      .defaultsStore(InMemoryStore(["Player.isMuted": true]))
  }

  @MainActor func fastPreview() -> some View {
    Defaults.store = InMemoryStore(["Player.speed": "fast"])
    return PlayerSettingsView(settings: PlayerSettings())
  }
#endif

#if UserDefaults
  enum Shared: KeyNamespaceable {
    static let store: any DefaultsStore = openGroup()
    static let unread = key("unread", defaultValue: 0)
  }

  func openGroup() -> any DefaultsStore {
    do {
      return try UserDefaultsStore(suiteName: "group.com.example.notes")
    } catch {
      fatalError("\(error)")  // the entitlement is missing
    }
  }

  @MainActor final class Badge {
    private(set) var text = ""
    private var observation: DefaultsObservation?

    init() {
      observation = Shared.unread.observe { @MainActor [weak self] in
        self?.text = "\($0.newValue)"
      }
    }
  }

  @Suite(.isolatedDefaults)
  struct BadgeTests {
    @MainActor @Test func theBadgeShowsWhatIsUnread() async {
      let badge = Badge()
      Shared.unread.value = 3
      await Defaults.waitForObservers()
      #expect(badge.text == "3")
    }
  }
#endif
