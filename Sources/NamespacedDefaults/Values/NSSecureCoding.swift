// The whole of Foundation, because its essentials have no keyed archives.
public import Foundation

extension DefaultsSerializable where Self: NSObject & NSSecureCoding {
  /// Returns the object as a secure keyed archive.
  ///
  /// - Returns: The archive, as data.
  /// - Throws: The error of `NSKeyedArchiver`, for example if an object inside has no secure coding.
  public func propertyListValue() throws -> PropertyListValue? {
    .data(try archive(self))
  }

  /// Returns an object of this class, or of a subclass, from a keyed archive.
  ///
  /// Each read of a key unarchives an object of its own, and no two readers share one.
  ///
  /// - Parameter stored: The stored form.
  /// - Returns: The object.
  /// - Throws: ``DefaultsError/Code/typeMismatch``, or the error of `NSKeyedUnarchiver`.
  public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
    try unarchive(Self.self, from: stored)
  }
}

extension DefaultsBridge where Value: NSObject & NSSecureCoding {
  /// A secure keyed archive.
  ///
  /// The class itself need not conform to ``DefaultsSerializable``.
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

/// Returns the URL in an archive, as `UserDefaults.set(_: URL?, forKey:)` stores it on Apple platforms.
func unarchiveURL(_ archive: Data) -> URL? {
  (try? unarchive(NSURL.self, from: archive)) as URL?
}

private func unarchive<Object: NSObject & NSSecureCoding>(_ type: Object.Type, from archive: Data) throws -> Object? {
  #if canImport(Darwin)
    return try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: archive)
  #else
    // Outside Apple platforms, Foundation's secure unarchiver traps where it should throw: at an object of another
    // class and at a damaged archive. So the archive is checked first, and then unarchived without secure coding.
    guard KeyedArchive(archive)?.isSound(forRoot: type) == true else { return nil }
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let object = unarchiver.decodeObject(of: [type], forKey: NSKeyedArchiveRootObjectKey)
    if let error = unarchiver.error { throw error }
    return object as? Object
  #endif
}
