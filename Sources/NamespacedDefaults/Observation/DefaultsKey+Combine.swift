#if canImport(Combine)
  public import Combine

  extension DefaultsKey {
    /// The values as a publisher: the current one, and then each new one, on whatever thread made the change.
    public var publisher: some Publisher<Value, Never> {
      Deferred { [self] in
        let newest = CurrentValueSubject<Value?, Never>(nil)
        let observation = observe(options: [.initial, .new]) { newest.send($0.newValue) }
        // The subscription keeps the observation, and ends it.
        return newest.compactMap { $0 }.handleEvents(receiveCancel: { observation.cancel() })
      }
    }
  }
#endif
