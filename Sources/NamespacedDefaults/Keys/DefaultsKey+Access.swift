// Swift takes equal declarations in several modules for one, so the precedence group is the usual one of this operator. A
// module that declares it for itself uses its own declaration.
infix operator ?= : AssignmentPrecedence

extension DefaultsKey {
  /// The value: the launch argument, or else the stored, the registered or the default value.
  ///
  /// An in-place change, such as `key.value += 1`, is atomic. It writes once, or not at all if the value stays the same
  /// or the change throws. It does not begin with the launch argument, because that is never written. It begins with a
  /// value that could be read: if the store cannot be read, or the stored value does not decode, the change gets the
  /// default and nothing is written. An assignment overwrites such a value. The store is locked during the change: do
  /// not pass the value `inout` to an `async` function.
  ///
  /// A value that was read is kept in memory until it changes or is removed. Readers share it, except for objects of a
  /// class and collections of them, which are decoded at each read. Objects inside of a struct are shared, and so is the
  /// default value. If threads read a value at the same time, it is decoded up to four times, so that none of them waits
  /// for another.
  ///
  /// Errors are reported to ``Defaults/problemHandler``. If the stored value does not decode, a read returns the
  /// default and leaves the stored value as it is. After a failed write the old value is still stored.
  public var value: Value {
    @inlinable get { cached.value(default: { defaultValue }, loading: { load() }) }
    set {
      let (store, access) = accessed
      set(newValue, in: store, access)
    }
    @inlinable _modify {
      var change = InPlaceChange(self)
      yield &change.value
      // Not reached if the caller's change throws.
      change.commit()
    }
  }

