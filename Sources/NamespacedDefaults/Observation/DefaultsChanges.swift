/// The changes of a key's value as an asynchronous sequence, in commit order and each on its own.
///
/// ``DefaultsKey/changes(bufferingPolicy:)`` returns it. The sequence ends when its task is cancelled.
public struct DefaultsChanges<Value: Sendable>: AsyncSequence, Sendable {
  /// A change, with the value before it and the value after it.
  public typealias Element = DefaultsKey<Value>.Change

  private let key: DefaultsKey<Value>
  private let bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy

  init(_ key: DefaultsKey<Value>, _ bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy) {
    self.key = key
    self.bufferingPolicy = bufferingPolicy
  }

  /// Creates an iterator, which observes the key from now on.
  public func makeAsyncIterator() -> Iterator {
    let (changes, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: bufferingPolicy)
    let observation = key.observe { continuation.yield($0) }
    return Iterator(changes: changes.makeAsyncIterator(), observation: observation)
  }

  /// An iterator, which observes the key until it is released.
  public struct Iterator: AsyncIteratorProtocol {
    private var changes: AsyncStream<Element>.Iterator
    private let observation: DefaultsObservation

    init(changes: AsyncStream<Element>.Iterator, observation: DefaultsObservation) {
      self.changes = changes
      self.observation = observation
    }

    /// Returns the next change, or `nil` when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      // What the stream has buffered is left, because the sequence has ended.
      Task.isCancelled ? nil : await changes.next(isolation: actor)
    }

    /// Returns the next change, or `nil` when the task is cancelled.
    public mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }
  }
}
