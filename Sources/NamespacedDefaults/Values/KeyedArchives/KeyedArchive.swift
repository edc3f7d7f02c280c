import NamespacedDefaultsFoundation

/// The objects of a keyed archive and their references, before any of the objects is created.
struct KeyedArchive {
  typealias Node = BinaryPropertyList.Node

  let objects: [Node]
  let root: Int

  /// Creates the contents of an archive; `nil` if the data is no keyed archive in the binary format.
  init?(_ archive: Data) {
    guard BinaryPropertyList.isBinary(archive),
      case .dictionary(let members)? = try? BinaryPropertyList.root(of: archive),
      case .array(let objects)? = members["$objects"],
      case .dictionary(let top)? = members["$top"],
      // `NSKeyedArchiveRootObjectKey`, which FoundationEssentials does not have.
      case .reference(let root)? = top["root"]
    else { return nil }
    self.objects = objects
    self.root = root
  }

  /// Returns an object of the archive, or `nil` if no object has the number.
  func object(_ index: Int) -> Node? {
    objects.indices.contains(index) ? objects[index] : nil
  }

  /// Returns the object that a member of another one refers to.
  func object(_ name: String, of members: [String: Node]) -> Node? {
    if case .reference(let index)? = members[name] { object(index) } else { nil }
  }

  /// Returns the name of an object's class, or `nil` if it has none.
  func className(of members: [String: Node]) -> String? {
    guard case .dictionary(let description)? = object("$class", of: members),
      case .scalar(.string(let name))? = description["$classname"]
    else { return nil }
    return name
  }
}

extension URL {
  /// The largest number of URLs of which each is the base of another one.
  private static let baseLimit = 8

  /// Creates the URL in a keyed archive of an `NSURL`, as `UserDefaults.set(_: URL?, forKey:)` stores it on Apple
  /// platforms.
  ///
  /// No unarchiver takes part, so that no class of the archive's choice does either.
  init?(archive: Data) {
    guard let archive = KeyedArchive(archive), let url = Self.url(archive.object(archive.root), of: archive, depth: 0)
    else { return nil }
    self = url
  }

  private static func url(_ object: KeyedArchive.Node?, of archive: KeyedArchive, depth: Int) -> URL? {
    guard depth < baseLimit, case .dictionary(let members)? = object, archive.className(of: members) == "NSURL",
      case .scalar(.string(let text))? = archive.object("NS.relative", of: members)
    else { return nil }
    switch archive.object("NS.base", of: members) {
    case nil, .scalar(.string("$null")): return URL(string: text)
    case let base: return url(base, of: archive, depth: depth + 1).flatMap { URL(string: text, relativeTo: $0) }
    }
  }
}
