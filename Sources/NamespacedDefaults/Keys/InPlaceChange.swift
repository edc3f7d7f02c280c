/// An atomic in-place change of one setting, for a subscript of a settable protocol of your own.
///
/// ```swift
/// _modify {
///   var change = InPlaceChange(key(color))
///   yield &change.value
///   change.commit()
/// }
/// ```
///
/// The store is locked as long as the change lives. If the caller throws, `commit()` is not reached, and nothing is
/// written. So make a change in each `_modify`, and do not yield the property of another `_modify`: that one would
/// continue after its `yield` as if nothing had happened, and write.
///
/// It writes only if it began with a value that could be read. Otherwise the caller changes the default, because a
/// coroutine must yield a value, and the result is discarded: to write it would overwrite what could not be read. Errors
/// are reported to ``Defaults/problemHandler``.
@frozen  // other modules inline its use: where its type is known, it costs no look-ups of metadata
public struct InPlaceChange<Value: Sendable>: ~Copyable {
  /// The value to change.
  public var value: Value

  @usableFromInline let key: DefaultsKey<Value>
  @usableFromInline let access: ChangeAccess

  /// Creates a change: locks the store and reads the value.
  @inlinable
  public init(_ key: DefaultsKey<Value>) { self.init(key, default: key.defaultValue) }

  /// Creates a change that begins with another default than that of the key.
  @inlinable
  init(_ key: DefaultsKey<Value>, default defaultValue: @autoclosure () -> Value) {
    let access = key.beginChange()
    self.key = key
    value = key.startValue(of: access, default: defaultValue())
    self.access = access
  }

  /// Writes the value if it has changed.
  @inlinable
  public consuming func commit() { key.commit(value, in: access) }
}

/// What a change of a setting begins with.
///
/// It and its subclass do not depend on the type of the value, whose metadata would have to be found again and again. They
/// are objects, so that nothing of them is copied.
@usableFromInline
class ChangeStart {
  fileprivate let names: KeyName
  fileprivate let store: any DefaultsStore
  fileprivate let storeAccess: StoreAccess
  private let stored: PropertyListValue?
  /// The stored form, or else the registered one.
  fileprivate let found: PropertyListValue?
  fileprivate let writeCount: UInt64
  /// The stored form of the value with which the change begins, if that has one.
  ///
  /// Values are compared in their stored form, because they need not be Equatable. A stored form in another library's
  /// format thus stays as it is if the value does.
  private var form: PropertyListValue?
  private var hasForm = false

  /// Creates the start of a change inside exclusive access.
  init(_ stored: PropertyListValue?, under names: KeyName, in store: any DefaultsStore, _ access: StoreAccess) {
    (self.names, self.store, self.storeAccess, self.stored) = (names, store, access, stored)
    found = SearchOrder.form(stored, forKey: names.current, in: access.context)
    writeCount = access.context.writeCount
  }

  fileprivate final func record(_ form: PropertyListValue?) { (self.form, hasForm) = (form, true) }

  /// Returns whether a form differs from that of the value with which the change began.
  ///
  /// If the caller has written the setting otherwise meanwhile, what it leaves in place counts all the same.
  fileprivate final func isReplaced(by new: PropertyListValue?) throws -> Bool {
    guard hasForm, form == new else { return true }
    if storeAccess.context.writeCount == writeCount { return false }
    return try SearchOrder.form(names.stored(in: store), forKey: names.current, in: storeAccess.context) != found
  }

  /// Writes a new form; what is certainly stored still is not read again.
  fileprivate final func write(_ new: PropertyListValue?) throws {
    let context = storeAccess.context
    guard names.previous == nil, context.hasMemory, context.isCurrent,
      context.writeCount == writeCount
    else { return try names.write(new, in: store, storeAccess) }
    if let change = storeAccess.change(forKey: names.current, from: stored, to: new) { try storeAccess.write(change) }
  }
}

/// An in-place change: what it begins with, and the store, which is locked until it ends.
@usableFromInline
final class ChangeAccess: ChangeStart {
  private let isLocked: Bool
  /// Whether the store is locked, and the value could be read.
  fileprivate var isWritable: Bool
  /// Whether the change was committed, on the thread that began it.
  fileprivate var isCommitted = false

  fileprivate init(_ names: KeyName, _ store: any DefaultsStore, _ access: StoreAccess) {
    do {
      try access.begin(for: store.lockTimeout)
      access.context.writeLock.beginInPlaceChange()
      isLocked = true
    } catch {
      access.context.problems.problem(.failedWrite, key: names.current, error: error).report()
      isLocked = false
    }
    let (stored, failure) = names.readableForm(in: store, access, isWriting: isLocked)
    isWritable = isLocked && failure == nil
    if let failure { store.failTransaction(failure) }
    super.init(stored, under: names, in: store, access)
  }

  deinit {
    guard isLocked else { return }
    storeAccess.context.writeLock.endInPlaceChange(isChecked: isCommitted)
    storeAccess.end()
  }
}

// The part that does depend on it.
extension DefaultsKey {
  @usableFromInline
  func beginChange() -> ChangeAccess {
    let (store, access) = accessed
    return ChangeAccess(names, store, access)
  }

  /// Returns the value with which a change begins; the default if it could not be read, which is reported.
  @usableFromInline
  func startValue(of access: ChangeAccess, default defaultValue: @autoclosure () -> Value) -> Value {
    do {
      return try value(of: access, default: defaultValue())
    } catch {
      access.store.failTransaction(error)
      access.store.problem(.undecodableValue, of: names, error: error, form: access.found).report()
      access.isWritable = false
      return defaultValue()
    }
  }

  @usableFromInline
  func commit(_ value: Value, in access: ChangeAccess) {
    guard access.isWritable else { return }
    access.storeAccess.context.writeLock.requireThread()
    access.isCommitted = true
    set(value, in: access.store, access.storeAccess, over: access)
  }

  /// Returns the value with which a change begins.
  @inline(__always)  // on the way of every change
  func value(of start: ChangeStart, default defaultValue: @autoclosure () -> Value) throws -> Value {
    let value = try value(of: start.found, in: start.store, default: defaultValue())
    do { start.record(try bridge.encode(value)) } catch {}
    return value
  }

  /// Stores a value in its stored form if it has changed since the start of a change.
  @inline(__always)  // as above
  func write(_ value: Value, as form: PropertyListValue?, over start: ChangeStart) throws {
    guard try start.isReplaced(by: form) else { return }
    if let member { return try member.write(value, start.store) }
    if let form, form.mayHaveMembers {
      return try start.write(keepingUnknownMembers(in: form, in: start.storeAccess))
    }
    try start.write(form)
  }
}
