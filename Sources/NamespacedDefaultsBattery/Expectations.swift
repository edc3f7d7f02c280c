import Synchronization

/// What a check of a store expects, on any thread, and the failures: the expectations that did not hold.
package final class Expectations: Sendable {
  package struct Failure: Sendable {
    package let text: String
    package let fileID: String
    package let filePath: String
    package let line: Int
    package let column: Int
  }

  private let list = Mutex<[Failure]>([])

  package init() {}

  package var failures: [Failure] { list.withLock { $0 } }

  func callAsFunction<Value: Equatable>(
    _ value: Value,
    equals expected: Value,
    _ comment: String? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    guard value != expected else { return }
    let text = (comment.map { "\($0): " } ?? "") + "\(beginning(of: value)) instead of \(beginning(of: expected))"
    append(Failure(text: text, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects that a body throws an error of the type, or none if the type is `Never`.
  func callAsFunction<Thrown: Error>(
    throws type: Thrown.Type,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ body: () throws -> Void
  ) {
    let text: String
    do {
      try body()
      guard type != Never.self else { return }
      text = "no error instead of \(type)"
    } catch {
      guard !(error is Thrown) else { return }
      text = "the error \(error) instead of \(type == Never.self ? "none" : "\(type)")"
    }
    append(Failure(text: text, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func append(_ failure: Failure) { list.withLock { $0.append(failure) } }

  /// Values of a megabyte would hide what is said about them.
  private func beginning(of value: some Equatable) -> String {
    let text = String(reflecting: value)
    return text.count <= 500 ? text : text.prefix(500) + "…"
  }
}

/// A reason not to go on with a check.
struct BrokenPromise: Error, CustomStringConvertible { let description: String }
