#if UserDefaults
  // The whole of Foundation, because its essentials have no keyed archives.
  public import Foundation

  extension DefaultsSerializable where Self: NSObject & NSSecureCoding {
    /// Returns the object as a secure keyed archive.
    ///
    /// - Returns: The archive, as data.
    /// - Throws: The error of `NSKeyedArchiver`, for example if an object inside has no secure coding; outside Apple
    ///   platforms ``DefaultsError/Code/unencodableValue`` if its class, or that of an object inside, is nested or private.
    public func propertyListValue() throws -> PropertyListValue? {
      .data(try archive(self))
    }

    /// Returns an object of this class, or of a subclass, from a keyed archive.
    ///
    /// Each read of a key unarchives an object of its own, and no two readers share one. Outside Apple platforms only
    /// objects of this class, its subclasses, and Foundation's strings, numbers, dates, data, UUIDs, URLs and collections
    /// may be in the archive; a key names other classes with ``DefaultsBridge/keyedArchive(containing:)``.
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
    public static var keyedArchive: Self { keyedArchive(containing: []) }

    /// A secure keyed archive in which objects of other classes may be.
    ///
    /// ```swift
    /// static let pond = DefaultsKey(
    ///   "pond",
    ///   bridge: .keyedArchive(containing: [Frog.self]),
    ///   defaultValue: Pond()
    /// )
    /// ```
    ///
    /// An archive that names any other class is refused, so that no class of the program is created that the key does not
    /// name. Foundation's strings, numbers, dates, data, UUIDs, URLs, arrays, sets and dictionaries need not be named. On
    /// Apple platforms the classes that `Value` itself asks its decoder for need not be named either.
    ///
    /// - Parameter classes: The classes, with their subclasses.
    /// - Returns: The bridge.
    public static func keyedArchive(containing classes: [any (NSObject & NSSecureCoding).Type]) -> Self {
      let classes = ArchivedClasses(others: classes)
      return Self {
        .data(try archive($0))
      } decode: {
        try unarchive(Value.self, containing: classes, from: $0)
      }
    }
  }

  func archive(_ object: some NSObject & NSSecureCoding) throws -> Data {
    #if canImport(Darwin)
      return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    #else
      let check = ClassNameCheck()
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      archiver.delegate = check
      archiver.encode(object, forKey: NSKeyedArchiveRootObjectKey)
      archiver.finishEncoding()
      if let name = check.refusedName {
        throw DefaultsError.notEncodable(type: name, reason: "Foundation archives no class that is nested or private")
      }
      return archiver.encodedData
    #endif
  }

  func unarchive<Object: NSObject & NSSecureCoding>(
    _ type: Object.Type,
    containing classes: ArchivedClasses = .none,
    from stored: PropertyListValue
  ) throws -> Object {
    guard case .data(let archive) = stored, let object = try unarchive(type, containing: classes, from: archive) else {
      throw stored.mismatch(type)
    }
    return object
  }

  #if canImport(Darwin)
    private func unarchive<Object: NSObject & NSSecureCoding>(
      _ type: Object.Type,
      containing classes: ArchivedClasses,
      from archive: Data
    ) throws -> Object? {
      if classes.others.isEmpty { return try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: archive) }
      let accepted: [AnyClass] = [type] + classes.others.map { $0 as AnyClass }
      return try NSKeyedUnarchiver.unarchivedObject(ofClasses: accepted, from: archive) as? Object
    }
  #else
    private func isClass<Object>(_ found: AnyClass, _ type: Object.Type) -> Bool { found is Object.Type }

    private func unarchive<Object: NSObject & NSSecureCoding>(
      _ type: Object.Type,
      containing classes: ArchivedClasses,
      from archive: Data
    ) throws -> Object? {
      // Outside Apple platforms, Foundation's secure unarchiver traps where it should throw: at an object of another
      // class and at a damaged archive. So the archive is checked first, and then unarchived without secure coding.
      let isSound = KeyedArchive(archive)?.isSound(
        root: { $0 is Object.Type },
        accepting: { found in found is Object.Type || classes.others.contains { isClass(found, $0) } }
      )
      guard isSound == true else { return nil }
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
      unarchiver.requiresSecureCoding = false
      unarchiver.decodingFailurePolicy = .setErrorAndReturn
      let object = unarchiver.decodeObject(of: [type], forKey: NSKeyedArchiveRootObjectKey)
      if let error = unarchiver.error { throw error }
      return object as? Object
    }
  #endif
#endif
