#if Postgres
  import Foundation

  /// A program that tests run to its end.
  enum Command {
    /// What a program said that did not end well.
    struct Failure: Error, CustomStringConvertible {
      var description: String
    }

    /// Runs a program.
    ///
    /// - Returns: What it has printed, without the line's end.
    /// - Throws: ``Failure`` if it ends with another status than 0; with what it has written to standard error.
    @discardableResult
    static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
      let (process, output, errors) = (Process(), Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: arguments[0])
      process.arguments = Array(arguments.dropFirst())
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = errors
      // What these programs write to standard error is short, so that it waits in its pipe.
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failure(description: "\(arguments.joined(separator: " ")): \(complaint)")
      }
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
  }

  /// Waits until a condition holds.
  ///
  /// - Throws: ``Command/Failure`` if it does not after a time that is enough on any machine.
  func wait(for what: String, seconds: Double = 120, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
      guard ContinuousClock.now < end else { throw Command.Failure(description: "waited in vain for \(what)") }
      usleep(5000)
    }
  }
#endif
