#if !canImport(Darwin)
  // The whole of Foundation, for keyed archives are not in its essentials.
  import Foundation

  /// The objects of a keyed archive and what they refer to, before any of them is made.
  struct KeyedArchive {
    /// Objects nested more deeply than this are refused, for the unarchiver goes down to them by recursion.
    private static let depthLimit = 200
    /// The name under which this type finds references; their own is taken by the reader.
    private static let reference = "reference"

    private let objects: [Any]
    private let root: Int

    /// Reads an archive; `nil` for what is none.
    init?(_ archive: Data) {
      // References are opaque in a binary property list and dictionaries of one member, `CF$UID`, in XML. Under
      // another name they stay what they are when they are read again.
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

    /// Whether every object that is reached can be made: it is there, has a class with secure coding, and does not
    /// contain itself; and whether the root object is of a class.
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
