#if !canImport(Darwin)
  // The whole of Foundation, because its essentials have no keyed archives.
  import Foundation

  /// The objects of a keyed archive and their references, before any of the objects is created.
  struct KeyedArchive {
    /// The depth beyond which nested objects are refused, because the unarchiver reads them by recursion.
    private static let depthLimit = 200
    /// The name under which this type finds references, because a reader converts their own, `CF$UID`.
    private static let reference = "reference"

    private let objects: [Any]
    private let root: Int

    /// Creates the contents of an archive; `nil` if the data is no keyed archive.
    init?(_ archive: Data) {
      // In a binary property list, references are opaque. In XML, they are dictionaries of one member, `CF$UID`. With
      // another name in its place, they are still dictionaries when the XML is read again.
      guard let contents = try? PropertyListSerialization.propertyList(from: archive, format: nil),
        let xml = try? PropertyListSerialization.data(fromPropertyList: contents, format: .xml, options: 0),
        let plain = try? PropertyListSerialization.propertyList(
          from: Data(
            String(decoding: xml, as: UTF8.self)
              .replacing("<key>CF$UID</key>", with: "<key>\(Self.reference)</key>").utf8
          ),
          format: nil
        ) as? [String: Any],
        let objects = plain["$objects"] as? [Any],
        let top = plain["$top"] as? [String: Any],
        let root = Self.referenced(by: top[NSKeyedArchiveRootObjectKey])
      else { return nil }
      self.objects = objects
      self.root = root
    }

    /// Returns whether every object that the root refers to can be created, and whether the root is of a class.
    ///
    /// An object can be created if it is in the archive, has a class with secure coding, does not contain itself and is
    /// not nested too deeply. A root that is a plain value, such as a string, has no class and is accepted.
    func isSound<Root: NSObject>(forRoot type: Root.Type) -> Bool {
      var sound: Set<Int> = []
      guard isSound(root, path: [], &sound) else { return false }
      guard let members = objects[root] as? [String: Any] else { return true }
      return secureClass(members["$class"]) is Root.Type
    }

    private func isSound(_ index: Int, path: Set<Int>, _ sound: inout Set<Int>) -> Bool {
      if sound.contains(index) { return true }
      guard objects.indices.contains(index), !path.contains(index), path.count < Self.depthLimit else { return false }
      if let members = objects[index] as? [String: Any] {
        guard secureClass(members["$class"]) != nil else { return false }
        let inside = members.filter { $0.key != "$class" }.values.flatMap(Self.references)
        guard inside.allSatisfy({ isSound($0, path: path.union([index]), &sound) }) else { return false }
      }
      sound.insert(index)
      return true
    }

    private func secureClass(_ value: Any?) -> (any NSSecureCoding.Type)? {
      guard let index = Self.referenced(by: value), objects.indices.contains(index),
        let description = objects[index] as? [String: Any],
        let name = description["$classname"] as? String,
        let found = NSClassFromString(name) as? any NSSecureCoding.Type, found.supportsSecureCoding
      else { return nil }
      return found
    }

    private static func referenced(by value: Any?) -> Int? {
      guard let members = value as? [String: Any], members.count == 1 else { return nil }
      return members[reference] as? Int
    }

    private static func references(in value: Any) -> [Int] {
      if let index = referenced(by: value) { return [index] }
      if let elements = value as? [Any] { return elements.flatMap(references) }
      if let members = value as? [String: Any] { return members.values.flatMap(references) }
      return []
    }
  }
#endif
