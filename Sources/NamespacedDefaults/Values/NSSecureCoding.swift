// The whole of Foundation, for keyed archives are not in its essentials.
public import Foundation

extension DefaultsSerializable where Self: NSObject & NSSecureCoding {
  /// The object as a secure keyed archive.
  ///
  /// - Returns: Data.
  /// - Throws: What `NSKeyedArchiver` throws, as it does for an object inside that is not securely coded.
  public func propertyListValue() throws -> PropertyListValue? {
    .data(try archive(self))
  }

  /// An object from a keyed archive of this class or one of its subclasses.
  ///
  /// - Parameter stored: What the store holds.
  /// - Returns: The object.
  /// - Throws: ``DefaultsError/Code/typeMismatch``, or what `NSKeyedUnarchiver` throws.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    try unarchive(Self.self, from: stored)
  }
}

extension DefaultsBridge where Value: NSObject & NSSecureCoding {
  /// A secure keyed archive, also for a class that does not conform to ``DefaultsSerializable``.
  public static var keyedArchive: Self {
    Self {
      .data(try archive($0))
    } decode: {
      try unarchive(Value.self, from: $0)
    }
  }
}

func archive(_ object: some NSObject & NSSecureCoding) throws -> Data {
  try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
}

func unarchive<Object: NSObject & NSSecureCoding>(
  _ type: Object.Type,
  from stored: PropertyListValue
) throws -> Object {
  guard case .data(let archive) = stored, let object = try unarchive(type, from: archive) else {
    throw stored.mismatch(type)
  }
  return object
}

/// The URL in an archive, as `UserDefaults.set(_: URL?, forKey:)` leaves it on Apple platforms.
func unarchiveURL(_ archive: Data) -> URL? {
  (try? unarchive(NSURL.self, from: archive)) as URL?
}

private func unarchive<Object: NSObject & NSSecureCoding>(_ type: Object.Type, from archive: Data) throws -> Object? {
  #if canImport(Darwin)
    return try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: archive)
  #else
    // Outside Apple platforms Foundation's secure unarchiver traps where it should throw, at an object of another
    // class and at a damaged archive. So the archive is checked first, and what is left is no reason to trap.
    guard KeyedArchive(archive)?.isSound(forRoot: type) == true else { return nil }
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let object = unarchiver.decodeObject(of: [type], forKey: NSKeyedArchiveRootObjectKey)
    if let error = unarchiver.error { throw error }
    return object as? Object
  #endif
}
