public import NamespacedDefaults
public import NamespacedDefaultsFoundation

/// A key of 256 bits with which a program seals its secrets.
///
/// ```swift
/// // On Apple platforms, in the Keychain.
/// let key = try SealingKey.stored(in: KeychainStore(service: "Tool"))
/// // Elsewhere, in a file that only the user can read.
/// let key = try SealingKey.stored(in: FileStore(name: "tool/key"))
/// // In a service of systemd, by LoadCredentialEncrypted=tool.key.
/// let key = try SealingKey.credential("tool.key")
/// ```
///
/// Each makes the key where there is none yet, but for a credential, which the administrator gives.
public struct SealingKey: Sendable {
  /// The number of bytes of a key.
  public static let size = 32

  /// The 32 bytes of the key.
  public let bytes: Data

  /// Creates a new key, which nobody can guess, and which is stored nowhere yet.
  public init() { bytes = .random(count: Self.size) }

  /// Creates a key of bytes that were random when they were made, and not a password.
  ///
  /// - Parameter bytes: The 32 bytes.
  /// - Throws: ``NamespacedDefaults/DefaultsError/Code/unusableKey`` if they are more or fewer.
  public init(bytes: Data) throws {
    guard bytes.count == Self.size else {
      throw DefaultsError.unusableKey("it has \(bytes.count) bytes instead of \(Self.size)", path: nil)
    }
    self.bytes = Data(bytes)
  }
}

extension SealingKey {
  /// Returns the key that a store keeps, and makes it at the first use.
  ///
  /// The store is a ``KeychainStore``, or a file for the key alone, which only its owner can read. Of several threads and
  /// processes that begin at the same time, one makes the key, and all get it. It is on the disk before this returns.
  ///
  /// Lose the key, and everything that it has sealed is lost. Keep it apart from what it seals: who copies both can read
  /// everything.
  ///
  /// - Parameters:
  ///   - name: The name of the key; a new key, for a rotation, needs a new name.
  ///   - store: The store that keeps it.
  /// - Returns: The key.
  /// - Throws: ``NamespacedDefaults/DefaultsError/Code/unusableKey`` for a value that is no key, for a file that others can read
  ///   or write, and where there is no key in a file that is damaged or was repaired; else the error of the store, such as
  ///   `notReadableYet` of a device that is locked. No key is made then.
  public static func stored(as name: String = "sealingKey", in store: any DefaultsStore) throws -> SealingKey {
    let stored = try store.value(forKey: name) ?? made(as: name, in: store)
    let path = store.place(of: KeyName(name))?.file
    if let path, try permissions(ofFile: path).map({ $0 & 0o077 != 0 }) ?? false {
      throw DefaultsError.unusableKey("others can read or write its file; let only the owner (chmod 600)", path: path)
    }
    guard case .data(let bytes) = stored, bytes.count == size else {
      throw DefaultsError.unusableKey("what is stored as \(name.quoted) is no key; it was left as it is", path: path)
    }
    return try SealingKey(bytes: bytes)
  }

  private static func made(as name: String, in store: any DefaultsStore) throws -> PropertyListValue {
    let new = PropertyListValue.data(SealingKey().bytes)
    if let keychain = store as? KeychainStore { return try keychain.addIfAbsent(new, forKey: name) }
    let stored = try store.update(name) { value in
      if let value { return value }
      for case let file as FileStore in (store as? any PlaceReporting)?.sources ?? [] {
        guard let damaged = try file.damagedFile else { continue }
        throw DefaultsError.unusableKey(
          "\(damaged) is damaged, and the key may have been there; bring it back from a backup, or, to begin without what it "
            + "has sealed, move both files away and call removeAllAndBeginAnew() of the store",
          path: file.path
        )
      }
      value = new
      return new
    }
    try store.synchronize()
    return stored
  }

  /// Returns the key that systemd gives a service as a credential.
  ///
  /// - Parameter name: The name of the credential: that of `LoadCredential=` or `LoadCredentialEncrypted=` in the unit.
  /// - Returns: The key.
  /// - Throws: ``NamespacedDefaults/DefaultsError/Code/unusableKey`` if the program was given no credentials, or as
  ///   ``init(contentsOf:owners:)`` does.
  public static func credential(_ name: String) throws -> SealingKey {
    let variable = "CREDENTIALS_DIRECTORY"
    guard let directory = try environmentVariable(variable), directory.hasPrefix("/") else {
      let advice = "give it by LoadCredential= or LoadCredentialEncrypted= in the unit"
      throw DefaultsError.unusableKey("there is no \(variable) for the credential \(name.quoted); \(advice)", path: nil)
    }
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
    else { throw DefaultsError.unusableKey("\(name.quoted) is not the name of a credential", path: nil) }
    return try SealingKey(contentsOf: URL(filePath: "\(directory)/\(name)"))
  }

  /// Creates the key that a file holds: as its 32 bytes, or as their Base64, which `openssl rand -base64 32` prints.
  ///
  /// Use this for a secret that is mounted, such as `/run/secrets/tool.key`. The file is never made or changed. Whoever
  /// mounts it decides who else can read it, which is not checked: Docker lets everyone in the container. A file that others
  /// can write is refused.
  ///
  /// - Parameters:
  ///   - url: The URL of the file.
  ///   - owners: The users whose files, and links on the way, are read.
  /// - Throws: ``NamespacedDefaults/DefaultsError/Code/unusableKey`` if it holds anything else, or others can write it;
  ///   `foreignFile` if another user
  ///   may have put it there; else the error of the system.
  public init(contentsOf url: URL, owners: FileStore.Owners = .userAndRoot) throws {
    guard url.isFileURL else { throw DefaultsError.unusableKey("its URL is not that of a file", path: nil) }
    let path = try givenPath(url.path(percentEncoded: false), owners: owners.files)
    let file = try OpenFile(path: canonicalPath(absolute: path, owners: owners.files).path, for: .readingOnly)
    try file.checkOwner(owners.files)
    if try permissions(ofFile: file.path).map({ $0 & 0o022 != 0 }) ?? false {
      throw DefaultsError.unusableKey("others can write its file (chmod go-w)", path: path)
    }
    // Base64 of 32 bytes has 44 characters, and a line end.
    let contents = try file.readAll(upTo: 64)
    let text = String(decoding: contents, as: UTF8.self).filter { !$0.isNewline }
    let bytes = contents.count == Self.size ? Data(contents) : Data(base64Encoded: text)
    guard let bytes, bytes.count == Self.size else {
      throw DefaultsError.unusableKey("it is neither \(Self.size) bytes nor the Base64 of as many", path: path)
    }
    self.bytes = bytes
  }
}

extension SealingKey: CustomStringConvertible, CustomReflectable {
  /// The number of its bits, and not the key.
  public var description: String { "SealingKey (256 bits)" }

  /// A mirror without the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension DefaultsError.Code {
  /// The code of a key of secrets that is missing or no key, or whose file others can read.
  public static let unusableKey = Self(rawValue: "unusableKey")
}

extension DefaultsError {
  fileprivate static func unusableKey(_ reason: String, path: String?) -> Self {
    Self(.unusableKey, "\(path.map { "\($0): " } ?? "")the key cannot be used: \(reason)", path: path)
  }
}
