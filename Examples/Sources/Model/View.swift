import Observation

/// What SwiftUI does with a body: computes it again when something has changed that was read, and shows what is new.
@MainActor
final class View {
  private let model: Model
  private var shown = ""
  private let frames = AsyncStream.makeStream(of: Void.self)

  init(of model: Model) { self.model = model }

  func show() {
    let text = withObservationTracking {
      "  \(model.greeting)! The theme is \(model.theme), launch \(model.launchCount)."
    } onChange: {
      Task { @MainActor in self.show() }
    }
    // A change of several settings may come one by one while another thread reports it.
    guard text != shown else { return }
    shown = text
    say(text)
    frames.continuation.yield()
  }

  /// Waits until it has been shown once more.
  func nextFrame() async {
    for await _ in frames.stream { return }
  }
}
