/// The values of one or several keys, as they change: the current ones first.
///
/// A slow consumer gets the newest values and misses those between. The sequence ends when its task is cancelled.
public struct DefaultsUpdates<Element: Sendable>: AsyncSequence, Sendable {
  private let observe: @Sendable (_ signal: @escaping @Sendable () -> Void) -> [DefaultsObservation]
  private let read: @Sendable () -> (Element, [PropertyListValue?])

  init<each Value>(_ keys: repeat DefaultsKey<each Value>) where Element == (repeat each Value) {
    // The stores of now, whatever the task's is when the sequence is iterated.
    let keys = (repeat (each keys).bound(to: (each keys).store))
    observe = { signal in
      var observations: [DefaultsObservation] = []
      for key in repeat each keys { observations.append(key.store.observe(key.name) { _ in signal() }) }
      return observations
    }
    read = {
      let readings = (repeat (each keys).reading)
      var stored: [PropertyListValue?] = []
      for reading in repeat each readings { stored.append(reading.stored) }
      return ((repeat (each readings).value), stored)
    }
  }

  /// Begins to observe.
  public func makeAsyncIterator() -> Iterator {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observations = observe { signal.yield() }
    signal.yield()
    return Iterator(signals: signals.makeAsyncIterator(), read: read, observations: observations)
  }

  /// Observes until it is released.
  public struct Iterator: AsyncIteratorProtocol {
    // Signals and not values are buffered: what is read is the newest then.
    private var signals: AsyncStream<Void>.Iterator
    private let read: @Sendable () -> (Element, [PropertyListValue?])
    private let observations: [DefaultsObservation]
    private var last: [PropertyListValue?]?

    init(
      signals: AsyncStream<Void>.Iterator,
      read: @escaping @Sendable () -> (Element, [PropertyListValue?]),
      observations: [DefaultsObservation]
    ) {
      self.signals = signals
      self.read = read
      self.observations = observations
    }

    /// The next values, or `nil` when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      while await signals.next(isolation: actor) != nil {
        let (value, stored) = read()
        // The last reading may have seen what this signal is about.
        guard stored != last else { continue }
        last = stored
        return value
      }
      return nil
    }

    /// The next values, or `nil` when the task is cancelled.
    public mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }
  }
}

extension DefaultsKey {
  /// The value together with the stored form that it was read from.
  fileprivate var reading: (value: Value, stored: PropertyListValue?) {
    let result = search(SearchOrder(name, in: store), in: store)
    return (value(of: result) { $0.report() }, result.stored)
  }
}
