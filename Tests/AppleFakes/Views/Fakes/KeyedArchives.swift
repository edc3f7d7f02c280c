import Foundation

/// Archives that hold the number of an object, and refuse what Apple's refuse: objects of classes that nobody has named.
enum FakeArchives {
  // `nonisolated(unsafe)`: used with `lock` locked only. The objects are those of a test.
  private nonisolated(unsafe) static var objects: [NSObject] = []
  private static let lock = NSLock()

  fileprivate static func add(_ object: NSObject) -> Data {
    lock.withLock {
      objects.append(object)
      return Data("\(objects.count - 1)".utf8)
    }
  }

  fileprivate static func object(_ archive: Data, of classes: [AnyClass]) throws -> NSObject {
    guard let index = Int(String(decoding: archive, as: UTF8.self)) else { throw CocoaError(.coderReadCorrupt) }
    let object = lock.withLock { objects[index] }
    // The classes of what is inside count too.
    for object in [object] + ((object as? ArchivedObject)?.contents ?? []) {
      guard classes.contains(where: { type(of: object) == $0 || isSubclass(type(of: object), of: $0) }) else {
        throw CocoaError(.coderReadCorrupt)
      }
    }
    return object
  }

  private static func isSubclass(_ type: AnyClass, of other: AnyClass) -> Bool {
    var type: AnyClass? = type
    while let next = type {
      if next == other { return true }
      type = _getSuperclass(next)
    }
    return false
  }
}

/// An object with others in it.
class ArchivedObject: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  var contents: [NSObject] = []

  override init() {}
  required init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
}

class NSKeyedArchiver {
  class func archivedData(withRootObject object: Any, requiringSecureCoding: Bool) throws -> Data {
    guard requiringSecureCoding else { fatalError("an archive that any class can be hidden in") }
    guard let object = object as? NSObject else { throw CocoaError(.coderInvalidValue) }
    return FakeArchives.add(object)
  }
}

class NSKeyedUnarchiver {
  static func unarchivedObject<Object: NSObject & NSCoding>(
    ofClass type: Object.Type,
    from data: Data
  ) throws -> Object? {
    try FakeArchives.object(data, of: [type]) as? Object
  }

  static func unarchivedObject(ofClasses classes: [AnyClass], from data: Data) throws -> Any? {
    try FakeArchives.object(data, of: classes)
  }
}
