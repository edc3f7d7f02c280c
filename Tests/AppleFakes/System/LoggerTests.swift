import Foundation
import NamespacedDefaults
import Testing

/// What a program that handles no problems finds in its log.
@Suite struct LoggerTests {
  @Test func theErrorIsPrivateAndTheNameIsNot() {
    let log = Lockbox<[String]>([])
    Logger.$log.withValue(log) {
      let error = DefaultsError.system(operation: "open", path: "/home/ann/settings", code: EACCES)
      ProblemHandler.current.report(DefaultsProblem(.failedRead, key: "theme", error: error))
    }
    #expect(log.value == ["NamespacedDefaults problem fault: failedRead, first for \"theme\": <private>"])
  }

  @Test func aTextInANameIsOneLine() {
    let log = Lockbox<[String]>([])
    Logger.$log.withValue(log) {
      ProblemHandler.current.report(DefaultsProblem(.failedRead, key: "a\nb", error: CancellationError()))
    }
    #expect(log.value.map { $0.contains("\n") } == [false])
  }
}
