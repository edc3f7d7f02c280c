#if UserDefaults && !canImport(Darwin)
  // The whole of Foundation, because its essentials have no keyed archives.
  import Foundation

  extension KeyedArchive {
    /// The depth beyond which nested objects are refused, because the unarchiver reads them by recursion.
    private static let depthLimit = 200

    /// Returns whether the archive may be unarchived.
    ///
    /// Outside Apple platforms, Foundation's unarchiver creates an object of whatever class the archive names, and traps
    /// at members of the wrong kind. So every object that the root refers to must be one of Foundation's collections and
    /// scalars, with the members that its class expects, or be of a class that the caller accepts. No object may contain
    /// itself. A root that is a plain value, such as a string, has no class and is accepted.
    ///
    /// - Parameters:
    ///   - isRoot: Whether an object of the class may be the root.
    ///   - isAccepted: Whether an object of the class may be in the archive.
    /// - Returns: Whether the archive may be unarchived.
    func isSound(root isRoot: (AnyClass) -> Bool, accepting isAccepted: (AnyClass) -> Bool) -> Bool {
      var heights: [Int: Int] = [:]
      guard height(of: root, path: [], &heights, isAccepted) != nil else { return false }
      guard case .dictionary(let members)? = object(root) else { return true }
      return className(of: members).flatMap(Self.type).map(isRoot) == true
    }

    /// Returns how many objects nest below an object, or `nil` if something in them is wrong.
    private func height(
      of index: Int,
      path: Set<Int>,
      _ heights: inout [Int: Int],
      _ isAccepted: (AnyClass) -> Bool
    ) -> Int? {
      if let height = heights[index] { return height }
      guard let object = object(index), !path.contains(index), path.count < Self.depthLimit else { return nil }
      var height = 0
      switch object {
      case .scalar: break
      // Foundation would take the reference, or each one in the array, for an object of its own, of a private class.
      case .reference, .array: return nil
      case .dictionary(let members):
        guard let name = className(of: members) else { return nil }
        let type: AnyClass? = Self.type(name)
        guard isSound(members, ofClass: name) ?? type.map({ $0 is any NSSecureCoding.Type && isAccepted($0) }) == true
        else { return nil }
        for (name, member) in members where name != "$class" {
          for inner in member.references {
            guard let below = self.height(of: inner, path: path.union([index]), &heights, isAccepted) else {
              return nil
            }
            height = max(height, below + 1)
          }
        }
      }
      // An object may have been reached on a shorter way than the one that the unarchiver takes.
      guard height < Self.depthLimit else { return nil }
      heights[index] = height
      return height
    }

    private static func type(_ name: String) -> AnyClass? {
      // Foundation would write any other name to the log, as it stands.
      name.count { $0 == "." } <= 1 ? NSClassFromString(name) : nil
    }

    /// Returns whether an object of a class of Foundation has the members that it must have; `nil` for any other class.
    private func isSound(_ members: [String: Node], ofClass name: String) -> Bool? {
      switch name {
      case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet": return countOfObjects(members["NS.objects"]) != nil
      case "NSDictionary", "NSMutableDictionary":
        guard let names = countOfObjects(members["NS.keys"]) else { return false }
        return names == countOfObjects(members["NS.objects"])
      case "NSString", "NSMutableString":
        return if case .scalar(.string)? = members["NS.string"] { true } else { false }
      case "NSData", "NSMutableData": return if case .scalar(.data)? = members["NS.data"] { true } else { false }
      case "NSDate": return if case .scalar(.double)? = members["NS.time"] { true } else { false }
      case "NSUUID":
        return if case .scalar(.data(let bytes))? = members["NS.uuidbytes"] { bytes.count == 16 } else { false }
      case "NSURL":
        guard case .scalar(.string)? = object("NS.relative", of: members) else { return false }
        switch object("NS.base", of: members) {
        case nil, .scalar(.string("$null")): return true
        case .dictionary(let base): return className(of: base) == "NSURL"
        default: return false
        }
      case "NSNull": return true
      default: return nil
      }
    }

    /// Returns how many objects an array refers to, or `nil` if it is no array, or holds something else.
    private func countOfObjects(_ member: Node?) -> Int? {
      guard case .array(let elements)? = member else { return nil }
      return elements.allSatisfy { if case .reference(let index) = $0 { index > 0 } else { false } }
        ? elements.count : nil
    }
  }

  extension BinaryPropertyList.Node {
    fileprivate var references: [Int] {
      switch self {
      case .reference(let index): [index]
      case .array(let elements): elements.flatMap(\.references)
      case .dictionary(let members): members.values.flatMap(\.references)
      case .scalar: []
      }
    }
  }
#endif
