/// Where the values of a store lie: what the library calls to read and to write them, and what no program calls.
///
/// A store of your own conforms to this protocol and to ``DefaultsStore``, or gives its ``DefaultsStoreContext`` another object
/// that does. Run
/// `StoreBattery` of `NamespacedDefaultsTesting` to check that it keeps the promises of every store.
///
/// The library reads, and calls ``apply(_:)``, with the memory of the store's context locked; so values that change in
/// ``apply(_:)`` alone need no other lock. It calls ``beginWriting()``, ``persist(_:)`` and ``endWriting()`` with the write
/// lock: no other thread changes the store meanwhile, and all others read it. So what these share with reads needs a lock of
/// your own.
public protocol DefaultsStorage: AnyObject, Sendable {
  /// Returns the stored value of a key, or `nil` if there is none.
  ///
  /// - Throws: An error if the store cannot be read.
  func storedValue(forKey name: String) throws -> PropertyListValue?

  /// Returns the names of all stored values in no particular order, without any names of the system.
  ///
  /// - Throws: An error if the store cannot be read.
  func storedKeys() throws -> [String]

  /// Writes the new values of all changes to where they last, so that nobody sees them yet.
  ///
  /// It may wait for a disk or a server. ``apply(_:)`` follows if it returns.
  ///
  /// - Parameter changes: One or more changes of different keys. In each the new value differs from the old one.
  /// - Throws: An error if the changes cannot be written. In that case every old value is still stored.
  func persist(_ changes: [DefaultsChange]) throws

  /// Makes the changes those that readers get, all or none, which should take a moment only.
  ///
  /// The library announces them afterwards. A debug build stops where a file of the library's stores is written in here,
  /// because every read would wait for the disk.
  ///
  /// - Parameter changes: Those that were persisted.
  /// - Throws: An error if that is not possible, as where another program has overwritten a file. In that case every old
  ///   value is still stored. A store whose ``persist(_:)`` lets nobody see anything throws none.
  func apply(_ changes: [DefaultsChange]) throws

  /// Locks the store against other processes and reads what they have written.
  ///
  /// The default implementation does nothing.
  ///
  /// - Throws: An error if the store cannot be locked. In that case nothing is written.
  func beginWriting() throws

  /// Unlocks the store for other processes.
  ///
  /// The default implementation does nothing.
  func endWriting()

  /// Returns the form in which the store keeps a value: what ``storedValue(forKey:)`` returns once the value is stored.
  ///
  /// The library calls this, with data, dates, doubles, arrays and dictionaries, to write nothing if the store keeps the
  /// same already, and to announce what readers get. Implement it if the store does not keep every such value as it is, as
  /// one without fractions of a second. The form of a form is the form itself.
  ///
  /// The default implementation returns the value.
  ///
  /// - Parameter value: A value that is to be stored.
  /// - Returns: The form.
  func storedForm(of value: PropertyListValue) -> PropertyListValue
}

extension DefaultsStorage {
  /// Does nothing, which is right for a store that no other process writes.
  public func beginWriting() throws {}

  /// Does nothing, which is right for a store that no other process writes.
  public func endWriting() {}

  /// The value itself.
  public func storedForm(of value: PropertyListValue) -> PropertyListValue { value }
}

extension DefaultsStore {
  /// The storage that the context was given.
  public var _storage: any DefaultsStorage {
    guard let storage = context.storage else {
      fatalError("NamespacedDefaults: \(Self.self) has no storage: give its DefaultsStoreContext one, or let it be one")
    }
    return storage
  }
}

extension DefaultsStore where Self: DefaultsStorage {
  /// The store itself.
  public var _storage: any DefaultsStorage { self }
}
