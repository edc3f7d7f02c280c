/// The values, or the changes, of one or several keys as an asynchronous sequence.
///
/// ``DefaultsKey/updates(initial:)`` and ``DefaultsKey/changes(bufferingPolicy:)`` return it. The values of several keys in
/// one store are those of one moment: a change of several keys at once is seen as a whole. The sequence ends when its task
/// is cancelled.
public struct DefaultsUpdates<Element: Sendable>: AsyncSequence, Sendable {
  fileprivate typealias Read = @Sendable () -> (Element, [PropertyListValue?])

  private let start: @Sendable () -> Iterator

  /// Creates the sequence of all changes of a key.
  init<Value>(
    changesOf key: DefaultsKey<Value>,
    _ bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy
  ) where Element == DefaultsKey<Value>.Change {
    start = {
      let (changes, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: bufferingPolicy)
      let observation = key.observe { continuation.yield($0) }
      return Iterator(elements: .buffered(changes.makeAsyncIterator()), observations: [observation])
    }
  }

  /// Creates the sequence of all changes of several keys, each element with that of one key.
  init<each Value>(changesOf keys: repeat DefaultsKey<each Value>)
  where Element == (repeat DefaultsKey<each Value>.Change?) {
    // The stores are those of now, because the task that iterates the sequence may have another one.
    let keys = (repeat (each keys).bound(to: (each keys).store))
    start = {
      let (changes, continuation) = AsyncStream.makeStream(of: Element.self)
      var observations: [DefaultsObservation] = []
      for key in repeat each keys {
        let position = observations.count
        let observation = key.observe { change in
          var index = -1
          func ifChanged<Other>(_ key: DefaultsKey<Other>) -> DefaultsKey<Other>.Change? {
            index += 1
            return index == position ? change as? DefaultsKey<Other>.Change : nil
          }
          continuation.yield((repeat ifChanged(each keys)))
        }
        observations.append(observation)
      }
      return Iterator(elements: .buffered(changes.makeAsyncIterator()), observations: observations)
    }
  }

  /// Creates the sequence of what is read of the stored forms of several keys each time that one of them has changed.
  private init(
    of keys: [any TypedKey],
    initial: Bool,
    read: @escaping @Sendable ([PropertyListValue?]) -> (Element, [PropertyListValue?])
  ) {
    start = {
      let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let observations = keys.flatMap { key in key.names.all.map { key.store.observe($0) { _ in signal.yield() } } }
      if initial { signal.yield() }
      let read: Read = { read(keys.formsOfOneMoment()) }
      let last = initial ? nil : read().1
      return Iterator(elements: .read(signals.makeAsyncIterator(), read, last: last), observations: observations)
    }
  }

  /// Creates the sequence of the values of several keys.
  init<each Value>(_ keys: repeat DefaultsKey<each Value>, initial: Bool) where Element == (repeat each Value) {
    // The stores are those of now, because the task that iterates the sequence may have another one.
    let keys = (repeat (each keys).bound(to: (each keys).store))
    var all: [any TypedKey] = []
    for key in repeat each keys { all.append(key) }
    self.init(of: all, initial: initial) { forms in
      var forms = forms.makeIterator()
      // Decoded afterwards, because that is the program's code, and the stores are locked while they are read.
      let readings = (repeat (each keys).reading(forms.next()))
      var stored: [PropertyListValue?] = []
      for reading in repeat each readings { stored.append(reading.stored) }
      return ((repeat (each readings).value), stored)
    }
  }

  /// Creates the sequence of the moments at which the value of one of several keys has changed.
  init(_ keys: [any TypedKey], initial: Bool) where Element == Void {
    let keys = keys.map { $0.erased(in: $0.store) }
    self.init(of: keys, initial: initial) { forms in ((), zip(keys, forms).map { $0.visibleForm(of: $1) }) }
  }

  /// Creates an iterator, which observes the keys from now on.
  public func makeAsyncIterator() -> Iterator { start() }

