import Foundation
import NamespacedDefaults
import SwiftUI

/// Shows the table and shares it.
///
/// With the argument `--print` it prints the table and exits, with 1 if a row does not hold.
@main
struct SelfTestApp: App {
  init() { EarlyStarts.record() }

  var body: some Scene {
    WindowGroup { Report() }
  }
}

private struct Report: View {
  @State private var rows: [Row] = []
  @State private var isComplete = false

  var body: some View {
    NavigationStack {
      List(rows, id: \.name) { LabeledContent($0.name, value: "\($0.result.verdict): \($0.result.came)") }
        .navigationTitle("Self-test")
        .overlay { if rows.isEmpty { ProgressView() } }
        // On the screen, so that it is rendered.
        .background { Rendered() }
        .toolbar { if isComplete { ShareLink(item: rows.markdown) } }
    }
    .task { await run() }
  }

  private func run() async {
    for await row in Self.checks() { rows.append(row) }
    isComplete = true
    guard CommandLine.arguments.contains("--print") else { return }
    print(rows.markdown)
    // `exit` writes what has been printed.
    exit(rows.contains(where: \.fails) ? 1 : 0)
  }

  /// The rows, one by one, from a thread that may wait.
  nonisolated private static func checks() -> AsyncStream<Row> {
    AsyncStream { rows in
      let thread = Thread {
        do {
          // Before the rows empty the settings.
          rows.yield(try EarlyStarts.row())
          try SelfTest.rows { rows.yield($0) }
          rows.yield(.views())
          try EarlyStarts.leaveMarker()
        } catch {
          rows.yield(Row("the self-test", expected: "it runs to its end") { throw error })
        }
        rows.finish()
      }
      // As much as the main thread has on a Mac.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }
}
