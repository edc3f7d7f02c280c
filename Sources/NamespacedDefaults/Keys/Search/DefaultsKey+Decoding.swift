// The way from where a search ended to the value, with a report of what goes wrong.
extension DefaultsKey {
  /// Returns the result of a search in what the store holds now.
  ///
  /// A store that cannot be read counts as empty, one that is made of others as what those have that can be read.
  func search(
    _ order: SearchOrder,
    in store: any DefaultsStore,
    report: (DefaultsProblem) -> Void = { $0.report() }
  ) -> SearchOrder.Result {
    order.search(for: self, report: report) { names.readableForm(in: store, to: report).form }
  }

  /// Returns the value of a form, or the default if there is none, and reports what its decoder has remarked.
  ///
  /// - Throws: The error that kept the form from being decoded.
  @inline(__always)  // on the way of every change
  func value(
    of found: PropertyListValue?,
    in store: any DefaultsStore,
    default defaultValue: @autoclosure () -> Value,
    report: (DefaultsProblem) -> Void = { $0.report() }
  ) throws -> Value {
    guard let found else { return defaultValue() }
    return try decode(found, in: store, filling: defaultValue(), report: report)
  }

  /// Returns the value of a stored form; members that it lacks are those of the default.
  ///
  /// All decoding of the key goes through this function, so that every reader sees the same value.
  ///
  /// The default is only asked for if the form does not decode as it is. A text that does not decode is read in the other
  /// forms that it can mean. So a person can write any value as a text: in an argument, the environment or a file.
  ///
  /// - Throws: A ``DefaultsError`` that says what the key takes, also if the error is one of the program's own.
  func decode(
    _ form: PropertyListValue,
    foundIn store: (any DefaultsStore)? = nil,
    filling defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    do {
      return try decodeOrFill(from: defaultValue()) { try bridge.decode(form) }
    } catch {
      return try decodeOtherwise(form, in: store ?? storeChoice.store, after: error)
    }
  }

  @inline(never)  // so that a form that decodes as it is costs no look-up of an optional type
  private func decodeOtherwise(_ form: PropertyListValue, in store: any DefaultsStore, after error: any Error) throws
    -> Value
  {
    do {
      return try decodeText(form, in: store, after: error)
    } catch {
      throw DefaultsError(error, decoding: Value.self, from: form, rule: bridge.rule)
    }
  }

  private func decodeText(_ form: PropertyListValue, in store: any DefaultsStore, after error: any Error) throws
    -> Value
  {
    guard case .string(let text) = form else { throw error }
    var reason = error
    // The first form that the type reads is what the text means, even if a rule forbids that value.
    let decodeType = bridge.validity?.decode ?? bridge.decode
    // Data are a whole file as it is, and never what is in it.
    let bytes = (store as? any PlaceReporting)?.bytes(ofText: text, of: names).map { [PropertyListValue.data($0)] }
    for form in (bytes ?? []) + storedForms(ofArgument: text, isList: isList(Value.self)) {
      do {
        _ = try decodeType(form)
      } catch {
        // A form with a part was meant. Collections are read from their own forms, and not from those of encoders.
        let isOwnForm = Composition(wrapped(in: Value.self) ?? Value.self) != nil
        if error.isOfPart, isOwnForm || !reason.isOfPart { reason = error }
        continue
      }
      return try bridge.decode(form)
    }
    throw reason
  }

  /// Returns the value of a stored form, and reports what its decoder has remarked.
  ///
  /// - Throws: The error that kept the form from being decoded, which says what was found.
  func decode(
    _ form: PropertyListValue,
    in store: any DefaultsStore,
    filling defaultValue: @autoclosure () -> Value,
    report: (DefaultsProblem) -> Void = { $0.report() }
  ) throws -> Value {
    DecodingRemark.forget()
    do {
      let value = try decode(form, foundIn: store, filling: defaultValue())
      if let remark = DecodingRemark.take() {
        report(store.problem(remark.kind, of: names, error: describing(remark.error), form: form))
      }
      return value
    } catch {
      throw describing(error)
    }
  }

  /// Returns an error about a value, which says what was found, unless the value is secret.
  package func describing(_ error: any Error, showsFound: Bool = true) -> any Error {
    guard let error = error as? DefaultsError, error.misfit != nil else { return error }
    // A key of a string proxy has no declaration, and its name may be that of a secret.
    guard declaration != nil || member != nil, !isSecret else {
      return showsFound ? error.hidingFound() : error.withoutFound()
    }
    return error.quoting(example: exampleObject, showsFound: showsFound)
  }

  /// The default in JSON, if it is a short object.
  private var exampleObject: String? {
    let form = try? bridge.encode(defaultValue)
    let json = if case .data(let json)? = form { json } else { form?.storedJSON }
    guard let json, json.first == UInt8(ascii: "{"), json.count <= 80 else { return nil }
    return String(validating: json, as: UTF8.self)
  }

