extension DefaultsKey {
  /// The value: the launch argument, or else what is stored, or else what is registered, or else the default.
  ///
  /// An in-place change, such as `key.value += 1`, is atomic, and writes once or, where the value stays as it was or
  /// the change throws, not at all. It begins with what is stored, for a launch argument is never written. The store is
  /// locked meanwhile: do not pass the value `inout` to an `async` function.
  ///
  /// What goes wrong is reported to ``Defaults/problemHandler``. A stored value that does not decode gives the default
  /// and stays stored; after a failed write the old value is still there.
  public var value: Value {
    @inlinable get { remembered.value(default: { defaultValue }, asking: { askedValue }) }
    set { set(newValue) }
    _modify {
      var change = InPlaceChange(self)
      // Reached also when the caller's change throws, whereas what follows the yield is not.
      defer { change.end() }
      yield &change.value
      change.commit()
    }
  }

  /// Changes the value atomically: no other writer, in this process or another, comes between.
  ///
  /// The body may read and write other settings of the store. Nothing is written when it throws or leaves the value as
  /// it was; what goes wrong is reported as for ``value``.
  ///
  /// - Parameter body: Gets the value and changes it in place.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func update<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var change = InPlaceChange(self)
    defer { change.end() }
    let result = try body(&change.value)
    change.commit()
    return result
  }

  /// Whether anything is stored under the name, of whatever type; a store that cannot be read counts as empty.
  public var hasValue: Bool {
    let store = store
    store.track(name)
    do {
      return try stored(in: store) != nil
    } catch {
      Defaults.report(DefaultsProblem(.failedRead, key: name, error: error))
      return false
    }
  }

  /// Removes what is stored under the name, of whatever type, so that the value is the default again.
  public func remove() {
    do {
      try write(stored: nil, in: store)
    } catch {
      Defaults.report(DefaultsProblem(.failedWrite, key: name, error: error))
    }
  }

  /// The value, for those who want to know at the call what goes wrong.
  ///
  /// - Returns: The value.
  /// - Throws: What kept the store from being read or the stored value from being decoded.
  public func read() throws -> Value {
    let store = store
    store.track(name)
    if let value = Defaults.arguments.value(for: self, report: Defaults.report) { return value }
    return try storedOrRegistered(in: store).map(bridge.decode) ?? defaultValue
  }

  /// Stores a value, for those who want to know at the call what goes wrong.
  ///
  /// - Parameter value: The new value.
  /// - Throws: What kept the value from being encoded or written; the old value is still there then.
  public func write(_ value: Value) throws {
    try write(stored: bridge.encode(value), in: store)
  }
}

// The steps of the accesses above; each reports what goes wrong instead of throwing it.
extension DefaultsKey {
  @usableFromInline var remembered: Remembered { memory.read(for: storeChoice) }

  /// The value, after asking the store; what it says is remembered.
  @usableFromInline var askedValue: Value { askedValue(or: defaultValue) }

  /// The same with another default.
  func askedValue(or defaultValue: Value) -> Value {
    let store = store
    store.track(name)
    if let value = Defaults.arguments.value(for: self, report: Defaults.report) { return value }
    // Before the store is asked: what is remembered for a moment must not be older than that.
    let moment = memory.moment(of: store, storeChoice)
    let stored: PropertyListValue?
    do {
      stored = try storedOrRegistered(in: store)
    } catch {
      Defaults.report(DefaultsProblem(.failedRead, key: name, error: error))
      return defaultValue
    }
    guard let stored else {
      memory.note(nil, at: moment)
      return defaultValue
    }
    do {
      let value = try memory.decoded(stored) ?? bridge.decode(stored)
      memory.note((value, stored), at: moment)
      return value
    } catch {
      Defaults.report(DefaultsProblem(.undecodableValue, key: name, error: error))
      return defaultValue
    }
  }

  /// What is stored, or else what is registered.
  func visibleValue(in store: any DefaultsStore, report: (DefaultsProblem) -> Void) -> PropertyListValue? {
    do {
      return try storedOrRegistered(in: store)
    } catch {
      report(DefaultsProblem(.failedRead, key: name, error: error))
      return nil
    }
  }

  /// The value of a stored form, or the default.
  func decoded(_ stored: PropertyListValue?, report: (DefaultsProblem) -> Void) -> Value {
    guard let stored else { return defaultValue }
    do {
      return try bridge.decode(stored)
    } catch {
      report(DefaultsProblem(.undecodableValue, key: name, error: error))
      return defaultValue
    }
  }

  private func set(_ value: Value) {
    let stored: PropertyListValue?
    do {
      stored = try bridge.encode(value)
    } catch {
      return Defaults.report(DefaultsProblem(.unencodableValue, key: name, error: error))
    }
    do {
      try write(stored: stored, in: store)
    } catch {
      Defaults.report(DefaultsProblem(.failedWrite, key: name, error: error))
    }
  }
}
