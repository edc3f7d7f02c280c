import Foundation

/// Other processes of this program, of which each is a client.
final class Processes {
  private struct Child {
    let process = Process()
    let input = Pipe()
    let output = Pipe()
  }

  private var children: [Child] = []
  // What a child has said after its last whole line.
  private var rests: [Int: [UInt8]] = [:]

  /// Starts them, and waits until each hears of changes.
  init(_ count: Int, _ arguments: [String]) throws {
    for _ in 0..<count {
      let child = Child()
      child.process.executableURL = Bundle.main.executableURL
      child.process.arguments = ["client"] + arguments
      child.process.standardInput = child.input
      child.process.standardOutput = child.output
      try child.process.run()
      children.append(child)
    }
    for index in children.indices {
      guard line(of: index) == "ready" else { throw Failure("a client did not start") }
    }
  }

  var ids: [pid_t] { children.map(\.process.processIdentifier) }

  /// Lets the first process read for a second.
  func beginReading() { send("read", to: 0) }

  /// Waits until it has, and returns how many times.
  func readsInSecond() -> Double { line(of: 0).flatMap(Double.init) ?? 0 }

  /// What each listener has seen: the numbers of changes and the times.
  func seen(listenersEach: Int) -> [[Seen.Change]] {
    children.indices.flatMap { index in
      send("seen", to: index)
      return (0..<listenersEach).map { _ in
        (line(of: index) ?? "").split(separator: " ").map { pair in
          let numbers = pair.split(separator: ":").map { Int($0) ?? 0 }
          return (numbers[0], numbers[1])
        }
      }
    }
  }

  func end() {
    for child in children { try? child.input.fileHandleForWriting.close() }
    for child in children { child.process.waitUntilExit() }
  }

  private func send(_ line: String, to index: Int) {
    children[index].input.fileHandleForWriting.write(Data((line + "\n").utf8))
  }

  private func line(of index: Int) -> String? {
    var bytes = rests[index] ?? []
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        rests[index] = Array(bytes[(end + 1)...])
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      let data = children[index].output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      bytes += data
    }
  }
}
