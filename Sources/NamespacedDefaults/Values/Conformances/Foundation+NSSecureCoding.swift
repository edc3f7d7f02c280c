#if UserDefaults
  // The whole of Foundation, because its essentials have no keyed archives.
  public import Foundation

  // This breaks the tie between the two. JSON is used because people and other programs can read it.
  extension DefaultsSerializable where Self: NSObject & NSSecureCoding & Codable {
    /// Returns the object as JSON data with sorted keys.
    ///
    /// The bridge `.keyedArchive` stores an archive instead.
    ///
    /// - Returns: The JSON data.
    /// - Throws: ``DefaultsError/Code/unencodableValue`` for what JSON cannot hold, or an error of the type's own `encode(to:)`.
    public func propertyListValue() throws -> PropertyListValue? {
      .data(try encodeJSON(self))
    }

    /// Returns the object that is decoded from JSON or, failing that, from a keyed archive.
    ///
    /// - Parameter stored: The stored form.
    /// - Returns: The object.
    /// - Throws: ``DefaultsError/Code/typeMismatch``, or an error of the type's own `init(from:)`.
    public static func value(fromPropertyList stored: PropertyListValue) throws -> Self {
      do {
        return try decodeCodable(Self.self, from: stored)
      } catch {
        guard let object = try? DefaultsBridge<Self>.keyedArchive.decode(stored) else { throw error }
        return object
      }
    }
  }
#endif