  /// An iterator, which observes the keys until it is released.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var elements: Elements
    fileprivate let observations: [DefaultsObservation]

    /// Returns the next element, or `nil` when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      // An element that is buffered is left, because the sequence has ended.
      Task.isCancelled ? nil : await elements.next(isolation: actor)
    }
  }

  /// The elements of an iterator.
  fileprivate enum Elements {
    /// Each on its own, as they are announced.
    case buffered(AsyncStream<Element>.Iterator)
    /// The newest at each signal. Signals are buffered and not values, so that each read finds the newest values.
    case read(AsyncStream<Void>.Iterator, Read, last: [PropertyListValue?]?)

    mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      switch self {
      case .buffered(var elements):
        defer { self = .buffered(elements) }
        return await elements.next(isolation: actor)
      case .read(var signals, let read, let last):
        while await signals.next(isolation: actor) != nil {
          let (value, stored) = read()
          // The last read may already have seen the change that this signal stands for.
          guard stored != last else { continue }
          self = .read(signals, read, last: stored)
          return value
        }
        return nil
      }
    }
  }
}

extension [any TypedKey] {
  /// Returns the stored forms, those in one store as they are at one moment.
  ///
  /// Different stores are read one after another. Locked together, they could be locked in another order by others.
  fileprivate func formsOfOneMoment() -> [PropertyListValue?] {
    var forms: [Int: PropertyListValue?] = [:]
    while let next = indices.first(where: { forms[$0] == nil }) {
      let store = self[next].store
      let group = indices.filter { self[$0].store.context === store.context }
      let read = { group.map { self[$0].names.readableForm(in: store).form } }
      let found = store.atOneMoment(read)
      for (index, form) in zip(group, found) { forms[index] = .some(form) }
    }
    return indices.compactMap { forms[$0] }
  }
}

extension DefaultsKey {
  /// Returns a sequence of the values: the current one first, and then each new one.
  ///
  /// ```swift
  /// for await theme in DefaultsKeys.theme.updates() { apply(theme) }
  /// ```
  ///
  /// The sequence continues for as long as the task runs and iterates it. A slow consumer gets the newest value and
  /// misses those in between; ``changes(bufferingPolicy:)`` has them all.
  ///
  /// - Parameter initial: Whether the current value comes first. Without it, the first value is that of the first change
  ///   after the iteration has begun.
  /// - Returns: The sequence; each iteration has an observation of its own.
  public func updates(initial: Bool = true) -> DefaultsUpdates<Value> {
    DefaultsUpdates(self, initial: initial)
  }

  /// Returns a sequence of all changes of the value, in commit order and each on its own.
  ///
  /// ```swift
  /// for await change in DefaultsKeys.volume.changes() {
  ///   log(change.oldValue, change.newValue)
  /// }
  /// ```
  ///
  /// Changes that the consumer has not taken yet are buffered in memory, by default without a limit. For a consumer that
  /// needs only the newest value, ``updates(initial:)`` buffers nothing. The sequence ends when its task is cancelled.
  /// Several changes that another process has made may arrive as one.
  ///
  /// - Parameter bufferingPolicy: The number of changes that are buffered at most, and which of them are dropped then.
  /// - Returns: The sequence; each iteration has an observation of its own, and begins with the next change.
  public func changes(
    bufferingPolicy: AsyncStream<Change>.Continuation.BufferingPolicy = .unbounded
  ) -> DefaultsUpdates<Change> {
    DefaultsUpdates(changesOf: bound(to: store), bufferingPolicy)
  }

  /// Returns the value, together with the stored form from which it was read.
  fileprivate func reading(_ form: PropertyListValue??) -> (value: Value, stored: PropertyListValue?) {
    let store = store
    let result = SearchOrder(name, in: store).search(for: self) { form ?? nil }
    let value = value(of: result, in: store)
    return (value, member == nil ? result.stored : (try? bridge.encode(value)) ?? result.stored)
  }
}