  /// Returns the value where a search ended, or the default if it does not decode.
  ///
  /// The error is reported.
  func value(
    of result: SearchOrder.Result,
    in store: any DefaultsStore,
    report: (DefaultsProblem) -> Void = { $0.report() }
  ) -> Value {
    do {
      return try value(of: result.form, in: store, default: defaultValue, report: report)
    } catch {
      report(store.problem(.undecodableValue, of: names, error: error, form: result.stored))
      return valueBeneath(in: store, filling: defaultValue, report: report)?.value ?? defaultValue
    }
  }

  /// Returns the first value that the key can read, of a store of layers, beneath one that it cannot and that was reported.
  func valueBeneath(
    in store: any DefaultsStore,
    filling defaultValue: @autoclosure () -> Value,
    report: (DefaultsProblem) -> Void = { $0.report() }
  ) -> (value: Value, stored: PropertyListValue)? {
    for form in store.context.view?.values(names, over: store.ownValue).dropFirst() ?? [] {
      if let value = try? decode(form, in: store, filling: defaultValue(), report: report) { return (value, form) }
    }
    return nil
  }
}

extension Error {
  /// Whether the error says more than that the whole value is another one.
  fileprivate var isOfPart: Bool { (self as? DefaultsError)?.misfit?.isOfPart == true }
}

extension DefaultsKey {
  /// The result of a look-up in the cache, without reading the store.
  @usableFromInline var cached: CacheLookup {
    #if DEBUG
      checkNamespace()
    #endif
    return cache.lookUp(for: storeChoice)
  }

  /// Returns the value after reading the store, and caches it.
  @usableFromInline func load() -> Value { load(or: defaultValue) }

  /// Returns the value after reading the store, and caches it; uses a default other than that of the key.
  func load(or defaultValue: @autoclosure () -> Value) -> Value {
    if let member { return member.read() }
    let context = storeChoice.store.context
    // Another process may have changed other names only. It may also commit again before this thread looks again.
    var attempts = 0
    while attempts < 8, cache.isRecorded, context.catchUpIfBehind() {
      attempts += 1
      let found = cached
      if case .unknown = found { continue }
      return found.value(default: defaultValue) { loadFromStore(or: defaultValue()) }
    }
    // Only a key that has been checked leaves a slot, so an equal one need not be checked again.
    guard cache.takeSlot(slotIdentity, forKey: name, from: context) else { return loadFromStore(or: defaultValue()) }
    #if DEBUG
      // Its default may differ.
      _ = store
    #endif
    return cached.value(default: defaultValue) { loadFromStore(or: defaultValue()) }
  }

  private var slotIdentity: NamedSlot.Identity {
    NamedSlot.Identity(
      value: Value.self,
      bridge: bridge.identity,
      previousName: previousName,
      declaration: declaration
    )
  }

  private func loadFromStore(or defaultValue: @autoclosure () -> Value) -> Value {
    let store = store
    let tracked = store.track(names)
    let version = cache.version(of: names, in: store.context)
    if let tracked, let version { cache.record(tracked, of: version.store) }
    let stripe = cache.stripe
    var isWhole = true
    let result = SearchOrder(name, in: store).search(for: self) {
      let found = names.readableForm(in: store)
      isWhole = found.failure == nil
      return found.form
    }
    // Keys that share what they read may have other defaults.
    var isShareable = true
    func defaultOfThisKey() -> Value {
      isShareable = false
      return defaultValue()
    }
    func record(_ found: (value: Value, stored: PropertyListValue)?) {
      cache.record(
        found,
        in: stripe,
        isShareable: isShareable,
        as: slotIdentity,
        forKey: name,
        in: store,
        at: isWhole ? version : nil
      )
    }
    switch result {
    case .argument(let form): return (try? decode(form, in: store, filling: defaultValue())) ?? defaultValue()
    case .nothing: break
    case .stored(let form):
      do {
        let value = try cache.value(of: form, in: stripe) {
          try decode($0, in: store, filling: defaultOfThisKey())
        }
        // A view that has to be asked is asked about one name when the result is used again.
        let context = store.context
        if names.previous == nil || context.announcesEveryChange || context.view == nil { record((value, form)) }
        return value
      } catch {
        store.problem(.undecodableValue, of: names, error: error, form: form).report()
        if let found = valueBeneath(in: store, filling: defaultOfThisKey()) {
          record(found)
          return found.value
        }
      }
    }
    // A value that does not decode is cached as absent until it changes. A store that has to be asked is not asked
    // about the previous name when the result is used again.
    if names.previous == nil || store.context.announcesEveryChange {
      record(nil)
    }
    return defaultValue()
  }
}
