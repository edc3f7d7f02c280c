/// The values of one or several keys as an asynchronous sequence: the current values first, and then the new ones.
///
/// The values of several keys in one store are those of one moment: a change of several keys at once is seen as a whole.
/// A slow consumer gets the newest values and misses those in between. The sequence ends when its task is cancelled.
public struct DefaultsUpdates<Element: Sendable>: AsyncSequence, Sendable {
  private let observe: @Sendable (_ signal: @escaping @Sendable () -> Void) -> [DefaultsObservation]
  private let read: @Sendable () -> (Element, [PropertyListValue?])
  private let initial: Bool

  /// Creates the sequence of the values of several keys.
  init<each Value>(_ keys: repeat DefaultsKey<each Value>, initial: Bool) where Element == (repeat each Value) {
    self.initial = initial
    // The stores are those of now, because the task that iterates the sequence may have another one.
    let keys = (repeat (each keys).bound(to: (each keys).store))
    observe = { signal in
      var observations: [DefaultsObservation] = []
      for key in repeat each keys { observations.append(key.store.observe(key.name) { _ in signal() }) }
      return observations
    }
    var readers: [StoredReader] = []
    for key in repeat each keys { readers.append(StoredReader(key)) }
    read = { [readers] in
      var forms = readers.formsOfOneMoment().makeIterator()
      // Decoded afterwards, because that is the program's code, and the stores are locked while they are read.
      let readings = (repeat (each keys).reading(forms.next()))
      var stored: [PropertyListValue?] = []
      for reading in repeat each readings { stored.append(reading.stored) }
      return ((repeat (each readings).value), stored)
    }
  }

  /// Creates the sequence of the moments at which the value of one of several keys has changed.
  init(_ keys: [any TypedKey], initial: Bool) where Element == Void {
    self.initial = initial
    let keys = keys.map { $0.erased(in: $0.store) }
    observe = { signal in keys.map { $0.store.observe($0.name) { _ in signal() } } }
    let readers = keys.map { StoredReader($0) }
    read = { ((), zip(keys, readers.formsOfOneMoment()).map { $0.visibleForm(of: (try? $1.get()) ?? nil) }) }
  }

  /// Creates an iterator, which observes the keys from now on.
  public func makeAsyncIterator() -> Iterator {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observations = observe { signal.yield() }
    if initial { signal.yield() }
    return Iterator(
      signals: signals.makeAsyncIterator(),
      read: read,
      observations: observations,
      last: initial ? nil : read().1
    )
  }

  /// An iterator, which observes the keys until it is released.
  public struct Iterator: AsyncIteratorProtocol {
    // Signals are buffered and not values, so that each read finds the newest values.
    private var signals: AsyncStream<Void>.Iterator
    private let read: @Sendable () -> (Element, [PropertyListValue?])
    private let observations: [DefaultsObservation]
    private var last: [PropertyListValue?]?

    init(
      signals: AsyncStream<Void>.Iterator,
      read: @escaping @Sendable () -> (Element, [PropertyListValue?]),
      observations: [DefaultsObservation],
      last: [PropertyListValue?]?
    ) {
      self.signals = signals
      self.read = read
      self.observations = observations
      self.last = last
    }

    /// Returns the next values, or `nil` when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      // What the stream has buffered is left, because the sequence has ended.
      if Task.isCancelled { return nil }
      while await signals.next(isolation: actor) != nil {
        let (value, stored) = read()
        // The last read may already have seen the change that this signal stands for.
        guard stored != last else { continue }
        last = stored
        return value
      }
      return nil
    }

    /// Returns the next values, or `nil` when the task is cancelled.
    public mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }
  }
}

/// A reader of a key's stored form.
private struct StoredReader: Sendable {
  let store: any DefaultsStore
  let read: @Sendable () throws -> PropertyListValue?

  init(_ key: some TypedKey) {
    let store = key.store
    self.store = store
    read = { try key.stored(in: store) }
  }
}

extension [StoredReader] {
  /// Returns the stored forms, those in one store as they are at one moment.
  ///
  /// Different stores are read one after another. Locked together, they could be locked in another order by others.
  fileprivate func formsOfOneMoment() -> [Result<PropertyListValue?, any Error>] {
    var forms: [Int: Result<PropertyListValue?, any Error>] = [:]
    while let next = indices.first(where: { forms[$0] == nil }) {
      let store = self[next].store
      let group = indices.filter { self[$0].store.context === store.context }
      let found = store.atOneMoment { group.map { index in Result { try self[index].read() } } }
      for (index, form) in zip(group, found) { forms[index] = form }
    }
    return indices.compactMap { forms[$0] }
  }
}

extension DefaultsKey {
  /// Returns the value, together with the stored form from which it was read.
  fileprivate func reading(
    _ form: Result<PropertyListValue?, any Error>?
  ) -> (value: Value, stored: PropertyListValue?) {
    let store = store
    let result = SearchOrder(name, in: store).search(for: self) {
      store.reportingErrors(as: .failedRead, key: name) { try form?.get() } ?? nil
    }
    let value = value(of: result, in: store)
    return (value, member == nil ? result.stored : (try? bridge.encode(value)) ?? result.stored)
  }
}
