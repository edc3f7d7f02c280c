import Foundation

/// The root of Apple's classes, as far as an observer overrides it.
open class NSObject: Foundation.NSObject {
  func observeValue(
    forKeyPath keyPath: String?,
    of object: Any?,
    change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    fatalError("an observer that observes nothing")
  }
}

struct NSKeyValueChangeKey: Hashable {}

struct NSKeyValueObservingOptions: OptionSet {
  let rawValue: UInt
}

/// The observers of all `UserDefaults`, which hear what any process writes to the suite.
///
/// An observer is not retained. One that is gone and was not removed would end the program at the next change, and so would
/// the removal of one that does not observe. A `.` in a name makes it a path, and `@` an operator, so neither is a key.
enum KeyValueObservation {
  private struct Entry {
    let defaults: ObjectIdentifier
    let suite: String?
    let path: String
    weak var observer: NSObject?
  }

  // `nonisolated(unsafe)`: used with `lock` locked only. The objects are those of a test.
  private nonisolated(unsafe) static var entries: [Entry] = []
  private static let lock = NSLock()

  fileprivate static func add(_ observer: NSObject, to defaults: UserDefaults, _ path: String) {
    precondition(!path.contains("@"), "an operator that nobody knows")
    let suite = (defaults as? ObservedDefaults)?.suite
    lock.withLock { entries.append(Entry(defaults: .init(defaults), suite: suite, path: path, observer: observer)) }
  }

  fileprivate static func remove(_ observer: NSObject, from defaults: UserDefaults, _ path: String) {
    lock.withLock {
      let index = entries.firstIndex {
        // In `deinit` a weak reference is `nil` already.
        $0.defaults == .init(defaults) && $0.path == path && ($0.observer == nil || $0.observer === observer)
      }
      guard let index else { fatalError("it does not observe \(path)") }
      entries.remove(at: index)
    }
  }

  /// The paths that are observed of a suite.
  static func paths(of suite: String) -> [String] {
    lock.withLock { entries.filter { $0.suite == suite }.map(\.path).sorted() }
  }

  /// Calls the observers of a suite, as for a change by this process or another one.
  static func announce(_ name: String, in suite: String) {
    let found = lock.withLock { entries.filter { $0.suite == suite && $0.path == name && !name.contains(".") } }
    for entry in found {
      guard let observer = entry.observer else { fatalError("an observer of \(name) is gone") }
      observer.observeValue(forKeyPath: name, of: nil, change: nil, context: nil)
    }
  }
}

extension UserDefaults {
  func addObserver(
    _ observer: NSObject,
    forKeyPath path: String,
    options: NSKeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) {
    KeyValueObservation.add(observer, to: self, path)
  }

  func removeObserver(_ observer: NSObject, forKeyPath path: String, context: UnsafeMutableRawPointer?) {
    KeyValueObservation.remove(observer, from: self, path)
  }
}

/// A `UserDefaults` that calls observers and posts to the default center inside of a write, as Apple's does.
final class ObservedDefaults: UserDefaults {
  let suite: String
  /// Whether it belongs to another process, so that nothing is posted in this one.
  private let isElsewhere: Bool

  init?(of suite: String, inOtherProcess isElsewhere: Bool = false) {
    self.suite = suite
    self.isElsewhere = isElsewhere
    super.init(suiteName: suite)
  }

  override func set(_ value: Any?, forKey name: String) {
    change(name) { super.set(value, forKey: name) }
  }

  override func removeObject(forKey name: String) {
    change(name) { super.removeObject(forKey: name) }
  }

  /// Observers hear of other values only, and the center of each write.
  private func change(_ name: String, _ write: () -> Void) {
    let old = value(forKey: name)
    write()
    if value(forKey: name) != old { KeyValueObservation.announce(name, in: suite) }
    guard !isElsewhere else { return }
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
  }

  private func value(forKey name: String) -> PropertyListValue? {
    object(forKey: name).flatMap { try? PropertyListValue(propertyList: $0) }
  }
}

extension FileManager {
  static let entitledGroup = "group.entitled"

  func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? {
    group == Self.entitledGroup ? URL(filePath: "/") : nil
  }
}
