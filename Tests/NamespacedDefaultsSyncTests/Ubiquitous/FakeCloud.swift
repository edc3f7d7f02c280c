import Foundation
import TestSupport

@testable import NamespacedDefaults
@testable import NamespacedDefaultsSync

/// iCloud's part of the key-value storage, as Apple documents it: the values of one account.
final class FakeCloud: Sendable {
  let values = Lockbox<[String: PropertyListValue]>([:])
}

/// The key-value storage of one device, whose uploads, downloads and notices a test lets happen.
///
/// A write is seen on the device at once and by others after an upload and a download. Of two devices, the one that uploads
/// last wins a key. What is written before the first download is discarded by it. Nothing but a change from elsewhere makes
/// a notice.
///
/// `@unchecked Sendable`: a lock guards what changes.
final class FakeKeyValues: UbiquitousKeyValues, @unchecked Sendable {
  typealias Change = UbiquitousStore.ExternalChange

  private let lock = NSRecursiveLock()
  private var values: [String: Any] = [:]
  private var cloud: FakeCloud?
  /// The keys that were written since the last upload.
  private var written: Set<String> = []
  private var isNew = true
  private var handler: (@Sendable (Change) -> Void)?
  /// The notices that the system has yet to deliver.
  private var notices: [Change] = []
  private(set) var synchronizationCount = 0
  private(set) var writeCount = 0
  /// Whether the app has the entitlement.
  var isEntitled = true

  /// Creates the storage of a device that is signed in, or not.
  init(_ cloud: FakeCloud? = nil) { self.cloud = cloud }

  // MARK: What the app calls

  var dictionaryRepresentation: [String: Any] { lock.withLock { values } }

  func object(forKey name: String) -> Any? {
    precondition(name.utf8.count <= 64, "the key is too long")
    return lock.withLock { values[name] }
  }

  func set(_ object: Any?, forKey name: String) {
    precondition(name.utf8.count <= 64, "the key is too long")
    lock.withLock {
      values[name] = object
      written.insert(name)
      writeCount += 1
    }
  }

  func removeObject(forKey name: String) { set(nil, forKey: name) }

  func synchronize() -> Bool {
    lock.withLock {
      synchronizationCount += 1
      return isEntitled
    }
  }

  func onExternalChange(_ handler: @escaping @Sendable (Change) -> Void) { lock.withLock { self.handler = handler } }

  // MARK: What the system does

  /// Sends what was written to the cloud.
  func upload() {
    lock.withLock {
      guard let cloud, !isNew else { return }
      for name in written {
        let value = values[name].flatMap { try? PropertyListValue(propertyList: $0) }
        cloud.values.change { $0[name] = value }
      }
      written = []
    }
  }

  /// Takes what the cloud has, but for what this device has yet to upload.
  func download() {
    lock.withLock {
      guard let cloud else { return }
      if isNew { written = [] }
      let names = take(cloud.values.value)
      if isNew || !names.isEmpty { notices.append(Change(reason: isNew ? .initialSync : .serverChange, keys: names)) }
      isNew = false
    }
  }

  /// Signs in to another account, or out; the values of the new account may come later, as a change from elsewhere.
  func change(to cloud: FakeCloud?, valuesComeLater: Bool = false) {
    lock.withLock {
      self.cloud = cloud
      isNew = false
      written = []
      notices.append(Change(reason: .accountChange, keys: take(valuesComeLater ? [:] : cloud?.values.value ?? [:])))
    }
  }

  /// Goes online after writes that have not been uploaded.
  func connect(to cloud: FakeCloud) {
    lock.withLock {
      self.cloud = cloud
      isNew = false
    }
  }

  /// Delivers the notices that wait; in another order, or some of them twice, if a generator says so.
  func deliver() {
    var generator: SeededGenerator?
    deliver(&generator)
  }

  func deliver(_ generator: inout SeededGenerator?) {
    var (notices, handler) = lock.withLock {
      defer { self.notices = [] }
      return (self.notices, self.handler)
    }
    if var random = generator {
      notices += notices.filter { _ in Bool.random(using: &random) }
      notices.shuffle(using: &random)
      generator = random
    }
    for notice in notices { handler?(notice) }
  }

  /// Says that a write of this device exceeded the quota that it has with others.
  func refuse() { lock.withLock { notices.append(Change(reason: .quotaViolation, keys: nil)) } }

  /// Writes as code does that has no store.
  func setBehindTheStore(_ value: PropertyListValue?, forKey name: String) { set(value?.propertyList, forKey: name) }

  private func take(_ new: [String: PropertyListValue]) -> [String] {
    var changed: [String] = []
    for name in Set(values.keys).union(new.keys).subtracting(written).sorted() {
      let old = values[name].flatMap { try? PropertyListValue(propertyList: $0) }
      guard old != new[name] else { continue }
      values[name] = new[name]?.propertyList
      changed.append(name)
    }
    return changed
  }
}
