#if canImport(Combine)
  public import Combine

  extension DefaultsKey {
    /// The values as a publisher: the current one, and then each new one, on whatever thread made the change.
    public var publisher: some Publisher<Value, Never> {
      Deferred { [self] in
        let newest = Newest<Value>()
        let observation = observe(options: [.initial, .new]) { newest.subject.send($0.newValue) }
        // The subscription keeps the observation, and ends it.
        return newest.subject.compactMap { $0 }.handleEvents(receiveCancel: { observation.cancel() })
      }
    }
  }

  /// The newest value.
  ///
  /// `@unchecked Sendable`: a subject takes values from any thread, but does not say so to the compiler.
  private struct Newest<Value>: @unchecked Sendable {
    let subject = CurrentValueSubject<Value?, Never>(nil)
  }
#endif
