import Foundation
import NamespacedDefaults

/// Shows a model and changes its settings in other ways than through the model.
///
///     Model            a demonstration
///     Model watch      shows the model whenever a setting changes, until it is stopped
///     Model log-in     changes a setting, for another process that watches
@main
struct Main {
  @MainActor
  static func main() async throws {
    switch CommandLine.arguments.dropFirst().first {
    case "watch": await watch()
    case "log-in": Defaults.Account.set(true, forKey: .isUserLoggedIn)
    default: try await demonstrate()
    }
  }

  @MainActor
  static func demonstrate() async throws {
    Defaults.removeAll()
    let model = Model()
    let view = View(of: model)
    view.show()
    await view.nextFrame()

    say("Through the model:")
    model.theme = .dark
    await view.nextFrame()

    say("By its typed key:")
    Defaults[.launchCount] += 1
    await view.nextFrame()

    say("By its name, on another thread:")
    await Task.detached { Defaults["theme"] = Theme.light }.value
    await view.nextFrame()

    #if os(Linux)
      say("In another process:")
      _ = try Process.run(URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), arguments: ["log-in"])
      await view.nextFrame()
    #endif

    say("All at once:")
    Defaults.removeAll()
    await view.nextFrame()
  }

  @MainActor
  static func watch() async {
    let view = View(of: Model())
    view.show()
    while true { await view.nextFrame() }
  }
}

/// Prints a line at once, for a reader that waits for it.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