  /// Changes the value atomically; no other writer comes between the read and the write.
  ///
  /// That holds for all threads of this process. It also holds for other processes if the store excludes them, as
  /// ``FileStore`` does. The body may read and write other settings of the store. Nothing is written if it throws or
  /// leaves the value as it was. It begins with what is stored, and not with a launch argument, which is never written.
  ///
  /// ```swift
  /// try DefaultsKeys.launchCount.update { $0 += 1 }
  /// ```
  ///
  /// - Parameter body: A function that gets the value and changes it in place. It is not called if the value cannot be read.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws, or the one that kept the value from being read, encoded or written; the old
  ///   value is then still stored.
  @discardableResult
  public func update<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result  // generic, because Swift 6.3 crashes where it converts such a body
  ) throws -> Result {
    let (store, access) = accessed
    return try store.exclusively(in: access) {
      access.context.writeLock.beginInPlaceChange()
      defer { access.context.writeLock.endInPlaceChange() }
      var value = defaultValue
      let start = try DefaultsError.naming(name) {
        let start = ChangeStart(try names.stored(in: store, access, isWriting: true), under: names, in: store, access)
        value = try self.value(of: start, default: value)
        return start
      }
      let result = try body(&value)
      access.context.writeLock.requireThread()
      try write(value, as: encode(value), over: start)
      return result
    }
  }

  /// Stores a value if nothing is stored, and returns the value of the key: `let id = DefaultsKeys.deviceID ?= UUID()`.
  ///
  /// So a default that is computed, such as an ID, stays what it was at first. It is one atomic change: the first writer's
  /// value is everybody's, in all threads, and in all processes if the store excludes them, as ``FileStore`` does. The value
  /// is not computed where one is stored, and stored beneath a launch argument, which is returned then.
  ///
  /// An error is reported to ``Defaults/problemHandler``. If it kept the value from being stored, that value is returned
  /// nevertheless.
  @discardableResult
  public static func ?= (key: DefaultsKey, value: @autoclosure () -> Value) -> Value {
    let (store, access) = key.accessed
    var new: Value?
    do {
      if try key.names.stored(in: store) == nil {
        try store.exclusively(in: access) {
          guard try key.names.stored(in: store, access, isWriting: true) == nil else { return }
          new = value()
          if let new { try key.write(new) }
        }
      }
      return key.value
    } catch {
      store.failTransaction(error)
      access.context.problems.problem(.failedWrite, key: key.name, error: error).report()
      return new ?? value()
    }
  }

  /// Whether a value is stored under the name or the previous name, whatever its type.
  ///
  /// A store that cannot be read counts as empty, and the error is reported to ``Defaults/problemHandler``.
  public var hasValue: Bool {
    let store = store
    store.track(names)
    return names.readableForm(in: store).form != nil
  }

  /// Removes what is stored under the name and the previous name, whatever its type.
  ///
  /// A key of a member gives the member its default instead.
  ///
  /// After that the value is the registered value or the default. An error is reported to ``Defaults/problemHandler``.
  public func remove() {
    let store = store
    store.reportingErrors(as: .failedWrite, key: name) { try remove(in: store) }
  }

  private func remove(in store: any DefaultsStore) throws {
    // The member alone is removed, and not the whole.
    if let member { return try member.write(defaultValue, store) }
    try names.write(nil, in: store, store.access)
  }

  /// Returns the value, or throws the error that other calls report.
  ///
  /// - Returns: The value.
  /// - Throws: The error that kept the store from being read. Or the error of a launch argument or a stored value that does
  ///   not decode, which begins with the name: `log.level takes debug, info or warning, found "loud"`. What was found is
  ///   left out if the key is secret. An error of the program's own, as of a rule, ends such a sentence. Before that stands where the value is, if the store reports it: file, line and column of a JSON file, the name of a variable.
  public func read() throws -> Value { try find(in: store) }

  /// Returns the value that the program uses to an audit, whose reads are no use of the key.
  ///
  /// - Parameter isStrict: Whether a value that the rule of the key corrects is an error.
  /// - Returns: The value.
  /// - Throws: What ``read()`` throws.
  package func audited(isStrict: Bool = false) throws -> Value {
    let store = storeChoice.store
    store.context.declare(DeclaredNames(names.all, namespaces: owner.map { [$0.namespace] } ?? []))
    return try find(in: store, isStrict: isStrict)
  }

  private func find(in store: any DefaultsStore, isStrict: Bool = false) throws -> Value {
    store.track(names)
    var argumentName: String?
    func place(ofPart path: [any CodingKey]) -> String? {
      argumentName.map { "-\($0)" } ?? store.place(of: names)?.words(at: path)
    }
    return try DefaultsError.naming(name, at: place) {
      var malformed: DefaultsProblem?
      let found = try SearchOrder(name, in: store)
        .search(for: self) {
          malformed = $0
        } stored: {
          try names.stored(in: store)
        }
      if let malformed {
        argumentName = malformed.key
        throw malformed.error
      }
      if case .argument = found {
        argumentName = CurrentStore.arguments.texts[name] == nil ? previousName : name
      }
      var remark: DefaultsProblem?
      let value = try value(of: found.form, in: store, default: defaultValue) { remark = $0 }
      if let remark {
        if isStrict, remark.kind == .invalidValue { throw remark.error }
        remark.report()
      }
      return value
    }
  }

  /// Returns the value of a stored form, which this key reads in its own format and by its own rule.
  ///
  /// A key of a member reads the stored form of the whole.
  package func decode(_ stored: PropertyListValue) throws -> Value {
    try decode(stored, filling: defaultValue)
  }

  /// Throws the error of a stored form that the key cannot read, or that its rule refuses or would correct.
  package func requireAllowed(_ stored: PropertyListValue) throws {
    DecodingRemark.forget()
    _ = try decode(stored)
    if let remark = DecodingRemark.take(), remark.kind == .invalidValue { throw remark.error }
  }

  /// Stores a value, or throws the error that other calls report.
  ///
  /// - Parameter value: The new value.
  /// - Throws: The error that kept the value from being encoded or written; the old value is then still stored.
  public func write(_ value: Value) throws {
    let (store, access) = accessed
    try write(value, as: encode(value), in: store, access)
  }

  private func encode(_ value: Value) throws -> PropertyListValue? {
    do { return try bridge.encode(value) } catch { throw describing(error) }
  }
}

extension DefaultsKey {
  /// Stores a value, if it has changed since the start of a change; reports an error.
  @inline(__always)  // on the way of every write
  func set(_ value: Value, in store: any DefaultsStore, _ access: StoreAccess, over start: ChangeStart? = nil) {
    let form: PropertyListValue?
    do {
      form = try bridge.encode(value)
    } catch {
      store.failTransaction(error)
      return access.context.problems.problem(.unencodableValue, key: name, error: describing(error)).report()
    }
    do {
      if let start {
        try write(value, as: form, over: start)
      } else {
        try write(value, as: form, in: store, access)
      }
      access.context.problems.recordSuccess(.failedWrite)
    } catch {
      store.failTransaction(error)
      access.context.problems.problem(.failedWrite, key: name, error: error).report()
    }
  }

  /// Stores a value in its stored form.
  @inline(__always)  // on the way of every write
  func write(_ value: Value, as stored: PropertyListValue?, in store: any DefaultsStore, _ access: StoreAccess) throws {
    if let member { return try member.write(value, store) }
    if let stored, stored.mayHaveMembers { return try writeObject(stored, in: store, access) }
    try names.write(stored, in: store, access)
  }

  @inline(never)  // so that the way of a number or a text stays short
  private func writeObject(_ stored: PropertyListValue, in store: any DefaultsStore, _ access: StoreAccess) throws {
    try store.exclusively(in: access) {
      try names.write(keepingUnknownMembers(in: stored, in: access), in: store, access)
    }
  }
}
