extension DefaultsKey {
  /// The value: the launch argument, or else what is stored, or else what is registered, or else the default.
  ///
  /// An in-place change, such as `key.value += 1`, is atomic. It writes once, or not at all where the value stays as it
  /// was or the change throws. It begins with what is stored, because a launch argument is never written. The store is
  /// locked meanwhile: do not pass the value `inout` to an `async` function.
  ///
  /// Errors are reported to ``Defaults/problemHandler``. A stored value that does not decode gives the default and stays
  /// stored; after a failed write the old value is still there.
  public var value: Value {
    @inlinable get { cached.value(default: { defaultValue }, loading: { load() }) }
    set { set(newValue) }
    _modify {
      var change = InPlaceChange(self)
      yield &change.value
      // Not reached when the caller's change throws.
      change.commit()
    }
  }

  /// Changes the value atomically: no other writer, in this process or another, comes between.
  ///
  /// The body may read and write other settings of the store. Nothing is written when it throws or leaves the value as
  /// it was; errors are reported as for ``value``.
  ///
  /// - Parameter body: Gets the value and changes it in place.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func update<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var change = InPlaceChange(self)
    let result = try body(&change.value)
    change.commit()
    return result
  }

  /// Whether anything is stored under the name, of whatever type; a store that cannot be read counts as empty.
  public var hasValue: Bool {
    let store = store
    store.track(name)
    return reportingErrors(as: .failedRead, key: name) { try stored(in: store) != nil } ?? false
  }

  /// Removes what is stored under the name, of whatever type, so that the value is the default again.
  public func remove() {
    reportingErrors(as: .failedWrite, key: name) { try write(stored: nil, in: store) }
  }

  /// Returns the value, or throws what the other calls report.
  ///
  /// - Returns: The value.
  /// - Throws: What kept the store from being read or the stored value from being decoded.
  public func read() throws -> Value {
    let store = store
    store.track(name)
    return try value(of: SearchOrder(name, in: store).search(for: self) { try stored(in: store) })
  }

  /// Stores a value, or throws what the other calls report.
  ///
  /// - Parameter value: The new value.
  /// - Throws: What kept the value from being encoded or written; the old value is still there then.
  public func write(_ value: Value) throws {
    try write(stored: bridge.encode(value), in: store)
  }
}

extension DefaultsKey {
  /// What is known without asking the store.
  @usableFromInline var cached: CacheLookup { cache.lookUp(for: storeChoice) }

  /// Returns the value after asking the store, and caches it.
  @usableFromInline func load() -> Value { load(or: defaultValue) }

  /// Returns the value after asking the store, and caches it; with another default than the key's.
  func load(or defaultValue: Value) -> Value {
    let store = store
    store.track(name)
    // Before the store is asked: what is cached for a moment must not be older than that.
    let moment = cache.moment(of: store, storeChoice)
    let result: SearchOrder.Result
    do {
      result = try SearchOrder(name, in: store).search(for: self) { try stored(in: store) }
    } catch {
      DefaultsProblem(.failedRead, key: name, error: error).report()
      return defaultValue
    }
    do {
      switch result {
      case .argument(let form): return try bridge.decode(form)
      case .nothing:
        cache.record(nil, at: moment)
        return defaultValue
      case .stored(let form):
        let value = try cache.decoded(form) ?? bridge.decode(form)
        cache.record((value, form), at: moment)
        return value
      }
    } catch {
      DefaultsProblem(.undecodableValue, key: name, error: error).report()
      return defaultValue
    }
  }

  private func set(_ value: Value) {
    guard let form = reportingErrors(as: .unencodableValue, key: name, { try bridge.encode(value) }) else { return }
    reportingErrors(as: .failedWrite, key: name) { try write(stored: form, in: store) }
  }
}
