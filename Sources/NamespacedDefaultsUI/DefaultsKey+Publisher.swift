#if canImport(Combine)
  public import Combine
  public import NamespacedDefaults

  extension DefaultsKey {
    /// A publisher of the values: the current one first, and then each new one.
    ///
    /// It publishes on the thread that delivers the change, which may be any.
    public var publisher: some Publisher<Value, Never> {
      Deferred { [self] in
        let newest = Newest<Value>()
        let observation = observe(initial: true) { newest.subject.send($0.newValue) }
        // The subscription retains the observation and cancels it.
        return newest.subject.compactMap { $0 }.handleEvents(receiveCancel: { observation.cancel() })
      }
    }
  }

  /// The subject of the newest value.
  ///
  /// `@unchecked Sendable`: a subject takes values from any thread, but it is not declared Sendable.
  private struct Newest<Value>: @unchecked Sendable {
    let subject = CurrentValueSubject<Value?, Never>(nil)
  }
#endif
