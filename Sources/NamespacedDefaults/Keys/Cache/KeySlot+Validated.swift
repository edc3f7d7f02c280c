// The results of reads of a store without a version, which is asked at each read whether it still has what was read.
extension KeySlot {
  /// Returns what is cached if the store of a validator still has what it was read from.
  ///
  /// The caller keeps the validator, and the slot its box. To retain them would cost as much as the lock.
  func lookUp(with validator: Unmanaged<CacheValidator>) -> CacheLookup {
    let result = Unmanaged.passUnretained(box)._withUnsafeGuaranteedRef { box in
      box.state.withLock { $0.result }
    }
    guard let result, validator._withUnsafeGuaranteedRef({ $0.holds(result) }) else { return .unknown }
    return result.value.map { .object($0) } ?? .nothingStored
  }

  /// Caches the result of a read of a store without a version.
  ///
  /// - Parameters:
  ///   - found: The value and its stored form; `nil` means that nothing is stored.
  ///   - name: The stored name.
  ///   - version: The version of the store before it was read.
  ///   - validator: The store's validator.
  ///   - register: A closure that gets the place of the value, so that a removal drops it.
  func record<Value: Sendable>(
    _ found: (value: Value, stored: PropertyListValue)?,
    forKey name: String,
    at version: UInt64,
    of validator: CacheValidator,
    register: (any CachedCopy) -> Void
  ) {
    let isKept = found == nil || !isDecodedAtEachRead && validator.canCheck(name)
    let object = found.map { CachedValue($0.value, stored: $0.stored) }
    let result = CacheValidator.ReadResult(of: validator, name, stored: found?.stored, at: version, value: object)
    // Before the version is compared, so that a removal either drops the object or is noticed.
    if isKept, object != nil { register(box) }
    let former = box.state.withLock { state in
      // No version holds from now on.
      write(nil, isStored: false, word: 0)
      let isCurrent = isKept && validator.version == version
      return state.replace(with: isCurrent ? object : nil, result: isCurrent ? result : nil)
    }
    withExtendedLifetime(former) {}
  }
}
