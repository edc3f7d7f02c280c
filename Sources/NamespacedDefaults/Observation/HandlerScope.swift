/// The task-local settings with which an observer runs: those of the code that registered it.
///
/// Without it an observer would run with those of the writer, and so in the store of another test.
package struct HandlerScope: Sendable {
  private let overrides = TaskOverrides.current
  private let isolation = Isolation.ofTask
  private let problemHandler = ProblemHandler.ofTask

  package init() {}

  package func run(_ body: () -> Void) {
    guard overrides != nil || problemHandler != nil || TaskOverrides.areInForce || ProblemHandler.ofTask != nil else {
      return body()
    }
    Isolation.$ofTask.withValue(isolation) {
      TaskOverrides.$current.withValue(overrides) { ProblemHandler.$ofTask.withValue(problemHandler, operation: body) }
    }
  }
}
