import Foundation
import NamespacedDefaults
import Results

/// The part of a process that measures when it is told to.
///
/// It writes its subjects as lines of JSON and an empty line; then it reads a line with a subject's index and a count,
/// measures, and writes the nanoseconds, until there is nothing more to read.
enum Worker {
  static func run(_ place: Place) throws {
    try place.fill()
    let subjects = try place.subjects()
    let observations = place.observations()
    let watcher = try place.watcher()
    for subject in subjects { say(try subject.result.line()) }
    say("")
    while let line = readLine() {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      say("\(subjects[numbers[0]].measure(numbers[1]))")
    }
    observations.forEach { $0.cancel() }
    watcher?.end()
  }
}

/// Writes a line at once, for somebody waits for it.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
