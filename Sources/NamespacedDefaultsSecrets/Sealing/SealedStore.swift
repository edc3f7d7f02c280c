public import NamespacedDefaults

/// A store that keeps what it is given encrypted and authenticated in another one.
///
/// ```swift
/// let seal = AESGCMSeal(try .stored(in: KeychainStore(service: "Tool")))
/// let file = try FileStore(name: "tool/secrets")
/// let secrets = SealedStore(over: file, seal: seal)
/// ```
///
/// A settable chooses it by `static let store`, a key by `store:`. <doc:KeepingSecrets> shows that, where the key comes from, and
/// what sealing protects from.
///
/// - Observers, updates, transactions, durability and other processes are those of the store beneath. A transaction is one
///   commit of it. What another process has sealed is opened when it is read. Changes that are made beneath faster than they
///   are delivered can be announced as one.
/// - A read that a key remembers opens nothing, and costs about what it costs with the store beneath.
/// - Each value is bound to its name, and to a random id that the first write keeps in the store beneath, so that sealed
///   values cannot be exchanged. A copy of the whole store opens as the store does.
/// - A value that does not open is an error with a code of its own, ``NamespacedDefaults/DefaultsError/Code/unknownSeal``,
///   ``NamespacedDefaults/DefaultsError/Code/brokenSeal`` or ``NamespacedDefaults/DefaultsError/Code/notSealed``. Calls that do
///   not throw report it once, and use the default of the key. It is neither overwritten nor removed: a write, a change and
///   a removal of it fail, and observers hear nothing of it. Remove it from the store beneath if you mean to. If the key is
///   lost, ``removeAllAndBeginAnew()`` removes all.
/// - The names, the sizes and the number of the values can be read in the store beneath.
/// - The store beneath is for sealed values alone. A value that stands there unsealed is not read. What is sealed already is
///   not sealed again, so the store beneath cannot be a sealed one.
/// - Where updates are not atomic between processes, as in a `UserDefaultsStore`, let one process make the first write, because
///   two would each make an id.
/// - What reads this store gets opened values: an export and a mirror, too.
public final class SealedStore: DefaultsStore {
  /// The store's lock, which is that of the store beneath too, and its observers.
  public let context: DefaultsStoreContext
  /// The store beneath, which keeps the sealed values.
  public let base: any DefaultsStore
  private let values: SealedValues

  /// Creates a store over another one.
  ///
  /// - Parameters:
  ///   - base: The store that keeps the sealed values.
  ///   - seal: The seal of every write.
  ///   - olderSeals: Further seals that open what they have sealed; see ``reseal()``.
  public init(over base: any DefaultsStore, seal: any ValueSeal, opening olderSeals: [any ValueSeal] = []) {
    precondition(!(base is SealedStore), "NamespacedDefaults: the store beneath a SealedStore seals already")
    self.base = base
    values = SealedValues(base: base, seals: [seal] + olderSeals)
    let view = SealedView(values)
    context = DefaultsStoreContext(
      SealedStorage(values),
      over: [base.context],
      writingTo: base.context,
      showing: view,
      changeSource: view
    )
    view.watch.connect(to: context)
  }

  /// The name of the type, and the label of the store beneath.
  public var label: String { "SealedStore (\(base.label))" }

  /// That of the store beneath.
  public var lockTimeout: Duration { base.lockTimeout }

  /// Waits until all committed changes would survive a loss of power, as the store beneath does.
  ///
  /// - Throws: The error of the store beneath.
  public func synchronize() throws { try base.synchronize() }

  /// Throws if the store does not open: the error that each read and each write throws.
  ///
  /// - Throws: ``NamespacedDefaults/DefaultsError/Code/unknownSeal`` if the seals are not those of the store,
  ///   ``NamespacedDefaults/DefaultsError/Code/brokenSeal`` if its id is gone or changed, or the error of the store beneath.
  public func checkSeal() throws { try values.check() }

  /// Removes everything that is sealed, whether it opens or not, and begins anew with the seal of this store.
  ///
  /// Call it where the key is lost, as on a new phone to which a backup has brought the file without the key. What is sealed
  /// is then lost too, so ask first. What stands unsealed in the store beneath stays. Nobody can open what was sealed before,
  /// but in backups. A transaction that throws does not undo it.
  ///
  /// - Throws: The error of the store beneath, or ``NamespacedDefaults/DefaultsError/Code/unknownSeal`` if a sealed value is in
  ///   a layer of it that is not written. Everything is then as it was.
  public func removeAllAndBeginAnew() throws {
    try exclusively {
      try base.transaction {
        try base.set(values.sealedNames().reduce(into: [:]) { $0.updateValue(nil, forKey: $1) })
        guard try values.sealedNames().isEmpty else {
          throw DefaultsError(.unknownSeal, "there are sealed values in a layer of \(base.label) that is not written")
        }
      }
    }
  }

  /// Seals everything with the newest key that an older one has sealed.
  ///
  /// It does so for all values or for none, at one moment: other threads and processes that write the store meanwhile come before
  /// or after. Every value is opened, also those of the newest key. No value changes, so no observer is called, and a transaction
  /// that throws does not undo it.
  ///
  /// First let every program open with the new key, `opening:`, and then seal with it. Once this method has returned, the
  /// older keys open nothing of the store. They still open its backups.
  ///
  /// - Throws: The error of a value that does not open, or that is not sealed, or the error of the store beneath. Everything is
  ///   then as it was.
  public func reseal() throws {
    try exclusively {
      let forms = try values.resealedForms()
      if !forms.isEmpty { try base.set(forms) }
    }
  }
}

/// The values as they are sealed beneath.
///
/// `@unchecked Sendable`: what was persisted is used with the write lock alone.
private final class SealedStorage: DefaultsStorage, @unchecked Sendable {
  private let values: SealedValues
  private var persisted: PersistedChanges?

  init(_ values: SealedValues) { self.values = values }

  func storedValue(forKey name: String) throws -> PropertyListValue? { try values.value(forKey: name) }

  func storedKeys() throws -> [String] { try values.keys() }

  func persist(_ changes: [DefaultsChange]) throws { persisted = try values.base.persisted(values.forms(of: changes)) }

  func apply(_ changes: [DefaultsChange]) throws { try persisted.take()?.apply() }

  func beginWriting() throws { try values.base.beginAccess() }

  func endWriting() { values.base.endAccess() }
}

extension SealedStore: PlaceReporting {
  package func place(ofValueForKey name: String) -> ValuePlace? { base.place(of: KeyName(name)) }

  package var filePath: String? { (base as? any PlaceReporting)?.filePath }
}
