import Observation

/// What SwiftUI does with a body: shows the model, and shows it again when something has changed that was read.
@MainActor
final class View {
  private let model: Model
  private let frames = AsyncStream.makeStream(of: Void.self)

  init(of model: Model) { self.model = model }

  func show() {
    withObservationTracking {
      say("  \(model.greeting)! The theme is \(model.theme), launch \(model.launchCount).")
    } onChange: {
      Task { @MainActor in
        // Settings that change at once may be announced one by one, by another thread. They are one frame.
        try await Task.sleep(for: .milliseconds(50))
        self.show()
      }
    }
    frames.continuation.yield()
  }

  /// Waits until it has been shown once more.
  func nextFrame() async {
    for await _ in frames.stream { return }
  }
}
