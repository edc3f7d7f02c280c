import NamespacedDefaults
import NamespacedDefaultsFoundation

/// The values of a store as they are when they are opened.
final class SealedValues: Sendable {
  /// A stored form, and what it was when it was opened.
  private typealias Opened = (form: PropertyListValue, value: PropertyListValue)

  let base: any DefaultsStore
  private let seal: any ValueSeal
  /// All seals that open, the one that seals first.
  private let seals: [any ValueSeal]
  /// What was opened last of each name, so that a read of a store that announces no changes opens a value once.
  private let opened = Guarded([String: Opened]())
  private static let openedLimit = 1_024

  init(base: any DefaultsStore, seals: [any ValueSeal]) {
    (self.base, self.seals) = (base, seals)
    seal = seals[0]
  }

  // MARK: Reading

  /// Returns what a name shows; inside a transaction of the store beneath what that has.
  func value(forKey name: String) throws -> PropertyListValue? {
    guard name != ReservedName.seal else { return nil }
    if let stored = try base.value(forKey: name) { return try value(of: stored, forKey: name) }
    // A store that does not open has no missing values either.
    _ = try storeID()
    return nil
  }

  /// Returns the value of a stored form; `nil` for a record that the library keeps of the store beneath.
  func value(of stored: PropertyListValue, forKey name: String) throws -> PropertyListValue? {
    if ReservedName.isReserved(name), SealedForm(stored) == nil { return nil }
    let id = try storeID()
    if let known = opened.withLock({ $0[name] }), known.form == stored { return known.value }
    guard let id else {
      throw SealedForm(stored) == nil ? DefaultsError.notSealed(name) : .missingStoreID
    }
    let value = try open(stored, forKey: name, in: id)
    remember((stored, value), forKey: name)
    return value
  }

  /// Throws the error of a store that does not open.
  func check() throws { if try storeID() == nil, try !sealedNames().isEmpty { throw DefaultsError.missingStoreID } }

  /// Returns the names in the store beneath whose values are sealed, by whichever version and key, and that of its id.
  func sealedNames() throws -> [String] {
    try base.keys().filter { name in
      if case .data(let data)? = try base.value(forKey: name) {
        data.starts(with: PropertyListValue.sealPrefix)
      } else {
        false
      }
    }
  }

  func keys() throws -> [String] {
    try base.keys().filter { name in
      guard ReservedName.isReserved(name) else { return true }
      return try name != ReservedName.seal && base.value(forKey: name).flatMap(SealedForm.init) != nil
    }
  }

  /// Returns the id of the store; `nil` before the first write.
  ///
  /// Read it after the value, because both are written at once. What was opened with another one is forgotten.
  private func storeID() throws -> Data? {
    let name = ReservedName.seal
    let stored = try base.value(forKey: name)
    let known = opened.withLock { opened in
      // Another store's id opens nothing of what was opened before.
      if opened[name]?.form != stored { opened = [:] }
      return opened[name]?.value
    }
    guard let stored else { return nil }
    guard case .data(let id) = try known ?? open(stored, forKey: name, in: Data()) else {
      throw DefaultsError.notSealed(name)
    }
    if known == nil { remember((stored, .data(id)), forKey: name) }
    return id
  }

  private func remember(_ new: Opened, forKey name: String) {
    opened.withLock { opened in
      if opened.count >= Self.openedLimit { opened = [:] }
      opened[name] = new
    }
  }

  /// Opens a stored form, and checks that it was sealed under the name.
  private func open(_ stored: PropertyListValue, forKey name: String, in id: Data) throws -> PropertyListValue {
    guard let form = SealedForm(stored) else { throw DefaultsError.notSealed(name) }
    let seals = seals.filter { $0.id == form.keyID }
    guard !seals.isEmpty else { throw DefaultsError.unknownSeal(name, keyID: form.keyID) }
    let data = SealedForm.authenticated(keyID: form.keyID, storeID: id)
    for seal in seals {
      guard let bytes = try? seal.open(form.sealed, authenticating: data) else { continue }
      let parts = PropertyListValue.values(in: bytes) ?? []
      guard parts.count == 2, case .string(let sealedName) = parts[0], sealedName == name else { break }
      return parts[1]
    }
    throw DefaultsError.brokenSeal(name, keyID: form.keyID)
  }

  // MARK: Writing

  /// Returns what the store beneath is to store for changes; call this with its write lock.
  func forms(of changes: [DefaultsChange]) throws -> [String: PropertyListValue?] {
    var forms: [String: PropertyListValue?] = [:]
    // Before a removal too: whoever cannot open the store removes nothing.
    var id = try storeID()
    if id == nil, changes.contains(where: { $0.newValue != nil }) {
      id = try makeStoreID()
      forms[ReservedName.seal] = try id.map { try sealed(.data($0), forKey: ReservedName.seal, in: Data()) }
    }
    for change in changes {
      guard change.newValue?.sealed == nil else { throw DefaultsError.sealedAlready(change.key) }
      guard change.key != ReservedName.seal else { throw DefaultsError.reservedSealName }
      forms[change.key] = .some(try change.newValue.map { try sealed($0, forKey: change.key, in: id ?? Data()) })
    }
    return forms
  }

  /// Returns what the store beneath is to store so that the newest key has sealed everything; call this with its write lock.
  func resealedForms() throws -> [String: PropertyListValue?] {
    var forms: [String: PropertyListValue?] = [:]
    let names = try keys()
    guard let id = try storeID() else {
      for name in names { _ = try value(forKey: name) }
      return forms
    }
    for name in names + [ReservedName.seal] {
      guard let stored = try base.value(forKey: name) else { continue }
      let scope = name == ReservedName.seal ? Data() : id
      // Also what the newest key has sealed, so that nothing is left that does not open.
      let value = try open(stored, forKey: name, in: scope)
      if SealedForm(stored)?.keyID != seal.id { forms[name] = try sealed(value, forKey: name, in: scope) }
    }
    return forms
  }

  private func makeStoreID() throws -> Data {
    // A new id would not open them.
    guard try sealedNames().isEmpty else { throw DefaultsError.missingStoreID }
    return .random(count: 16)
  }

  private func sealed(_ value: PropertyListValue, forKey name: String, in id: Data) throws -> PropertyListValue {
    guard let bytes = PropertyListValue.bytes(of: [.string(name), value]) else {
      throw DefaultsError.notEncodable(type: "the value of \(name.quoted)", reason: "it nests too deep")
    }
    let data = SealedForm.authenticated(keyID: seal.id, storeID: id)
    return SealedForm(keyID: seal.id, sealed: try seal.seal(bytes, authenticating: data)).stored
  }
}

extension Data {
  /// Returns bytes that nobody can guess.
  static func random(count: Int) -> Data {
    var generator = SystemRandomNumberGenerator()
    return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
