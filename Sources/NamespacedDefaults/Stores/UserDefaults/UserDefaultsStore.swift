// The whole of Foundation, for `UserDefaults` is not in its essentials.
public import Foundation

/// A store over a `UserDefaults`: the program's own settings, or those of a suite or an app group.
///
/// It shows what is stored, and neither launch arguments nor registered defaults nor settings of the system, which
/// `UserDefaults` mixes in. Stores over one `UserDefaults`, or over one suite opened by name, share their lock and
/// their observers. A `UserDefaults` of a suite that was made elsewhere does not tell its name: a store over it is
/// one of its own, and a registered default that equals the stored value passes for it.
///
/// Outside Apple platforms Foundation keeps a suite in one XML file, `$XDG_CONFIG_HOME/<name>.plist` or
/// `~/.config/<name>.plist`, and forgets what is not synchronized. This store writes that file after every change, so
/// a change survives the end of the process, at O(n) for n stored values, and so does the next read. All types and
/// all texts, control characters included, come back from the file as they were, with three exceptions: a date loses
/// its fraction of a second, `-0.0` its sign, and an unsigned integer of at most `Int64.max` was an integer all along.
/// Other programs may be unable to read a file that has control characters in it.
///
/// What this store cannot put right there, because the file is Foundation's: two processes that write one suite
/// overwrite each other's changes; a file that is damaged, or cut by a crash while it is written, reads as empty; and
/// nothing waits for the disk. Use `FileStore` where this matters.
public final class UserDefaultsStore: DefaultsStore {
  /// The store over `UserDefaults.standard`.
  public static let standard = UserDefaultsStore(.standard)

  private let domain: UserDefaultsDomain

  /// The name of the suite, where it is known.
  public var label: String { "UserDefaultsStore\(domain.reader.name.map { " \($0.debugDescription)" } ?? "")" }

  /// The lock and the observers of everything stored in the same place.
  public var context: DefaultsStoreContext { domain.context }

  /// Makes a store over a `UserDefaults`.
  ///
  /// - Parameter defaults: Where values are stored.
  public convenience init(_ defaults: UserDefaults) {
    self.init(domain: .shared(over: defaults))
  }

  init(domain: UserDefaultsDomain) {
    self.domain = domain
  }

  /// Makes a store over a suite.
  ///
  /// - Parameter suiteName: The name of the suite, or of an app group on Apple platforms.
  /// - Throws: ``DefaultsError/Code/invalidStoreName`` for a name that is empty, is `.`, holds `/`, `..` or NUL, or is
  ///   one that Foundation keeps for itself.
  public convenience init(suiteName: String) throws {
    guard !suiteName.isEmpty, suiteName != ".", !suiteName.contains(".."),
      !suiteName.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }),
      let domain = UserDefaultsDomain.shared(suiteName: suiteName)
    else { throw DefaultsError.invalidStoreName(suiteName) }
    self.init(domain: domain)
  }

  /// The stored value of a key, or `nil` when there is none.
  ///
  /// - Parameter name: The stored name.
  /// - Returns: The stored value.
  /// - Throws: ``DefaultsError/Code/notPropertyList`` for an object that other code stored and that is no
  ///   property list.
  public func value(forKey name: String) throws -> PropertyListValue? {
    try context.withLock { try domain.reader.value(forKey: name) }
  }

  /// The names of all stored values, in no order; O(n).
  public func keys() -> [String] {
    context.withLock { domain.reader.keys() }
  }

  /// Stores the new values; called by the library.
  ///
  /// In memory all are stored or none; outside Apple platforms the file is then written once.
  ///
  /// - Parameter changes: The changes.
  /// - Throws: ``DefaultsError/Code/notEncodable`` for a value that the file cannot hold, a date that is not
  ///   finite or more than 128 nested collections among it, and ``DefaultsError/Code/failedSystemCall`` where the file could
  ///   not be written; every old value is still there then, until outside Apple platforms another suite is written,
  ///   when Foundation forgets what it could not write.
  public func commit(_ changes: [DefaultsChange]) throws {
    for change in changes {
      guard let value = change.newValue else { continue }
      try PropertyListValue.checkText(change.key)
      try value.checkXML()
    }
    domain.record(changes)
    for change in changes { domain.set(change.newValue, forKey: change.key) }
    #if !canImport(Darwin)
      do {
        try synchronize()
      } catch {
        for change in changes { domain.set(change.oldValue, forKey: change.key) }
        throw error
      }
    #endif
  }

  /// Writes what has not been written; outside Apple platforms there is never anything, and nothing waits for the disk.
  ///
  /// - Throws: ``DefaultsError/Code/failedSystemCall`` where the file could not be written.
  public func synchronize() throws {
    var isWritten = false
    let code = systemCode { isWritten = domain.defaults.synchronize() }
    guard isWritten else {
      let code = code == 0 ? SystemCode.inputOutput : code
      throw DefaultsError.system(operation: "synchronize", path: domain.reader.name ?? "UserDefaults", code: code)
    }
  }
}
